import type { PresencePush } from '@parley/contracts/push/index';
import { useUsersById } from '../../lib/directory';
import { createKeyedStore, useKeyed } from '../../lib/keyed-store';
import { useMe } from '../../lib/me';

type Users = PresencePush['chats'][number]['users'];
const nobody: Users = [];

/** The users who currently view each conversation, as the server pushes them. */
export class Present {
  readonly users = createKeyedStore(nobody);

  /** Applies a push of the server. With `isAll`, conversations that the push does not contain have no viewers. */
  show({ isAll, chats }: PresencePush): void {
    const told = new Set(chats.map(({ chatId }) => chatId));
    if (isAll) for (const id of this.users.keys()) if (!told.has(id)) this.users.set(id, nobody);
    for (const { chatId, users } of chats) this.users.set(chatId, users.length > 0 ? users : nobody);
  }

  /** Clears all viewers, since they are unknown without a connection. */
  forget(): void {
    this.show({ isAll: true, chats: [] });
  }
}

/** The contact, for channels that report that the contact is typing. */
export interface OtherSide {
  id: string;
  name: string;
}

/** @returns the colleagues who view a conversation, those who type in it first, and the other side while it types */
export function useColleagues(
  present: Present,
  id: string,
  other?: OtherSide,
): { id: string; name: string; isTyping: boolean }[] {
  const users = useKeyed(present.users, id);
  const { id: own } = useMe().user;
  const byId = useUsersById();
  return users
    .filter(({ userId }) => userId !== own)
    .map(({ userId, isTyping }) => {
      const name = userId === other?.id ? other.name : byId.get(userId)?.displayName;
      return { id: userId, name: name ?? '', isTyping };
    })
    .sort((a, b) => Number(b.isTyping) - Number(a.isTyping) || a.name.localeCompare(b.name));
}
