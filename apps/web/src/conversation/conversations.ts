import type { EntriesPage, EntryResponse } from '@parley/contracts/api/conversations';
import {
  draftKinds,
  type ChatDraftsResponse,
  type Draft,
  type DraftKind,
  type DraftsResponse,
} from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import type { GalleryResponse } from '@parley/contracts/api/gallery';
import type { Unsent } from '../lib/feature';
import { errorText } from '../lib/i18n';
import { localEntries, onStoredElsewhere, writeLocal } from '../lib/local-storage';
import { toastMessage } from '../lib/toast';
import { DraftKeeper, type KeptDraft } from './composer/draft-keeper';
import { Outbox, type Outgoing } from './composer/outbox';
import { toastRefused } from './composer/refused-toast';
import { Uploads } from './composer/uploads';
import { ConversationStore } from './conversation-store';
import { Present } from './live/present';
import type { EntriesCursor } from './live/transcript';
import { Transcripts } from './live/transcripts';

/** Requests to the server for one kind of conversation. Every failure throws `RequestFailed`. */
export interface ConversationServer {
  /** Prefix of this kind's keys in the query cache. */
  name: string;
  /** Prefixes of this kind's keys in local storage; `lib/local-storage` recognises unsent items by them. */
  keptUnder: Record<DraftKind | 'outbox', string>;
  entries: (id: string, cursor: EntriesCursor, limit: number, signal?: AbortSignal) => Promise<EntriesPage>;
  entry: (id: string, entryId: string, signal?: AbortSignal) => Promise<EntryResponse>;
  /** Sends a message; repeated calls with the same idempotency key send it once. */
  send: (message: Outgoing) => Promise<unknown>;
  /**
   * Undoes a delayed send.
   * @returns the keys of the message parts that had not been sent
   */
  withdraw: (idempotencyKey: string) => Promise<string[]>;
  allDrafts: () => Promise<DraftsResponse>;
  drafts: (id: string) => Promise<ChatDraftsResponse>;
  saveDraft: (id: string, request: SaveDraftRequest) => Promise<void>;
  /** URL to which files for a conversation are posted. */
  uploadPath: (id: string) => string;
  fileUrl: (entryId: string, assetId: string) => string;
  /** URL of a file's bytes, which the viewer renders. Missing: PDF and text files can only be downloaded. */
  bytesPath?: (entryId: string, assetId: string) => string;
  /**
   * Files and links of a conversation, or of all conversations with its contact. Missing: the viewer shows only the
   * opened file, without next and previous.
   */
  gallery?: (id: string, of: 'chat' | 'contact', signal?: AbortSignal) => Promise<GalleryResponse>;
  /** URL that returns several files as one archive. */
  zipPath?: string;
  /** Whether the conversation is the one on the screen. */
  isOpenNow: (id: string) => boolean;
  /** Whether the text of a refused message returns to the composer. Missing: it never does. */
  takesBack?: (message: Outgoing, code: string) => boolean;
}

/** Maximum time in ms to wait for unsent items when the user signs out. */
const MAX_MS = 3_000;

/** The conversations of one kind in this window: the state of each, their transcripts and their viewers. */
export class Conversations {
  readonly transcripts: Transcripts;
  readonly present = new Present();
  private readonly stores = new Map<string, ConversationStore>();

  constructor(readonly server: ConversationServer) {
    this.transcripts = new Transcripts(server);
    this.adoptMessages();
    this.adoptDrafts();
    onStoredElsewhere(server.keptUnder.outbox, (key, json) => {
      if (json === null) for (const { outbox } of this.all()) outbox.settledElsewhere(key);
    });
    for (const kind of draftKinds) {
      onStoredElsewhere(server.keptUnder[kind], (id, stored) => {
        void this.of(id).drafts[kind].keptElsewhere(stored === null ? null : asKept(stored));
      });
    }
  }

  of(id: string): ConversationStore {
    let store = this.stores.get(id);
    if (!store) this.stores.set(id, (store = this.create(id)));
    return store;
  }

  /** Sends all waiting messages; called at the start and when the network is back. */
  async sendWaiting(): Promise<void> {
    await Promise.all(this.all().map(({ outbox }) => outbox.flush()));
  }

  async saveDrafts(): Promise<void> {
    await Promise.all(this.drafts().map((draft) => draft.flush()));
  }

  /** Loads all drafts; the user may have changed them on another device. */
  async refreshDrafts(): Promise<void> {
    const known = new Map(this.drafts().map((draft) => [draft, draft.ask()]));
    const response = await this.server.allDrafts();
    for (const kind of draftKinds) {
      const drafts = new Map(response[kind].map((draft) => [draft.chatId, draft]));
      for (const id of new Set([...drafts.keys(), ...this.stores.keys()])) {
        const keeper = this.of(id).drafts[kind];
        (known.get(keeper) ?? keeper.ask())(drafts.get(id) ?? null);
      }
    }
  }

