import { keyOfRepeat } from '@parley/contracts/api/client-key';
import type { AssetResponse, ChatEntry, EntryAsset } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { EmailContent } from '@parley/contracts/events/message-content';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { createCell } from '../../lib/cell';
import { codeOf, RequestFailed } from '../../lib/problem';
import { reconnectDelay } from '../../lib/realtime';

export type SendContent = SendRequest['content'];

/** The fields of a failed entry that the thread shows again when the message is sent again. */
export type Repeated = Pick<ChatEntry, 'type' | 'message' | 'content' | 'assets'>;

/**
 * A message or a note that is being sent to the server. The server accepts each key once, so retrying with the same
 * key is safe.
 */
export interface Outgoing {
  idempotencyKey: string;
  kind: DraftKind;
  chatId: string;
  /** Name of the conversation when the message was written, for failure notices. */
  name?: string;
  userId: string;
  content: SendContent;
  /** Users and teams that a note mentions. */
  mentions?: NonNullable<ChatEntry['mentions']>;
  /** The uploaded files that `content.attachments` names by id. */
  assets: AssetResponse[];
  /** Content of the failed message that `content.retryOf` names. */
  repeated?: Repeated;
  /** Seconds for which its writer can undo the send. */
  holdForSeconds?: number;
  /** Time at which to send it, chosen by the writer; ISO 8601. */
  sendAt?: string;
  /** Version of the server's draft whose text is exactly this message. */
  draftVersion?: string;
  /** Version of the server's draft from which this text was developed. */
  draftSeen?: string;
  /** Position of the newest entry that its writer had seen. */
  seenUpTo?: string;
  /** Time of writing, ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'accepted' | 'failed';
  /** Problem code of the failure, null otherwise. */
  code: string | null;
}

export interface OutboxOptions {
  send: (message: Outgoing) => Promise<unknown>;
  /** Called when the server has accepted a delayed message. @param seconds how long the server delays it */
  onHeld?: (message: Outgoing, seconds: number) => void;
  /** Called if a colleague or another window of the writer has already done the same: nothing is left to send. */
  onDoneBefore?: (message: Outgoing, code: string) => void;
  /**
   * Called for each refused message. @returns whether its text goes back into the composer; the message then leaves
   * the outbox
   */
  takesBack?: (message: Outgoing, code: string) => boolean;
  /** Called when the server refuses a message; it is then sent again only if its writer retries it. */
  onRefused?: (message: Outgoing, code: string) => void;
  /**
   * Stores a waiting message in the browser, so that it survives closing the window.
   * @param message null: removes it from storage, because the server has it or the writer discarded it
   */
  keep: (idempotencyKey: string, message: Outgoing | null) => void;
}

const none: Outgoing[] = [];
/** Problem codes for a request that was already fulfilled under another key. */
const doneBefore = new Set(['already_retried', 'draft_already_sent']);

