import type { DraftKind } from '@parley/contracts/api/drafts';
import { createKeyedStore, useKeyed } from '../../../lib/keyed-store';
import { draftKeepers } from './drafts';

/** Whether one answers the contact or writes for colleagues, by conversation; null where one has done neither yet. */
export const modes = createKeyedStore<DraftKind | null>(null);

/** A conversation opens where something was begun. */
export function useMode(chatId: string): DraftKind {
  const chosen = useKeyed(modes, chatId);
  const reply = useKeyed(draftKeepers.reply.texts, chatId);
  const note = useKeyed(draftKeepers.note.texts, chatId);
  return chosen ?? (reply.trim() === '' && note.trim() !== '' ? 'note' : 'reply');
}
