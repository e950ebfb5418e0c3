import type { AssetResponse, ChatEntry } from '@parley/contracts/api/conversations';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { keyOfRepeat } from '@parley/contracts/api/client-key';
import { createCell } from '../lib/cell';
import { newId } from '../lib/id';
import { createKeyedStore } from '../lib/keyed-store';
import type { DraftKeeper } from './composer/draft-keeper';
import {
  isOptimistic,
  type OptimisticEntry,
  type Outbox,
  type Outgoing,
  type SendContent,
} from './composer/outbox';
import type { Sent } from './composer/sent';
import type { Uploads } from './composer/uploads';
import type { Viewing } from './viewer/viewing';

interface Parts {
  id: string;
  drafts: Record<DraftKind, DraftKeeper>;
  outbox: Outbox;
  uploads: Uploads;
  withdraw: (idempotencyKey: string) => Promise<string[]>;
}

type SendOptions = Partial<
  Pick<
    Outgoing,
    | 'kind'
    | 'assets'
    | 'mentions'
    | 'draftVersion'
    | 'draftSeen'
    | 'holdForSeconds'
    | 'sendAt'
    | 'repeated'
    | 'idempotencyKey'
  >
>;

export interface Sender {
  userId: string;
  /** The conversation's name, as the writer sees it. */
  name: string;
}

/**
 * State of one conversation that exists only in this window: drafts, outbox, uploads. The store is kept when the user
 * leaves the conversation's page.
 */
export class ConversationStore {
  readonly id: string;
  readonly drafts: Record<DraftKind, DraftKeeper>;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  /** Whether the user writes a reply or a note; null before the first choice. */
  readonly mode = createCell<DraftKind | null>(null);
  readonly quoted = createCell<ChatEntry | null>(null);
  /** The file shown over the thread, or null. Closed when another conversation opens. */
  readonly viewing = createCell<Viewing | null>(null);
  /**
   * End of the delay (epoch ms) by the send's idempotency key; by this window's clock, which may differ from the
   * server's.
   */
  readonly heldUntil = createKeyedStore(0);
  /** Text by the send's idempotency key, for messages whose entry does not contain all of it. */
  readonly written = new Map<string, string>();
  private seenUpTo: string | undefined;
  private readonly withdraw: Parts['withdraw'];

  constructor({ id, drafts, outbox, uploads, withdraw }: Parts) {
    this.id = id;
    this.drafts = drafts;
    this.outbox = outbox;
    this.uploads = uploads;
    this.withdraw = withdraw;
  }

  /** Records the position of the newest entry that the user has seen; each send includes it. */
  noteSeen(position: string): void {
    this.seenUpTo = position;
  }

  /** Sends a message or a note; the thread shows it at once. */
  send({ userId, name }: Sender, content: SendContent, options: SendOptions = {}): Outgoing {
    const message: Outgoing = {
      idempotencyKey: newId(),
      kind: 'reply',
      chatId: this.id,
      name,
      userId,
      content,
      assets: [],
      seenUpTo: this.seenUpTo,
      createdAt: new Date().toISOString(),
      state: 'waiting',
      code: null,
      ...options,
    };
    this.outbox.add(message);
    return message;
  }

  /**
   * Sends a failed message again: under the same key if the server never accepted it, else as a new message with the
   * same content.
   */
  sendAgain(entry: ChatEntry | OptimisticEntry, sender: Sender): void {
    if (isOptimistic(entry)) return this.outbox.retry({ ...entry.outgoing, seenUpTo: this.seenUpTo });
    const { id, type, message, content, assets } = entry;
    const repeated = { type, message, content, assets };
    this.send(sender, { retryOf: id }, { idempotencyKey: keyOfRepeat(id), repeated });
  }

  /** Drops a message that failed, together with its draft. */
  discard({ outgoing }: OptimisticEntry): void {
    this.outbox.discard(outgoing.idempotencyKey);
    const { kind, draftVersion, draftSeen } = outgoing;
    const version = draftVersion ?? draftSeen;
    if (version) void this.drafts[kind].forget(version);
  }

  /**
   * Undoes a delayed send and puts its text and files back into the composer.
   * @throws RequestFailed `already_sent` if the delay is over
   */
  async undo({ idempotencyKey, text, assets }: Sent): Promise<void> {
    const withdrawn = await this.withdraw(idempotencyKey);
    this.heldUntil.set(idempotencyKey, 0);
    this.outbox.discard(idempotencyKey);
    this.putBack(
      withdrawn.includes(`${idempotencyKey}:0`) ? (this.written.get(idempotencyKey) ?? text) : null,
      assets.filter(({ clientKey }) => clientKey === null || withdrawn.includes(clientKey)),
    );
  }

  /** Puts a text and files that were not sent back into the composer, before the text that is already there. */
  putBack(text: string | null, assets: AssetResponse[]): void {
    const { reply } = this.drafts;
    if (text !== null) {
      const written = reply.text.get();
      reply.type(written.trim() === '' ? text : `${text}\n${written}`);
    }
    this.uploads.restore(assets);
  }
}
