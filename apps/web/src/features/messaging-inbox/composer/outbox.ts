import type { AssetResponse, ChatEntry, EntryAsset, SendResponse } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import { createKeyedStore, type KeyedStore } from '../../../lib/keyed-store';
import { codeOf, RequestFailed } from '../../../lib/problem';
import { reconnectDelay } from '../../../lib/realtime';

export type SendContent = SendRequest['content'];

/** What an entry shows, of one that is sent again. */
export type Repeated = Pick<ChatEntry, 'type' | 'message' | 'content' | 'assets'>;

/** A message on its way to the server. The same key is the same message, so it may be sent again. */
export interface Outgoing {
  idempotencyKey: string;
  chatId: string;
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
  /** Position of the newest entry that was seen when it was sent. */
  seenUpTo?: string;
  /** ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'accepted' | 'failed';
  /** Why it failed: a problem code. */
  code: string | null;
}

export interface OutboxOptions {
  send: (request: SendRequest) => Promise<SendResponse>;
  /** The server has it, and holds it for so many seconds. */
  onHeld?: (message: Outgoing, seconds: number) => void;
  /** Keeps what waits, so that closing the window loses nothing. */
  keep: (chatId: string, outgoing: Outgoing[]) => void;
  kept: Iterable<readonly [chatId: string, outgoing: Outgoing[]]>;
}

const none: Outgoing[] = [];

/** Sends each conversation's messages one after the other; without a network they wait. */
export class Outbox {
  readonly messages: KeyedStore<Outgoing[]>;
  private readonly busy = new Set<string>();
  private readonly failures = new Map<string, number>();
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();

  constructor(private readonly options: OutboxOptions) {
    this.messages = createKeyedStore(none, options.kept);
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
    this.replace(message, { state: 'waiting', code: null, seenUpTo: message.seenUpTo });
    void this.flush(message.chatId);
  }

  discard({ chatId, idempotencyKey }: Pick<Outgoing, 'chatId' | 'idempotencyKey'>): void {
    this.change(chatId, (messages) =>
      messages.filter((message) => message.idempotencyKey !== idempotencyKey),
    );
  }

  /** Whether a message here was this draft and is not the server's yet. */
  holdsDraft(version: string): boolean {
    return this.messages
      .keys()
      .some((chatId) => this.messages.get(chatId).some(({ draftVersion }) => draftVersion === version));
  }

  /** Everything that waits: at the start, and when the network is back. */
  flushAll(): void {
    for (const chatId of this.messages.keys()) void this.flush(chatId);
  }

  /** Forgets what the thread has by now. */
  settle(chatId: string, entries: ChatEntry[]): void {
    const arrived = new Set(entries.map((entry) => entry.clientKey));
    if (!this.messages.get(chatId).some((message) => hasArrived(message, arrived))) return;
    this.change(chatId, (messages) => messages.filter((message) => !hasArrived(message, arrived)));
  }

  private async flush(chatId: string): Promise<void> {
    if (this.busy.has(chatId)) return;
    clearTimeout(this.timers.get(chatId));
    this.busy.add(chatId);
    try {
      let next: Outgoing | undefined;
      while ((next = this.messages.get(chatId).find((message) => message.state === 'waiting')))
        await this.send(next);
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
    const { chatId, content, idempotencyKey, seenUpTo, draftVersion, holdForSeconds } = message;
    const rest = { idempotencyKey, seenUpTo, draftVersion, holdForSeconds };
    try {
      await this.options.send({ chat: { id: chatId }, content, ...rest });
      if (holdForSeconds) this.options.onHeld?.(message, holdForSeconds);
      this.replace(message, { state: 'accepted' });
    } catch (error) {
      if (error instanceof RequestFailed && error.isPassing) throw error;
      this.replace(message, { state: 'failed', code: codeOf(error) });
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
    const messages = change(this.messages.get(chatId));
    this.messages.set(chatId, messages.length ? messages : none);
    this.options.keep(
      chatId,
      messages.filter((message) => message.state !== 'accepted'),
    );
  }
}

/** The keys of a message's parts: text, then location or template, then each file. */
function partsOf({
  content,
  assets,
  repeated,
  idempotencyKey,
}: Outgoing): { clientKey: string; part: Partial<ChatEntry> }[] {
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
