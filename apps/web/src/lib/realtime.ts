import type { PersonalNews } from '@parley/contracts/api/conversation-news';
import type { Socket } from 'socket.io-client';
import type { Job } from '@parley/contracts/api/jobs';
import type {
  ChangedPush,
  ClientEvent,
  ClientToServer,
  InboxPush,
  Look,
  PresencePush,
  ResetPush,
  SentDraft,
  ServerToClient,
  TeamChatPush,
  TeamThreadPush,
  TranscriptPush,
} from '@parley/contracts/push/index';

export type PushSocket = Socket<ServerToClient, ClientToServer>;

export interface Cursors {
  inbox?: string;
  transcript?: { chatId: string; position: string };
}

export interface RealtimeState {
  status: 'connecting' | 'live' | 'lost';
  /** Attempts to connect again since the connection was lost. */
  attempts: number;
}

interface RealtimeOptions {
  /** Opens a socket that does not connect by itself. */
  open: () => Promise<PushSocket>;
  token: () => Promise<string>;
  /** A new token, although the one held may seem to hold. */
  freshToken: () => Promise<string>;
  /** Settings changed; null: they may have, while nobody was told. */
  onChanged?: (changed: ChangedPush | null) => void;
}

/** What one listener of the pushes of conversations knows and does. */
export interface PushListener {
  /** The cursors of what the screen shows, named after every connect. */
  cursors: () => Cursors;
  onPush: (push: InboxPush | TranscriptPush) => void;
  onReset: (push: ResetPush) => void;
  onPresence: (push: PresencePush) => void;
}

/** Follows live views of its own, beside the conversations with contacts. */
export interface TeamListener {
  /** Named after every connect. */
  cursors: () => Pick<Parameters<ClientToServer['resume']>[0], 'team_chat' | 'team_thread'>;
  onPush: (push: TeamChatPush | TeamThreadPush) => void;
  onReset: () => void;
  onClientEvent: (event: ClientEvent) => void;
}

/** Is told what changed in conversations, whatever the screen shows; null: something may have that nobody was told of. */
export type InboxHearer = (push: InboxPush | null) => void;

/** The wait before an attempt: 5 seconds, doubling up to 30 (spec, section 9). */
export function reconnectDelay(attempt: number): number {
  return Math.min(5_000 * 2 ** (attempt - 1), 30_000);
}

const RESUME_AGAIN_MS = 1_000;
const SHOWN_MS = 30;

/** Whether the server could not do what it was asked for only now. */
function isPassing(code: string | undefined): boolean {
  return code === 'unavailable' || code === 'too_many_requests';
}

/** The connection that pushes come over. It connects again by itself, each time with a token that holds. */
export class Realtime {
  private state: RealtimeState = { status: 'connecting', attempts: 0 };
  private readonly watchers = new Set<() => void>();
  /** What goes on from a start to its stop. */
  private run: object | null = null;
  private readonly jobListeners = new Set<(job: Job) => void>();
  private readonly draftListeners = new Set<(sent: SentDraft) => void>();
  private readonly personalListeners = new Set<(news: PersonalNews | null) => void>();
  private socket: PushSocket | null = null;
  /** The server has said that the token ends, and nothing else is wrong. */
  private isTokenOver = false;
  /** The inbox cursor of a resume that the server has not answered. */
  private owed: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private listener: PushListener | null = null;
  private readonly hearers = new Set<InboxHearer>();
  private team: TeamListener | null = null;
  private readonly toSay = new Map<string, (socket: PushSocket) => void>();

  constructor(private readonly options: RealtimeOptions) {}

  readonly getState = (): RealtimeState => this.state;

  readonly watch = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  /** Hands over how far one's jobs have come. @returns what ends that */
  onJob(listener: (job: Job) => void): () => void {
    this.jobListeners.add(listener);
    return () => void this.jobListeners.delete(listener);
  }

  /** Hands over which drafts were sent, from whichever window. @returns what ends that */
  onSentDraft(listener: (sent: SentDraft) => void): () => void {
    this.draftListeners.add(listener);
    return () => void this.draftListeners.delete(listener);
  }

  /** Hands over what only oneself is told of; null: connected again, so something may have been missed. @returns what ends that */
  onPersonal(listener: (news: PersonalNews | null) => void): () => void {
    this.personalListeners.add(listener);
    return () => void this.personalListeners.delete(listener);
  }

  start(): void {
    this.run = {};
    void this.connect();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.toSay.clear();
    this.run = null;
    this.socket?.removeAllListeners();
    this.socket?.disconnect();
    this.socket = null;
  }

  /** Hands pushes to this listener, from what it knows on. @returns what ends that */
  attach(listener: PushListener): () => void {
    this.listener = listener;
    if (this.socket?.connected) this.resume();
    return () => {
      if (this.listener === listener) this.listener = null;
    };
  }

  /** Hands over what happens in team chats, from what the listener knows on. @returns what ends that */
  attachTeam(listener: TeamListener): () => void {
    this.team = listener;
    if (this.socket?.connected) this.resumeTeam();
    return () => {
      if (this.team === listener) this.team = null;
    };
  }

  /** Tells other windows. It passes: without a connection it is not said. */
  say(event: ClientEvent): void {
    if (this.socket?.connected) this.socket.emit('emitClientEvent', event, () => undefined);
  }

