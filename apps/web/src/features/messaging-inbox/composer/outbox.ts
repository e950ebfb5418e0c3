import { keyOfRepeat } from '@parley/contracts/api/client-key';
import type { AssetResponse, ChatEntry, EntryAsset } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store';
import { codeOf, RequestFailed } from '../../../lib/problem';
import { reconnectDelay } from '../../../lib/realtime';

export type SendContent = SendRequest['content'];

/** What an entry shows, of one that is sent again. */
export type Repeated = Pick<ChatEntry, 'type' | 'message' | 'content' | 'assets'>;

/** A message or a note on its way to the server. The same key is the same one, so it may be sent again. */
export interface Outgoing {
  idempotencyKey: string;
  kind: DraftKind;
  chatId: string;
  /** The contact's, as its writer knew them. */
  name?: string;
  userId: string;
  content: SendContent;
  /** The uploaded files that `content.attachments` names. */
  assets: AssetResponse[];
  /** What is said again, where it names a message that could not be sent. */
  repeated?: Repeated;
  /** How long its writer may take it back. */
  holdForSeconds?: number;
  /** The draft that it was. */
  draftVersion?: string;
  /** The draft that its words follow on from. */
  draftSeen?: string;
  /** Position of the newest entry that was seen when it was sent. */
  seenUpTo?: string;
  /** ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'accepted' | 'failed';
  /** Why it failed: a problem code. */
  code: string | null;
}

export interface OutboxOptions {
  send: (message: Outgoing) => Promise<unknown>;
  /** The server has it, and holds it for so many seconds. */
  onHeld?: (message: Outgoing, seconds: number) => void;
  /** A colleague, or another window of its writer, has done the same before: nothing is left to send. */
  onDoneBefore?: (message: Outgoing, code: string) => void;
  /** The server does not take it: it is sent again only when its writer says so. */
  onRefused?: (message: Outgoing, code: string) => void;
  /** Keeps what waits, so that closing the window loses nothing; null: the server has it, or nobody wants it. */
  keep: (idempotencyKey: string, message: Outgoing | null) => void;
  kept: Outgoing[];
}

const none: Outgoing[] = [];
/** Codes by which the server says that what is asked for was done under another key. */
const doneBefore = new Set(['already_retried', 'draft_already_sent']);

