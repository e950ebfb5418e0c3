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

/** Who sends, and where to. */
export interface Sender {
  userId: string;
  /** The conversation's, as its writer knows it. */
  name: string;
}

/** All that this window holds of one conversation and the server does not say of it, also while one looks elsewhere. */
export class ConversationStore {
  readonly id: string;
  readonly drafts: Record<DraftKind, DraftKeeper>;
  readonly outbox: Outbox;
  readonly uploads: Uploads;
  /** Whether one answers or writes for colleagues; null where one has done neither yet. */
  readonly mode = createCell<DraftKind | null>(null);
  /** The message that the next answer quotes. */
  readonly quoted = createCell<ChatEntry | null>(null);
  /** What is looked at over the thread; null: nothing. It is closed when another conversation opens. */
  readonly viewing = createCell<Viewing | null>(null);
  /** Until when the server holds what was sent here, by the key of the send and by this clock, which may differ from the server's. */
  readonly heldUntil = createKeyedStore(0);
  /** What was written, by the key of the send, where its entry does not show all of it. */
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

  /** Somebody has looked at the entries up to this position: an answer says what its writer had seen. */
  noteSeen(position: string): void {
    this.seenUpTo = position;
  }

  /** Puts a message or a note on its way. It shows in the thread at once. */
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

  /** Sends a message that failed again: as itself while the server never took it, else as a new one that says the same. */
  sendAgain(entry: ChatEntry | OptimisticEntry, sender: Sender): void {
    if (isOptimistic(entry)) return this.outbox.retry({ ...entry.outgoing, seenUpTo: this.seenUpTo });
    const { id, type, message, content, assets } = entry;
    const repeated = { type, message, content, assets };
    this.send(sender, { retryOf: id }, { idempotencyKey: keyOfRepeat(id), repeated });
  }

  /** Forgets a message that could not be sent, and the draft that it was. */
  discard({ outgoing }: OptimisticEntry): void {
    this.outbox.discard(outgoing.idempotencyKey);
    const { kind, draftVersion, draftSeen } = outgoing;
    const version = draftVersion ?? draftSeen;
    if (version) void this.drafts[kind].forget(version);
  }

  /**
   * Takes back what the server still holds, and puts it where it was written.
   * @throws RequestFailed `already_sent`
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

  /** Puts a text and files that did not go out back where they were written, before whatever stands there by now. */
  putBack(text: string | null, assets: AssetResponse[]): void {
    const { reply } = this.drafts;
    if (text !== null) {
      const written = reply.text.get();
      reply.type(written.trim() === '' ? text : `${text}\n${written}`);
    }
    this.uploads.restore(assets);
  }
}
