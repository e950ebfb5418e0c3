import { keyOfRepeat } from '@parley/contracts/api/client-key';
import type { AssetResponse, ChatEntry, EntryAsset } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { EmailContent } from '@parley/contracts/events/message-content';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { createCell } from '../../lib/cell';
import { codeOf, RequestFailed } from '../../lib/problem';
import { reconnectDelay } from '../../lib/realtime';

export type SendContent = SendRequest['content'];

/** What an entry shows, of one that is sent again. */
export type Repeated = Pick<ChatEntry, 'type' | 'message' | 'content' | 'assets'>;

/** A message or a note on its way to the server. The same key is the same one, so it may be sent again. */
export interface Outgoing {
  idempotencyKey: string;
  kind: DraftKind;
  chatId: string;
  /** What its writer knew the conversation by. */
  name?: string;
  userId: string;
  content: SendContent;
  /** Whom a note asks to look. */
  mentions?: NonNullable<ChatEntry['mentions']>;
  /** The uploaded files that `content.attachments` names. */
  assets: AssetResponse[];
  /** What is said again, where it names a message that could not be sent. */
  repeated?: Repeated;
  /** How long its writer may take it back. */
  holdForSeconds?: number;
  /** When it goes, ISO 8601: its writer chose so. */
  sendAt?: string;
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
  /** Asked for each refused message whether its words are taken back: then it leaves the outbox. */
  takesBack?: (message: Outgoing, code: string) => boolean;
  /** The server does not take it: it is sent again only when its writer says so. */
  onRefused?: (message: Outgoing, code: string) => void;
  /** Keeps what waits, so that closing the window loses nothing; null: the server has it, or nobody wants it. */
  keep: (idempotencyKey: string, message: Outgoing | null) => void;
}

const none: Outgoing[] = [];
/** Codes by which the server says that what is asked for was done under another key. */
const doneBefore = new Set(['already_retried', 'draft_already_sent']);

/** Sends the messages and notes of a conversation one after the other; without a network they wait. */
export class Outbox {
  readonly messages = createCell(none);
  /** Keys of what was only found here: another window may settle it. */
  private readonly found = new Set<string>();
  private sending: Promise<void> | null = null;
  private failures = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: OutboxOptions) {}

  /**
   * Messages that were kept here, oldest first: by this window before it was left, or by another that is open. They go
   * out with the next flush.
   */
  adopt(kept: Outgoing[]): void {
    for (const message of kept) {
      if (this.find(message.idempotencyKey)) continue;
      this.found.add(message.idempotencyKey);
      this.change((messages) => [...messages, message]);
    }
  }

  /** Another window has settled it: the server has it, or nobody wants it. What was written here stays. */
  settledElsewhere(idempotencyKey: string): void {
    if (this.found.delete(idempotencyKey)) this.discard(idempotencyKey);
  }

  /** The same key again is the same message: one that failed is tried again. */
  add(message: Outgoing): void {
    const known = this.find(message.idempotencyKey);
    if (known?.state === 'failed') return this.retry({ ...known, seenUpTo: message.seenUpTo });
    if (known) return;
    this.change((messages) => [...messages, message]);
    void this.flush();
  }

  /** Sends a failed message again, under its own key, by what its writer has seen since. */
  retry({ idempotencyKey, seenUpTo }: Outgoing): void {
    this.found.delete(idempotencyKey);
    this.replace(idempotencyKey, { state: 'waiting', code: null, seenUpTo });
    void this.flush();
  }

  discard(idempotencyKey: string): void {
    this.change((messages) => messages.filter((message) => message.idempotencyKey !== idempotencyKey));
  }

  /** Whether a message here was this draft and is not the server's yet. */
  holdsDraft(version: string): boolean {
    return this.messages
      .get()
      .some(({ draftVersion, draftSeen }) => draftVersion === version || draftSeen === version);
  }

  /** What the server does not have: it waits, or was refused. */
  unsent(): Outgoing[] {
    return this.messages.get().filter(({ state }) => state !== 'accepted');
  }

  /** Forgets what the thread has by now. */
  settle(entries: ChatEntry[]): void {
    const arrived = new Set(entries.map((entry) => entry.clientKey));
    if (!this.messages.get().some((message) => hasArrived(message, arrived))) return;
    this.change((messages) => messages.filter((message) => !hasArrived(message, arrived)));
  }

  /** Sends everything that waits. */
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

  /** @throws RequestFailed when the failure may pass: the message keeps waiting */
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

/** The keys of a message's parts: text, then location or template, then each file. A note is one by itself. */
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
    // The values stand in its words; its file comes with the entry.
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
