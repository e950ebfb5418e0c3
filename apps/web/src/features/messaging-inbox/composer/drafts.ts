import type { Draft, DraftResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import { api } from '../../../lib/api-client';
import { localEntries, writeLocal } from '../../../lib/local-storage';
import { DraftKeeper, type KeptDraft } from './draft-keeper';
import { outbox } from './sending';

const prefix = 'parley.draft.';

function readKept(): [string, KeptDraft][] {
  return localEntries(prefix).flatMap(([chatId, json]): [string, KeptDraft][] => {
    try {
      return [[chatId, JSON.parse(json) as KeptDraft]];
    } catch {
      return [];
    }
  });
}

const draftOf = (chatId: string) => `/api/v3/messaging-chats/${chatId}/draft`;

/** The one keeper of this window. */
export const draftKeeper = new DraftKeeper({
  save: (chatId, body) => api(draftOf(chatId), { method: 'PUT', body, keepalive: true }),
  load: async (chatId) => (await api<DraftResponse>(draftOf(chatId))).draft,
  keep: (chatId, kept) => writeLocal(prefix + chatId, kept && JSON.stringify(kept)),
  kept: readKept(),
  isLeaving: (version) => outbox.holdsDraft(version),
});

/** What was typed and not sent, by conversation. */
export const drafts = draftKeeper.texts;

export function saveDraft(chatId: string, text: string): void {
  draftKeeper.type(chatId, text);
}

/** Asks the server for all drafts: they may have been typed elsewhere. */
export async function refreshDrafts(): Promise<void> {
  const askedAt = draftKeeper.now();
  const { data } = await api<DraftsResponse>('/api/v3/drafts');
  draftKeeper.show(data, askedAt);
}

/** The same for one conversation that is opened. */
export async function refreshDraft(chatId: string): Promise<void> {
  const askedAt = draftKeeper.now();
  const { draft }: { draft: Draft | null } = await api<DraftResponse>(draftOf(chatId));
  draftKeeper.follow(chatId, draft, askedAt);
}