/** Sends each conversation's messages and notes one after the other; without a network they wait. */
export class Outbox {
  readonly messages: KeyedStore<Outgoing[]> = createKeyedStore(none);
  /** Keys of what was only found here: another window may settle it. */
  private readonly adopted = new Set<string>();
  private readonly busy = new Map<string, Promise<void>>();
  private readonly failures = new Map<string, number>();
  private readonly takers = new Set<(message: Outgoing, code: string) => boolean>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly options: OutboxOptions) {
    this.adopt(options.kept);
  }

  /** What was kept here: by this window before it was left, or by another that is open. It goes out with the next flush. */
  adopt(kept: Outgoing[]): void {
    const isKnown = ({ chatId, idempotencyKey }: Outgoing) =>
      this.messages.get(chatId).some((message) => message.idempotencyKey === idempotencyKey);
    const unknown = kept.filter((message) => !isKnown(message));
    unknown.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
    for (const message of unknown) {
      this.adopted.add(message.idempotencyKey);
      this.change(message.chatId, (messages) => [...messages, message]);
    }
  }

  /** Another window has settled it: the server has it, or nobody wants it. What was written here stays. */
  settledElsewhere(idempotencyKey: string): void {
    if (!this.adopted.delete(idempotencyKey)) return;
    for (const chatId of this.messages.keys()) this.discard({ chatId, idempotencyKey });
  }

  /** The same key again is the same message: one that failed is tried again. */
  add(message: Outgoing): void {
    const { chatId, idempotencyKey } = message;
    const known = this.messages.get(chatId).find((other) => other.idempotencyKey === idempotencyKey);
    if (known?.state === 'failed') return this.retry({ ...known, seenUpTo: message.seenUpTo });
    if (known) return;
    this.change(chatId, (messages) => [...messages, message]);
    void this.flush(message.chatId);
  }

  /** Sends a failed message again, under its own key, by what its writer has seen since. */
  retry(message: Outgoing): void {
    this.adopted.delete(message.idempotencyKey);
    this.replace(message, { state: 'waiting', code: null, seenUpTo: message.seenUpTo });
    void this.flush(message.chatId);
  }

  discard({ chatId, idempotencyKey }: Pick<Outgoing, 'chatId' | 'idempotencyKey'>): void {
    this.change(chatId, (messages) =>
      messages.filter((message) => message.idempotencyKey !== idempotencyKey),
    );
  }

  /**
   * From now on `take` is asked for each refused message whether it takes it over: then it leaves the outbox.
   * @returns how to stop that
   */
  handRefusedTo(take: (message: Outgoing, code: string) => boolean): () => void {
    this.takers.add(take);
    return () => void this.takers.delete(take);
  }

  /** Whether a message here was this draft and is not the server's yet. */
  holdsDraft(version: string): boolean {
    return this.messages
      .keys()
      .some((chatId) =>
        this.messages
          .get(chatId)
          .some(({ draftVersion, draftSeen }) => draftVersion === version || draftSeen === version),
      );
  }

  /** Everything that waits: at the start, when the network is back, and when one leaves. */
  async flushAll(): Promise<void> {
    await Promise.all(this.messages.keys().map((chatId) => this.flush(chatId)));
  }

  /** What the server does not have: it waits, or was refused. */
  unsent(): Outgoing[] {
    return this.messages
      .keys()
      .flatMap((chatId) => this.messages.get(chatId).filter(({ state }) => state !== 'accepted'));
  }

  /** Forgets what the thread has by now. */
  settle(chatId: string, entries: ChatEntry[]): void {
    const arrived = new Set(entries.map((entry) => entry.clientKey));
    if (!this.messages.get(chatId).some((message) => hasArrived(message, arrived))) return;
    this.change(chatId, (messages) => messages.filter((message) => !hasArrived(message, arrived)));
  }

  private flush(chatId: string): Promise<void> {
    const underWay = this.busy.get(chatId);
    if (underWay || !this.nextIn(chatId)) return underWay ?? Promise.resolve();
    clearTimeout(this.timers.get(chatId));
    const flushing = this.sendAll(chatId);
    this.busy.set(chatId, flushing);
    return flushing;
  }

  private nextIn(chatId: string): Outgoing | undefined {
    return this.messages.get(chatId).find((message) => message.state === 'waiting');
  }

  private async sendAll(chatId: string): Promise<void> {
    try {
      let next: Outgoing | undefined;
      while ((next = this.nextIn(chatId))) await this.send(next);
      this.failures.delete(chatId);
    } catch {
      const failures = (this.failures.get(chatId) ?? 0) + 1;
      this.failures.set(chatId, failures);
      this.timers.set(
        chatId,
        setTimeout(() => void this.flush(chatId), reconnectDelay(failures)),
      );
    } finally {
      this.busy.delete(chatId);
    }
  }

  /** @throws RequestFailed when the failure may pass: the message keeps waiting */
  private async send(message: Outgoing): Promise<void> {
    try {
      await this.options.send(message);
      if (message.holdForSeconds) this.options.onHeld?.(message, message.holdForSeconds);
      this.replace(message, { state: 'accepted' });
    } catch (error) {
      if (error instanceof RequestFailed && error.isPassing) throw error;
      const code = codeOf(error);
      if (doneBefore.has(code)) {
        this.discard(message);
        this.options.onDoneBefore?.(message, code);
        return;
      }
      if ([...this.takers].some((take) => take(message, code))) this.discard(message);
      else this.replace(message, { state: 'failed', code });
      this.options.onRefused?.(message, code);
    }
  }

  private replace({ chatId, idempotencyKey }: Outgoing, changes: Partial<Outgoing>): void {
    this.change(chatId, (messages) =>
      messages.map((message) =>
        message.idempotencyKey === idempotencyKey ? { ...message, ...changes } : message,
      ),
    );
  }

  private change(chatId: string, change: (messages: Outgoing[]) => Outgoing[]): void {
    const before = this.messages.get(chatId);
    const messages = change(before);
    this.messages.set(chatId, messages.length ? messages : none);
    const gone = new Set(before.map(({ idempotencyKey }) => idempotencyKey));
    for (const message of messages) {
      gone.delete(message.idempotencyKey);
      if (before.includes(message)) continue;
      this.options.keep(message.idempotencyKey, message.state === 'accepted' ? null : message);
    }
    for (const key of gone) this.options.keep(key, null);
  }
}

