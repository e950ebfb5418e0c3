import type {
  Introduction,
  VisitorEntry,
  VisitorMessageRequest,
  WebChatInfo,
} from '@parley/contracts/api/web-chat';
import type { WebChatField } from '@parley/contracts/rules/web-chat-settings';
import type { Live } from './live';
import type { Memory } from './memory';
import { Refused, type Server } from './server';
import type { Site } from './site';
import { chime } from './sound';
import { Thread } from './thread';

/** A message that the server has not accepted yet. */
export interface Outgoing {
  key: string;
  text: string;
  files: File[];
  state: 'sending' | 'failed';
}

export interface ChatView {
  info: WebChatInfo;
  isOpen: boolean;
  entries: readonly VisitorEntry[];
  hasMore: boolean;
  outbox: readonly Outgoing[];
  /** Fields that the introduction form asks for now; empty: the form is not shown. */
  asks: readonly WebChatField[];
  isTyping: boolean;
  unread: number;
  /** Whether the connection was lost and is not back yet. */
  isCut: boolean;
  isMuted: boolean;
  isLoading: boolean;
  hasFailed: boolean;
}

/** Actions of the visitor. In the settings' preview of the widget they do nothing. */
export interface ChatActions {
  open(): void;
  close(): void;
  send(text: string, files: File[]): void;
  retry(key: string): void;
  introduce(introduction: Introduction): Promise<void>;
  skipIntroduction(): void;
  type(isTyping: boolean): void;
  loadEarlier(): Promise<void>;
  mute(isMuted: boolean): void;
  /** Fetches the entries again, because the URLs of their files have expired. */
  refresh(): Promise<void>;
}

const RETRIES = 6;
const CUT_AFTER_MS = 3_000;
/** Interval in ms of polling for entries while the chat is open without a socket. */
const POLL_MS = 15_000;

/** The chat of one visitor on one page. */
export class Chat implements ChatActions {
  private readonly thread = new Thread();
  private readonly hearers = new Set<() => void>();
  private outbox: Outgoing[] = [];
  private known: readonly WebChatField[] = [];
  private introduction: Introduction = {};
  private isOpen = false;
  private isTyping = false;
  private isConnected = false;
  private isCut = false;
  private isLoading = false;
  private hasFailed = false;
  private isSending = false;
  private live: Promise<Live> | null = null;
  private current: ChatView;

  constructor(
    private readonly site: Site,
    private readonly info: WebChatInfo,
    private readonly server: Server,
    private readonly memory: Memory,
  ) {
    this.current = this.view();
    memory.onChange((name) => {
      if (name === 'read') this.changed();
      if (name === 'token' && !this.live && this.server.isReturning) void this.start();
    });
    document.addEventListener('visibilitychange', () => this.noteRead());
    addEventListener('online', () => void this.flush());
    setInterval(() => {
      const isWanted = this.live && this.isOpen && !this.isConnected && !document.hidden;
      if (isWanted) this.refresh().catch(() => undefined);
    }, POLL_MS);
  }

  /** Loads the thread of a returning visitor, so that the launcher shows the number of unread entries. */
  async start(): Promise<void> {
    this.live ??= this.connect();
    this.isLoading = this.thread.position === null;
    this.changed();
    try {
      this.known = (await this.server.visit()).known;
      await this.refresh();
      this.hasFailed = false;
      this.adoptOutbox();
      await this.live;
    } catch {
      this.hasFailed = this.thread.position === null;
      this.live = this.hasFailed ? null : this.live;
    } finally {
      this.isLoading = false;
      this.changed();
    }
  }

  get snapshot(): ChatView {
    return this.current;
  }

  subscribe(hear: () => void): () => void {
    this.hearers.add(hear);
    return () => this.hearers.delete(hear);
  }