  /** @returns what ends that */
  hear(hearer: InboxHearer): () => void {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  /** Follows one conversation's entries, or none of a view. Before the connection stands, `resume` names it. */
  follow(thread: Parameters<ClientToServer['follow']>[0]): void {
    this.sayOnceShown(`follow ${thread?.view ?? 'transcript'}`, (socket) =>
      socket.emit('follow', thread, () => undefined),
    );
  }

  /** Says which conversation the window shows. It passes: without a connection it is not said. */
  look(look: Look | null): void {
    this.sayOnceShown('look', (socket) => socket.emit('look', look, () => undefined));
  }

  /** Does not wait any longer: the network is back. */
  hurry(): void {
    if (this.state.status !== 'lost') return;
    clearTimeout(this.timer);
    void this.connect();
  }

  /** Somebody is back at the window, perhaps after a sleep in which the connection broke without a word. */
  wake(): void {
    this.hurry();
    // To say something finds out whether it still stands, and brings what it did not.
    if (!this.socket?.connected) return;
    this.resume();
    this.resumeTeam();
  }

  /** After the frame that shows it, and of what is said about the same only the last: going on is no leaving. */
  private sayOnceShown(about: string, say: (socket: PushSocket) => void): void {
    if (this.toSay.size === 0) setTimeout(() => this.sayAll(), SHOWN_MS);
    this.toSay.set(about, say);
  }

  private sayAll(): void {
    const { socket, toSay } = this;
    if (socket?.connected) for (const say of toSay.values()) say(socket);
    toSay.clear();
  }

  private async connect(): Promise<void> {
    const { run } = this;
    const { open, token: heldToken, freshToken } = this.options;
    const [opened, token] = await Promise.all([
      this.socket ?? open().catch(() => null),
      (this.isTokenOver ? freshToken() : heldToken()).catch(() => null),
    ]);
    if (run === null || this.run !== run) return;
    if (opened === null || token === null) return this.retryLater();
    const socket = (this.socket ??= this.listenTo(opened));
    // Not in the address, which is written down along the way.
    socket.auth = { token };
    socket.connect();
  }

  private listenTo(socket: PushSocket): PushSocket {
    socket.on('connect', () => {
      this.isTokenOver = false;
      this.become({ status: 'live', attempts: 0 });
      this.resume();
      this.resumeTeam();
      this.options.onChanged?.(null);
      this.personalListeners.forEach((listener) => listener(null));
      this.tell(null);
    });
    socket.on('push', (push) => {
      if (push.view === 'team_chat' || push.view === 'team_thread') return this.team?.onPush(push);
      this.listener?.onPush(push);
      if (push.view === 'inbox') this.tell(push);
    });
    socket.on('reset', ({ view }) => {
      if (view === 'team_chat' || view === 'team_thread') return this.team?.onReset();
      this.listener?.onReset({ view, reset: true });
      if (view === 'inbox') this.tell(null);
    });
    socket.on('clientEvent', (event) => this.team?.onClientEvent(event));
    socket.on('presence', (push) => this.listener?.onPresence(push));
    socket.on('job', (job) => this.jobListeners.forEach((listener) => listener(job)));
    socket.on('sentDraft', (sent) => this.draftListeners.forEach((listener) => listener(sent)));
    socket.on('personal', (news) => this.personalListeners.forEach((listener) => listener(news)));
    socket.on('changed', (changed) => this.options.onChanged?.(changed));
    socket.on('connect_error', () => this.retryLater());
    socket.on('ended', ({ code }) => {
      this.isTokenOver = code === 'login_expired';
    });
    socket.on('disconnect', () => (this.isTokenOver ? void this.connect() : this.retryLater()));
    return socket;
  }

  /**
   * Names how far the screen is. Until the server has answered, pushes may already be newer than what it has yet to
   * bring: should the connection break now, the next one goes on from the cursor of this one.
   */
  private resume(): void {
    const { socket, listener } = this;
    if (!listener) return;
    const cursors = listener.cursors();
    const inbox = [this.owed, cursors.inbox].filter((cursor) => cursor !== undefined).sort()[0];
    this.owed = inbox;
    socket?.emit('resume', { ...cursors, inbox }, (ack) => {
      if (ack.ok || !isPassing(ack.code)) this.owed = undefined;
      else this.timer = setTimeout(() => this.socket?.connected && this.resume(), RESUME_AGAIN_MS);
    });
  }

  private resumeTeam(): void {
    const { socket, team } = this;
    if (!team) return;
    socket?.emit('resume', team.cursors(), (ack) => {
      if (!ack.ok && isPassing(ack.code))
        setTimeout(() => socket.connected && this.resumeTeam(), RESUME_AGAIN_MS);
    });
  }

  private tell(push: InboxPush | null): void {
    for (const hearer of this.hearers) hearer(push);
  }

  private retryLater(): void {
    if (this.run === null) return;
    const attempts = this.state.attempts + 1;
    this.become({ status: 'lost', attempts });
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), reconnectDelay(attempts));
  }

  private become(state: RealtimeState): void {
    this.state = state;
    for (const watcher of this.watchers) watcher();
  }
}
