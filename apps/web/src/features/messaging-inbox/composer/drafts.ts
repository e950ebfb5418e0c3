import {
  draftKinds,
  type ChatDraftsResponse,
  type DraftKind,
  type DraftsResponse,
} from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { api } from '../../../lib/api-client';
import { localEntries, onStoredElsewhere, writeLocal } from '../../../lib/local-storage';
import { DraftKeeper, type KeptDraft } from './draft-keeper';
import { outbox } from './sending';

const prefixes: Record<DraftKind, string> = { reply: 'parley.draft.', note: 'parley.note.' };

/** The keepers of this window. */
export const draftKeepers: Record<DraftKind, DraftKeeper> = {
  reply: keeperOf('reply'),
  note: keeperOf('note'),
};

for (const kind of draftKinds) {
  onStoredElsewhere(prefixes[kind], (chatId, stored) => {
    void draftKeepers[kind].keptElsewhere(chatId, stored === null ? null : asKept(stored));
  });
}

const draftsOf = (chatId: string) => `/api/v3/messaging-chats/${chatId}/drafts`;

function keeperOf(kind: DraftKind): DraftKeeper {
  return new DraftKeeper({
    save: (chatId, request) =>
      api(draftsOf(chatId), {
        method: 'PUT',
        body: { kind, ...request } satisfies SaveDraftRequest,
      }),
    load: async (chatId) => (await api<ChatDraftsResponse>(draftsOf(chatId)))[kind],
    keep: (chatId, kept) => writeLocal(prefixes[kind] + chatId, kept && JSON.stringify(kept)),
    kept: keptOf(kind),
    isLeaving: (version) => outbox.holdsDraft(version),
  });
}

function keptOf(kind: DraftKind): [chatId: string, kept: KeptDraft][] {
  return localEntries(prefixes[kind]).map(([chatId, stored]) => [chatId, asKept(stored)]);
}

function asKept(stored: string): KeptDraft {
  try {
    const kept = JSON.parse(stored) as KeptDraft;
    if (Array.isArray(kept.made)) return kept;
  } catch {
    // A note as it was kept before the server took it: its words alone.
  }
  return { text: stored, seen: null, made: [] };
}

/** Sends the server what this browser keeps of what it does not know, whichever window typed it. */
export async function flushKeptDrafts(): Promise<void> {
  for (const kind of draftKinds) draftKeepers[kind].adopt(keptOf(kind));
  await flushDrafts();
}

/** The same with what this window knows of. */
export async function flushDrafts(): Promise<void> {
  await Promise.all(draftKinds.map((kind) => draftKeepers[kind].flush()));
}

/** Asks the server for all drafts: they may have been typed elsewhere. */
export async function refreshDrafts(): Promise<void> {
  const askedAt = draftKinds.map((kind) => draftKeepers[kind].now());
  const drafts = await api<DraftsResponse>('/api/v3/drafts');
  draftKinds.forEach((kind, index) => draftKeepers[kind].show(drafts[kind], askedAt[index] ?? 0));
}

/** The same for one conversation that is opened. */
export async function refreshChatDrafts(chatId: string): Promise<void> {
  const askedAt = draftKinds.map((kind) => draftKeepers[kind].now());
  const drafts = await api<ChatDraftsResponse>(draftsOf(chatId));
  draftKinds.forEach((kind, index) => draftKeepers[kind].follow(chatId, drafts[kind], askedAt[index] ?? 0));
}
