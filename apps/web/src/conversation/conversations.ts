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

/** What conversations of a kind ask of the server. Everything that fails throws `RequestFailed`. */
export interface ConversationServer {
  /** Tells this kind from others in the cache. */
  name: string;
  /** Prefixes of what this browser keeps: they begin as `lib/local-storage` knows what was not sent. */
  keptUnder: Record<DraftKind | 'outbox', string>;
  entries: (id: string, cursor: EntriesCursor, limit: number, signal?: AbortSignal) => Promise<EntriesPage>;
  entry: (id: string, entryId: string, signal?: AbortSignal) => Promise<EntryResponse>;
  /** The same key is the same message. */
  send: (message: Outgoing) => Promise<unknown>;
  /** Takes back what was sent under a key. @returns the keys of its parts that had not gone out */
  withdraw: (idempotencyKey: string) => Promise<string[]>;
  allDrafts: () => Promise<DraftsResponse>;
  drafts: (id: string) => Promise<ChatDraftsResponse>;
  saveDraft: (id: string, request: SaveDraftRequest) => Promise<void>;
  /** Where files for a conversation are posted. */
  uploadPath: (id: string) => string;
  fileUrl: (entryId: string, assetId: string) => string;
  /** Answers with a file's bytes, for a page that draws it itself. Left out: PDF and text are only saved. */
  bytesPath?: (entryId: string, assetId: string) => string;
  /** Files and links of a conversation, or of all with whom it is. Left out: each file stands by itself. */
  gallery?: (id: string, of: 'chat' | 'contact', signal?: AbortSignal) => Promise<GalleryResponse>;
  /** Where several files are asked for as one. */
  zipPath?: string;
  /** Whether a conversation is before its reader's eyes. */
  isOpenNow: (id: string) => boolean;
  /** Whether the words of a message that was refused go back to where they were written. */
  takesBack?: (message: Outgoing, code: string) => boolean;
}

/** Whoever leaves waits no longer than this. */
const MOST_MS = 3_000;

/** The conversations of one kind in this window: what it holds of each, what was said in them, and who looks at them. */
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

  /** Sends the server every message that waits: at the start, and when the network is back. */
  async sendWaiting(): Promise<void> {
    await Promise.all(this.all().map(({ outbox }) => outbox.flush()));
  }

  /** Sends the server every draft that it does not know yet: one leaves, or is back. */
  async saveDrafts(): Promise<void> {
    await Promise.all(this.drafts().map((draft) => draft.flush()));
  }

  /** Asks the server for all drafts: they may have been typed elsewhere. */
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

  /** The same for one conversation that is opened. */
  async refreshDraftsOf(id: string): Promise<void> {
    const { drafts } = this.of(id);
    const asked = draftKinds.map((kind) => [kind, drafts[kind].ask()] as const);
    const response = await this.server.drafts(id);
    for (const [kind, follow] of asked) follow(response[kind]);
  }

  /**
   * Sends the server what only this browser has, whichever of its windows wrote it, as far as that goes in a moment.
   * @returns what is left
   */
  async sendUnsent(): Promise<Unsent> {
    this.adoptMessages();
    this.adoptDrafts();
    const rest = new Promise((resolve) => setTimeout(resolve, MOST_MS));
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
          // Files were added in one window: they went with no other's message.
          store.uploads.restore(assets);
          toastMessage(errorText(code), 'yellow');
        },
        takesBack: (message, code) => {
          if (!server.takesBack?.(message, code)) return false;
          store.putBack(message.content.text ?? null, message.assets);
          // Nobody types there: it is saved at once, and other windows may follow.
          store.drafts.reply.leave();
          return true;
        },
        onRefused: (message, code) => {
          // Where its conversation is open, the thread says so: unless it is no more to be seen.
          if (code === 'not_found' || !server.isOpenNow(id)) toastRefused(message, code);
        },
      }),
    });
    return store;
  }
}

/** Messages that wait in this browser, in the order in which they were written. */
function readMessages(prefix: string): Outgoing[] {
  const messages = localEntries(prefix).flatMap(([key, json]): Outgoing[] => {
    try {
      const kept = JSON.parse(json) as Outgoing | Omit<Outgoing, 'kind'>[];
      if (!Array.isArray(kept)) return [kept];
      // As they were kept before there were notes among them: those of a conversation together.
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
    // A note as it was kept before the server took it: its words alone.
  }
  return { text: stored, seen: null, made: [] };
}