/** Sends the messages and notes of a conversation one after the other; without a network they wait. */
export class Outbox {
  readonly messages = createCell(none);
  /**
   * Keys of messages that this window only read from storage: the window that wrote them may still send or discard
   * them.
   */
  private readonly found = new Set<string>();
  private sending: Promise<void> | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: OutboxOptions) {}

  /**
   * Adds stored messages, oldest first: from before a reload, or from another open window. The next flush sends them.
   */
  adopt(kept: Outgoing[]): void {
    for (const message of kept) {
      if (this.find(message.idempotencyKey)) continue;
      this.found.add(message.idempotencyKey);
      this.change((messages) => [...messages, message]);
    }
  }

  /** Drops a message that another window sent or discarded, unless it was written or retried in this window. */
  settledElsewhere(idempotencyKey: string): void {
    if (this.found.delete(idempotencyKey)) this.discard(idempotencyKey);
  }

  /**
   * Sends a message. A key that is already in the outbox is not added again; if its message failed, it is retried.
   */
  add(message: Outgoing): void {
    const known = this.find(message.idempotencyKey);
    if (known?.state === 'failed') return this.retry({ ...known, seenUpTo: message.seenUpTo });
    if (known) return;
    this.change((messages) => [...messages, message]);
    void this.flush();
  }

  /**
   * Retries a failed message under its own key; `seenUpTo` is updated to the entries that its writer has seen by now.
   */
  retry({ idempotencyKey, seenUpTo }: Outgoing): void {
    this.found.delete(idempotencyKey);
    this.replace(idempotencyKey, { state: 'waiting', code: null, seenUpTo });
    void this.flush();
  }

  discard(idempotencyKey: string): void {
    this.change((messages) => messages.filter((message) => message.idempotencyKey !== idempotencyKey));
  }

  /** Whether a message in this outbox was sent from this draft and is not in the thread yet. */
  holdsDraft(version: string): boolean {
    return this.messages
      .get()
      .some(({ draftVersion, draftSeen }) => draftVersion === version || draftSeen === version);
  }

  unsent(): Outgoing[] {
    return this.messages.get().filter(({ state }) => state !== 'accepted');
  }

  /** Drops the messages whose entries the thread already contains. */
  settle(entries: ChatEntry[]): void {
    const arrived = new Set(entries.map((entry) => entry.clientKey));
    if (!this.messages.get().some((message) => hasArrived(message, arrived))) return;
    this.change((messages) => messages.filter((message) => !hasArrived(message, arrived)));
  }

  /** Sends everything that waits. @returns a promise that resolves when sending ends, successful or not */
  flush(): Promise<void> {
    if (this.sending || !this.next()) return this.sending ?? Promise.resolve();
    clearTimeout(this.timer);
    this.sending = this.sendAll();
    return this.sending;
  }

  private find(idempotencyKey: string): Outgoing | undefined {
    return this.messages.get().find((message) => message.idempotencyKey === idempotencyKey);
  }

  private next(): Outgoing | undefined {
    return this.messages.get().find((message) => message.state === 'waiting');
  }

  private async sendAll(): Promise<void> {
    try {
      let next: Outgoing | undefined;
      while ((next = this.next())) await this.send(next);
      this.failures = 0;
    } catch {
      this.timer = setTimeout(() => void this.flush(), reconnectDelay(++this.failures));
    } finally {
      this.sending = null;
    }
  }

  /** @throws RequestFailed if the failure may be temporary: the message then stays in the outbox */
  private async send(message: Outgoing): Promise<void> {
    const { idempotencyKey } = message;
    const { send, onHeld, onDoneBefore, takesBack, onRefused } = this.options;
    try {
      await send(message);
      if (message.holdForSeconds) onHeld?.(message, message.holdForSeconds);
      this.replace(idempotencyKey, { state: 'accepted' });
    } catch (error) {
      if (error instanceof RequestFailed && error.isPassing) throw error;
      const code = codeOf(error);
      if (doneBefore.has(code)) {
        this.discard(idempotencyKey);
        onDoneBefore?.(message, code);
        return;
      }
      if (takesBack?.(message, code)) this.discard(idempotencyKey);
      else this.replace(idempotencyKey, { state: 'failed', code });
      onRefused?.(message, code);
    }
  }

  private replace(idempotencyKey: string, changes: Partial<Outgoing>): void {
    this.change((messages) =>
      messages.map((message) =>
        message.idempotencyKey === idempotencyKey ? { ...message, ...changes } : message,
      ),
    );
  }

  private change(change: (messages: Outgoing[]) => Outgoing[]): void {
    const before = this.messages.get();
    const messages = change(before);
    this.messages.set(messages.length ? messages : none);
    const gone = new Set(before.map(({ idempotencyKey }) => idempotencyKey));
    for (const message of messages) {
      gone.delete(message.idempotencyKey);
      if (before.includes(message)) continue;
      this.options.keep(message.idempotencyKey, message.state === 'accepted' ? null : message);
    }
    for (const key of gone) this.options.keep(key, null);
  }
}

/**
 * Splits a message into its parts with their keys, in the server's order: text, location or template, then each file.
 * A note is a single part.
 */
function partsOf(outgoing: Outgoing): { clientKey: string; part: Partial<ChatEntry> }[] {
  const { kind, content, assets, repeated, idempotencyKey } = outgoing;
  if (kind === 'note') {
    const part = { direction: 'none', type: 'information', variant: 'internal-comment' } as const;
    return [{ clientKey: idempotencyKey, part: { ...part, message: content.text } }];
  }
  if (content.email) {
    const { subject, to, cc = [], bcc = [], text } = content.email;
    const email: EmailContent = { type: 'email', subject, from: null, to, cc, bcc, text, assets: [] };
    const part = { type: 'email', message: text, content: email, assets: assets.map(shownAsset) } as const;
    return [{ clientKey: `${idempotencyKey}:0`, part }];
  }
  const parts: Partial<ChatEntry>[] = repeated ? [repeated] : [];
  if (content.text !== undefined) parts.push({ type: 'text', message: content.text });
  if (content.location) parts.push({ type: 'location', content: { type: 'location', ...content.location } });
  if (content.template) {
    // The text already contains the template's values; the header file appears with the server's entry.
    const { components: _components, ...said } = content.template;
    parts.push({ type: 'template', message: said.text, content: { type: 'template', ...said } });
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

/** An entry that the thread shows before the server has it. */
export interface OptimisticEntry extends ChatEntry {
  outgoing: Outgoing;
}

export const isOptimistic = (entry: ChatEntry): entry is OptimisticEntry => 'outgoing' in entry;

/**
 * State of the latest attempt, by any agent, to send a failed message again; null if there was none. An attempt that
 * failed has its own entry further down, so it does not count.
 */
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

/** Entries that the thread shows for messages being sent, without the parts that the thread already contains. */
export function optimisticEntries(messages: Outgoing[], entries: ChatEntry[]): OptimisticEntry[] {
  const arrived = new Set(entries.map((entry) => entry.clientKey));
  return messages.flatMap((outgoing) =>
    partsOf(outgoing)
      .filter(({ clientKey }) => !arrived.has(clientKey))
      .map(({ clientKey, part }) => ({ ...blank(outgoing), ...part, id: clientKey, clientKey, outgoing })),
  );
}

function blank({
  chatId,
  userId,
  createdAt,
  state,
  content,
  sendAt,
  mentions,
}: Outgoing): Omit<ChatEntry, 'id' | 'clientKey'> {
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
    identityId: null,
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
    heldUntil: sendAt ?? null,
    mentions: mentions ?? null,
    isScheduled: sendAt !== undefined,
  };
}
