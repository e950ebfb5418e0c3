import type { PresencePush } from '@parley/contracts/push/index';
import { createKeyedStore, useKeyed } from '../../../lib/keyed-store';
import { useUsersById } from '../../../lib/directory';
import { useViewer } from '../viewer';

type Users = PresencePush['chats'][number]['users'];
const nobody: Users = [];

/** Who looks at which conversation just now. */
const present = createKeyedStore(nobody);

/** What the server says of it. */
export function showPresence({ isAll, chats }: PresencePush): void {
  const told = new Set(chats.map(({ chatId }) => chatId));
  if (isAll) for (const chatId of present.keys()) if (!told.has(chatId)) present.set(chatId, nobody);
  for (const { chatId, users } of chats) present.set(chatId, users.length > 0 ? users : nobody);
}

/** Without a connection nobody knows. */
export function forgetPresence(): void {
  showPresence({ isAll: true, chats: [] });
}

/** Colleagues who look at a conversation, whoever writes in it first. */
export function useColleagues(chatId: string): { id: string; name: string; isTyping: boolean }[] {
  const users = useKeyed(present, chatId);
  const { userId: own } = useViewer();
  const byId = useUsersById();
  return users
    .filter(({ userId }) => userId !== own)
    .map(({ userId, isTyping }) => ({ id: userId, name: byId.get(userId)?.displayName ?? '', isTyping }))
    .sort((a, b) => Number(b.isTyping) - Number(a.isTyping) || a.name.localeCompare(b.name));
}