  /** Called when the site names another visitor: drops the previous visitor's thread and session. */
  async identify(identity: string | null): Promise<void> {
    this.server.identify(identity);
    if (identity === null) this.memory.set('token', null);
    const live = await this.live?.catch(() => null);
    live?.close();
    this.live = null;
    this.isConnected = false;
    this.thread.reset();
    this.outbox = [];
    this.known = [];
    this.introduction = {};
    this.changed();
    if (this.isOpen || this.server.isReturning) await this.start();
  }

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.changed();
    if (!this.live || this.hasFailed) void this.start();
    this.noteRead();
  }

  close(): void {
    this.isOpen = false;
    this.type(false);
    this.changed();
  }

  send(text: string, files: File[]): void {
    const message = { key: newKey(), text: text.trim(), files, state: 'sending' } as const;
    if (!message.text && files.length === 0) return;
    this.outbox = [...this.outbox, message];
    this.keepOutbox();
    this.type(false);
    this.changed();
    void this.flush();
  }

  retry(key: string): void {
    this.outbox = this.outbox.map((one) => (one.key === key ? { ...one, state: 'sending' } : one));
    this.changed();
    void this.flush();
  }

  async introduce(introduction: Introduction): Promise<void> {
    // Before the first message there is no contact on the server, so the introduction is sent together with that
    // message.
    if (this.hasWritten) await this.server.introduce(introduction);
    else this.introduction = introduction;
    this.known = [...this.known, ...(Object.keys(introduction) as WebChatField[])];
    this.skipIntroduction();
  }

  skipIntroduction(): void {
    this.memory.set('introduced', 'yes');
    this.changed();
  }

  type(isTyping: boolean): void {
    void this.live?.then((live) => live.type(isTyping)).catch(() => undefined);
  }

  async loadEarlier(): Promise<void> {
    const [oldest] = this.thread.entries;
    if (!oldest || !this.thread.hasMore) return;
    const { entries, hasMore } = await this.server.entries(oldest.id);
    this.thread.prepend(entries, hasMore);
    this.changed();
  }

  mute(isMuted: boolean): void {
    this.memory.set('muted', isMuted ? 'yes' : null);
    this.changed();
  }

  async refresh(): Promise<void> {
    const { entries, position, hasMore } = await this.server.entries();
    this.thread.replace(entries, position, hasMore);
    this.noteTaken();
    this.changed();
    this.noteRead();
  }

  private async connect(): Promise<Live> {
    const { Live } = await import('./live');
    return new Live(this.server.url, this.site.channelId, {
      token: async () => (await this.server.visit()).token,
      forget: () => this.server.forget(),
      position: () => this.thread.position,
      connected: (isConnected) => this.become(isConnected),
      push: (push) => {
        const news = this.thread.take(push);
        if (news.length > 0) this.isTyping = false;
        const isSeen = this.isOpen && !document.hidden;
        if (news.length > 0 && !isSeen && !this.current.isMuted) chime();
        this.noteTaken();
        this.changed();
        this.noteRead();
      },
      reset: () => void this.refresh().catch(() => undefined),
      typing: ({ isTyping }) => {
        this.isTyping = isTyping;
        this.changed();
      },
    });
  }

  private become(isConnected: boolean): void {
    this.isConnected = isConnected;
    if (isConnected) {
      this.isCut = false;
      void this.flush();
    } else {
      this.isTyping = false;
      setTimeout(() => {
        this.isCut = !this.isConnected;
        this.changed();
      }, CUT_AFTER_MS);
    }
    this.changed();
  }

  /**
   * Sends waiting messages one after the other; retries each until the server accepts it or refuses it permanently.
   */
  private async flush(): Promise<void> {
    if (this.isSending) return;
    this.isSending = true;
    try {
      for (let tries = 0; ;) {
        const next = this.outbox.find(({ state }) => state === 'sending');
        if (!next) return;
        const refused = await this.post(next);
        if (!refused) {
          tries = 0;
          continue;
        }
        // While the browser is offline, no attempts are made or counted; sending resumes when it is online again.
        if (refused.isPassing && !navigator.onLine) return;
        if (refused.isPassing && ++tries < RETRIES) {
          await new Promise((resolve) => setTimeout(resolve, refused.retryAfter ?? 500 * 2 ** tries));
          continue;
        }
        tries = 0;
        this.outbox = this.outbox.map((one) => (one === next ? { ...one, state: 'failed' } : one));
        this.changed();
      }
    } finally {
      this.isSending = false;
    }
  }

  /** @returns null if the server has accepted the message; otherwise the refusal */
  private async post(message: Outgoing): Promise<Refused | null> {
    this.thread.begin();
    let sent: VisitorEntry | null = null;
    try {
      const uploaded = await Promise.all(message.files.map((file) => this.server.upload(file)));
      const request: VisitorMessageRequest = { key: message.key };
      if (message.text) request.text = message.text;
      if (uploaded.length > 0) request.files = uploaded.map(({ file }) => file);
      if (Object.keys(this.introduction).length > 0) request.introduction = this.introduction;
      const { id } = await this.server.send(request);
      sent = entryOf(message, id);
      this.introduction = {};
      this.outbox = this.outbox.filter(({ key }) => key !== message.key);
      this.keepOutbox();
      return null;
    } catch (error) {
      return error instanceof Refused ? error : new Refused(0);
    } finally {
      this.thread.end(sent);
      this.changed();
      void this.live?.then((live) => live.follow()).catch(() => undefined);
    }
  }

  /**
   * Stores unsent texts, so that they survive a change of the page. The server accepts each key once, so sending a
   * text again is safe.
   */
  private keepOutbox(): void {
    const kept = this.outbox
      .filter(({ files }) => files.length === 0)
      .map(({ key, text }) => ({ key, text }));
    this.memory.set('outbox', kept.length > 0 ? JSON.stringify(kept) : null);
  }

  private adoptOutbox(): void {
    const kept = JSON.parse(this.memory.get('outbox') ?? '[]') as { key: string; text: string }[];
    const here = new Set(this.outbox.map(({ key }) => key));
    const left = kept.filter(({ key }) => !here.has(key));
    if (left.length === 0) return;
    const adopted = left.map((one) => ({ ...one, files: [], state: 'sending' as const }));
    this.outbox = [...adopted, ...this.outbox];
    void this.flush();
  }

  /** Reports to the server that all entries have been delivered, only once for all tabs of this browser. */
  private noteTaken(): void {
    this.receipt('delivered', 'taken');
  }

  private noteRead(): void {
    if (this.isOpen && !document.hidden) this.receipt('read', 'read');
    this.changed();
  }

  private receipt(status: 'delivered' | 'read', mark: string): void {
    const until = newest(this.thread.entries);
    if (!until || until <= (this.memory.get(mark) ?? '')) return;
    this.memory.set(mark, until);
    this.server.receipt({ status, until }).catch(() => undefined);
  }

  private changed(): void {
    this.current = this.view();
    for (const hear of this.hearers) hear();
  }

  private view(): ChatView {
    const { info, isOpen, isTyping, isCut, isLoading, hasFailed, outbox } = this;
    const { entries, hasMore } = this.thread;
    const read = this.memory.get('read') ?? '';
    return {
      ...{ info, isOpen, isTyping, isCut, isLoading, hasFailed, outbox, entries, hasMore },
      asks: this.asks(),
      unread: entries.filter(({ by, createdAt }) => by !== 'visitor' && createdAt > read).length,
      isMuted: this.memory.get('muted') !== null,
    };
  }

  /**
   * Fields of the introduction form. Visitors introduce themselves after their first message; outside opening hours,
   * before it, so that the organisation can contact them later.
   */
  private asks(): readonly WebChatField[] {
    const { info, known } = this;
    const missing = info.asksFor.filter((field) => !known.includes(field));
    if (this.isLoading || missing.length === 0 || this.memory.get('introduced') !== null) return [];
    return this.hasWritten || !info.isOpen ? missing : [];
  }

  private get hasWritten(): boolean {
    return this.outbox.length > 0 || this.thread.entries.some(({ by }) => by === 'visitor');
  }
}

/** Creation time of the organisation's newest entry; null if there is none. */
function newest(entries: readonly VisitorEntry[]): string | null {
  const times = entries.filter(({ by }) => by !== 'visitor').map(({ createdAt }) => createdAt);
  return times.sort().at(-1) ?? null;
}

function entryOf({ text, files }: Outgoing, id: string): VisitorEntry {
  const time = new Date().toISOString();
  return {
    ...{ id, time, createdAt: time },
    // Sorts after all positions that the server assigns.
    position: '~',
    by: 'visitor',
    author: null,
    text: text || null,
    files: files.map((file, index) => ({
      id: `${id}/${index}`,
      name: file.name,
      contentType: file.type,
      size: file.size,
      category: file.type.startsWith('image/') ? 'image' : 'document',
      url: null,
    })),
    location: null,
  };
}

/** A random key. Unlike `crypto.randomUUID`, this needs no secure context. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
}