/** The keys of a message's parts: text, then location or template, then each file. A note is one by itself. */
function partsOf(outgoing: Outgoing): { clientKey: string; part: Partial<ChatEntry> }[] {
  const { kind, content, assets, repeated, idempotencyKey } = outgoing;
  if (kind === 'note') {
    const part = { direction: 'none', type: 'information', variant: 'internal-comment' } as const;
    return [{ clientKey: idempotencyKey, part: { ...part, message: content.text } }];
  }
  const parts: Partial<ChatEntry>[] = repeated ? [repeated] : [];
  if (content.text !== undefined) parts.push({ type: 'text', message: content.text });
  if (content.location) parts.push({ type: 'location', content: { type: 'location', ...content.location } });
  if (content.template) {
    const template = { type: 'template' as const, ...content.template };
    parts.push({ type: 'template', message: template.text, content: template });
  }
  for (const asset of assets) parts.push({ type: 'asset', assets: [shownAsset(asset)] });
  return parts.map((part, index) => ({ part, clientKey: `${idempotencyKey}:${index}` }));
}

function shownAsset({ id, fileName, contentType, size }: AssetResponse): EntryAsset {
  return { id, fileName, contentType, size, category: categoryOf(contentType), state: 'stored' };
}

export function categoryOf(contentType: string): EntryAsset['category'] {
  const [kind] = contentType.split('/');
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : 'document';
}

function hasArrived(message: Outgoing, clientKeys: Set<string | null>): boolean {
  return partsOf(message).every(({ clientKey }) => clientKeys.has(clientKey));
}

/** An entry of the thread that is not the server's yet. */
export interface OptimisticEntry extends ChatEntry {
  outgoing: Outgoing;
}

export const isOptimistic = (entry: ChatEntry): entry is OptimisticEntry => 'outgoing' in entry;

/** What became of sending something again, by whomever; null where nobody did. One that failed stands below by itself. */
export function repeatOf(
  { id }: Pick<ChatEntry, 'id'>,
  entries: ChatEntry[],
  onTheirWay: Outgoing[],
): 'sent' | 'failed' | null {
  const key = keyOfRepeat(id);
  if (entries.some(({ clientKey }) => clientKey === `${key}:0`)) return 'sent';
  const repeat = onTheirWay.find(({ idempotencyKey }) => idempotencyKey === key);
  return repeat ? (repeat.state === 'failed' ? 'failed' : 'sent') : null;
}

/** What the thread shows of messages on their way, without the parts that have arrived. */
export function optimisticEntries(messages: Outgoing[], entries: ChatEntry[]): OptimisticEntry[] {
  const arrived = new Set(entries.map((entry) => entry.clientKey));
  return messages.flatMap((outgoing) =>
    partsOf(outgoing)
      .filter(({ clientKey }) => !arrived.has(clientKey))
      .map(({ clientKey, part }) => ({ ...blank(outgoing), ...part, id: clientKey, clientKey, outgoing })),
  );
}

function blank({ chatId, userId, createdAt, state, content }: Outgoing): Omit<ChatEntry, 'id' | 'clientKey'> {
  return {
    chatId,
    position: '',
    direction: 'out',
    type: 'text',
    variant: null,
    message: null,
    content: null,
    assets: [],
    event: null,
    context: content.replyTo ? { replyTo: { messageId: content.replyTo } } : null,
    reactions: [],
    isEdited: false,
    earlier: [],
    isDeleted: false,
    status: state === 'failed' ? 'declined' : 'pending',
    statusReason: null,
    statusDetail: null,
    createdById: userId,
    createdByEntity: 'user',
    time: createdAt,
    createdAt,
    heldUntil: null,
  };
}