  /** Loads the drafts of one conversation when it opens. */
  async refreshDraftsOf(id: string): Promise<void> {
    const { drafts } = this.of(id);
    const asked = draftKinds.map((kind) => [kind, drafts[kind].ask()] as const);
    const response = await this.server.drafts(id);
    for (const [kind, follow] of asked) follow(response[kind]);
  }

  /**
   * Sends everything that is only in this browser, including items of its other windows; stops after `MAX_MS`.
   * @returns the numbers of items left
   */
  async sendUnsent(): Promise<Unsent> {
    this.adoptMessages();
    this.adoptDrafts();
    const rest = new Promise((resolve) => setTimeout(resolve, MAX_MS));
    await Promise.race([Promise.all([this.sendWaiting(), this.saveDrafts()]), rest]);
    const unsent = this.all().flatMap(({ outbox }) => outbox.unsent());
    const notes = unsent.filter(({ kind }) => kind === 'note').length;
    return {
      messages: unsent.length - notes,
      notes,
      drafts: this.drafts().filter((draft) => draft.isUnsaved()).length,
      files: this.all().flatMap(({ uploads }) => uploads.items.get()).length,
    };
  }

  private all(): ConversationStore[] {
    return [...this.stores.values()];
  }

  private drafts(): DraftKeeper[] {
    return this.all().flatMap(({ drafts }) => draftKinds.map((kind) => drafts[kind]));
  }

  private adoptMessages(): void {
    for (const message of readMessages(this.server.keptUnder.outbox))
      this.of(message.chatId).outbox.adopt([message]);
  }

  private adoptDrafts(): void {
    for (const kind of draftKinds)
      for (const [id, stored] of localEntries(this.server.keptUnder[kind]))
        this.of(id).drafts[kind].adopt(asKept(stored));
  }

  private create(id: string): ConversationStore {
    const { server } = this;
    const keeperOf = (kind: DraftKind) =>
      new DraftKeeper({
        save: (request) => server.saveDraft(id, { kind, ...request }),
        load: async (): Promise<Draft | null> => (await server.drafts(id))[kind],
        keep: (kept) => writeLocal(server.keptUnder[kind] + id, kept && JSON.stringify(kept)),
        isLeaving: (version) => store.outbox.holdsDraft(version),
      });
    const store: ConversationStore = new ConversationStore({
      id,
      drafts: { reply: keeperOf('reply'), note: keeperOf('note') },
      uploads: new Uploads(server.uploadPath(id)),
      withdraw: server.withdraw,
      outbox: new Outbox({
        send: server.send,
        keep: (key, message) => writeLocal(server.keptUnder.outbox + key, message && JSON.stringify(message)),
        onHeld: ({ idempotencyKey }, seconds) =>
          store.heldUntil.set(idempotencyKey, Date.now() + seconds * 1_000),
        onDoneBefore: ({ assets }, code) => {
          // Another window sent the message without these files, so they return to the composer.
          store.uploads.restore(assets);
          toastMessage(errorText(code), 'yellow');
        },
        takesBack: (message, code) => {
          if (!server.takesBack?.(message, code)) return false;
          store.putBack(message.content.text ?? null, message.assets);
          // The field does not have the focus, so the draft is saved at once, and other windows may replace it.
          store.drafts.reply.leave();
          return true;
        },
        onRefused: (message, code) => {
          // If the conversation is open, its thread shows the failure; after `not_found` there is no thread.
          if (code === 'not_found' || !server.isOpenNow(id)) toastRefused(message, code);
        },
      }),
    });
    return store;
  }
}

/** Reads the waiting messages from local storage, oldest first. */
function readMessages(prefix: string): Outgoing[] {
  const messages = localEntries(prefix).flatMap(([key, json]): Outgoing[] => {
    try {
      const kept = JSON.parse(json) as Outgoing | Omit<Outgoing, 'kind'>[];
      if (!Array.isArray(kept)) return [kept];
      // Old storage format, from before notes used the outbox: one array of messages per conversation.
      writeLocal(prefix + key, null);
      return kept.map((message) => ({ ...message, kind: 'reply' }));
    } catch {
      return [];
    }
  });
  return messages.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
}

function asKept(stored: string): KeptDraft {
  try {
    const kept = JSON.parse(stored) as KeptDraft;
    if (Array.isArray(kept.made)) return kept;
  } catch {
    // Old storage format, from before the server stored drafts of notes: only the text.
  }
  return { text: stored, seen: null, made: [] };
}
