import { createKeyedStore } from '../../../lib/keyed-store';
import { localEntries, writeLocal } from '../../../lib/local-storage';

const prefix = 'parley.draft.';

/** What was typed and not sent, by conversation. It outlives the page, a sign-in included. */
export const drafts = createKeyedStore('', localEntries(prefix));

export function saveDraft(chatId: string, text: string): void {
  drafts.set(chatId, text);
  writeLocal(prefix + chatId, text || null);
}
