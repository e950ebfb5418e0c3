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
  /** Attempts to reconnect since the connection was lost. */
  attempts: number;
}

interface RealtimeOptions {
  /** Creates a socket that connects only when `connect` is called. */
  open: () => Promise<PushSocket>;
  token: () => Promise<string>;
  /** Fetches a new token, even if the present one seems to be valid. */
  freshToken: () => Promise<string>;
  /**
   * Called when settings have changed.
   * @param changed null: the connection was interrupted, so any setting may have changed
   */
  onChanged?: (changed: ChangedPush | null) => void;
}

/** Listener for pushes about conversations with contacts. */
export interface PushListener {
  /** Log positions up to which the views on the screen are complete, sent after every connect. */
  cursors: () => Cursors;
  onPush: (push: InboxPush | TranscriptPush) => void;
  onReset: (push: ResetPush) => void;
  onPresence: (push: PresencePush) => void;
}

/** Listener for pushes about team chats, independent of those about conversations with contacts. */
export interface TeamListener {
  /** Log positions up to which the cached team chats are complete, sent after every connect. */
  cursors: () => Pick<Parameters<ClientToServer['resume']>[0], 'team_chat' | 'team_thread'>;
  onPush: (push: TeamChatPush | TeamThreadPush) => void;
  onReset: () => void;
  onClientEvent: (event: ClientEvent) => void;
}

/**
 * Called for every change of conversations, whichever page is open.
 * @param push null: pushes may have been missed
 */
export type InboxHearer = (push: InboxPush | null) => void;

/** Delay in ms before an attempt to reconnect: 5 seconds, then doubled up to 30 (spec, section 9). */
export function reconnectDelay(attempt: number): number {
  return Math.min(5_000 * 2 ** (attempt - 1), 30_000);
}

const RESUME_AGAIN_MS = 1_000;
const SHOWN_MS = 30;

/** Whether the failure with this code may be temporary, so that a retry may succeed. */
function isPassing(code: string | undefined): boolean {
  return code === 'unavailable' || code === 'too_many_requests';
}

/** The realtime connection to the server. Reconnects automatically, each time with a valid token. */
export class Realtime {
  private state: RealtimeState = { status: 'connecting', attempts: 0 };
  private readonly watchers = new Set<() => void>();
  /** Identifies the time from one `start` to the next `stop`; null while stopped. */
  private run: object | null = null;
  private readonly jobListeners = new Set<(job: Job) => void>();
  private readonly draftListeners = new Set<(sent: SentDraft) => void>();
  private readonly personalListeners = new Set<(news: PersonalNews | null) => void>();
  private socket: PushSocket | null = null;
  /** Whether the server ended the connection because the token had expired. */
  private isTokenOver = false;
  /** Inbox cursor of a resume that the server has not acknowledged yet; undefined if there is none. */
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

  /**
   * Subscribes to the progress of the user's own jobs.
   * @returns a function that unsubscribes
   */
  onJob(listener: (job: Job) => void): () => void {
    this.jobListeners.add(listener);
    return () => void this.jobListeners.delete(listener);
  }

  /**
   * Subscribes to notices that a draft was sent in any of the user's windows.
   * @returns a function that unsubscribes
   */
  onSentDraft(listener: (sent: SentDraft) => void): () => void {
    this.draftListeners.add(listener);
    return () => void this.draftListeners.delete(listener);
  }

  /**
   * Subscribes to pushes for this user only; the listener gets null after a reconnection, since pushes may have been
   * missed.
   * @returns a function that unsubscribes
   */
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

  /**
   * Sets the listener for pushes about conversations and resumes from its cursors. @returns a function that removes
   * it
   */
  attach(listener: PushListener): () => void {
    this.listener = listener;
    if (this.socket?.connected) this.resume();
    return () => {
      if (this.listener === listener) this.listener = null;
    };
  }

  /** Sets the listener for team chats and resumes from its cursors. @returns a function that removes it */
  attachTeam(listener: TeamListener): () => void {
    this.team = listener;
    if (this.socket?.connected) this.resumeTeam();
    return () => {
      if (this.team === listener) this.team = null;
    };
  }

  /** Sends an event to windows of other users of the organisation; dropped if there is no connection. */
  say(event: ClientEvent): void {
    if (this.socket?.connected) this.socket.emit('emitClientEvent', event, () => undefined);
  }

  /**
   * Subscribes to all changes of conversations, see `InboxHearer`.
   * @returns a function that unsubscribes
   */
  hear(hearer: InboxHearer): () => void {
    this.hearers.add(hearer);
    return () => this.hearers.delete(hearer);
  }

  /**
   * Asks the server to push the entries of one conversation per view, or of none. Nothing is sent before the
   * connection is established, because `resume` then sends the same request.
   */
  follow(thread: Parameters<ClientToServer['follow']>[0]): void {
    this.sayOnceShown(`follow ${thread?.view ?? 'transcript'}`, (socket) =>
      socket.emit('follow', thread, () => undefined),
    );
  }

  /** Reports the conversation that this window shows; dropped if there is no connection. */
  look(look: Look | null): void {
    this.sayOnceShown('look', (socket) => socket.emit('look', look, () => undefined));
  }

  /** Call when the network is back: reconnects without waiting for the next attempt. */
  hurry(): void {
    if (this.state.status !== 'lost') return;
    clearTimeout(this.timer);
    void this.connect();
  }

  /**
   * Call when the user returns to the window, since the connection may have broken unnoticed while the computer
   * slept.
   */
  wake(): void {
    this.hurry();
    // Sending reveals whether the connection still works, and resuming fetches missed pushes.
    if (!this.socket?.connected) return;
    this.resume();
    this.resumeTeam();
  }

  /**
   * Sends after the next frame, and only the last of several messages with the same `about`: when the user changes
   * conversations, leaving the first one is not reported separately.
   */
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
    // The token is not part of the URL, since proxies may log URLs.
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
   * Sends the cursors of the views on the screen. Until the server has acknowledged them, pushes may already be newer
   * than those that the resume still has to deliver, so a reconnection in between uses the same inbox cursor again.
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
