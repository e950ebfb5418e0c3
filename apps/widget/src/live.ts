import { io } from 'socket.io-client';
import type { ServerToVisitor, VisitorToServer } from '@parley/contracts/api/web-chat';
import type { Socket } from 'socket.io-client';

/** What the socket tells, and what it asks for when it connects. */
export interface LiveHandlers {
  token: () => Promise<string>;
  /** The token was refused. */
  forget: () => void;
  position: () => string | null;
  connected: (isConnected: boolean) => void;
  push: ServerToVisitor['push'];
  reset: () => void;
  typing: ServerToVisitor['typing'];
}

/** Nobody has written yet: it is looked again whether somebody has. */
const FOLLOW_AGAIN_MS = 10_000;

/** The socket to the visitor's thread. It connects again by itself, and goes on from where it was. */
export class Live {
  private readonly socket: Socket<ServerToVisitor, VisitorToServer>;
  private again: ReturnType<typeof setTimeout> | undefined;
  private isFollowing = false;

  constructor(
    url: string,
    channelId: string,
    private readonly handlers: LiveHandlers,
  ) {
    this.socket = io(url, {
      transports: ['websocket'],
      forceNew: true,
      reconnectionDelayMax: 15_000,
      auth: (say) => {
        handlers.token().then(
          (token) => say({ channelId, token }),
          () => say({ channelId, token: '' }),
        );
      },
    });
    this.socket.on('connect', () => this.follow());
    this.socket.on('disconnect', (reason) => {
      this.isFollowing = false;
      handlers.connected(false);
      // Only then does it not come back by itself.
      if (reason === 'io server disconnect') this.later(() => this.socket.connect());
    });
    this.socket.on('connect_error', (error) => {
      const code = (error as Error & { data?: { code?: string } }).data?.code;
      if (code === 'unauthenticated') handlers.forget();
      // Refused by the server, and not by the network: it does not come back by itself.
      if (code !== undefined) this.later(() => this.socket.connect());
    });
    // The socket hears of it by itself, but not where the server is `localhost`.
    addEventListener('offline', this.cut);
    addEventListener('online', this.mend);
    this.socket.on('push', handlers.push);
    this.socket.on('reset', handlers.reset);
    this.socket.on('typing', handlers.typing);
  }

  /** Follows the thread, unless it does. Called again once the first message is sent. */
  follow(): void {
    if (!this.socket.connected || this.isFollowing) return;
    clearTimeout(this.again);
    this.isFollowing = true;
    this.handlers.connected(true);
    this.socket.emit('follow', this.handlers.position(), ({ ok }) => {
      this.isFollowing = ok;
      if (!ok) this.later(() => this.follow());
    });
  }

  type(isTyping: boolean): void {
    if (this.isFollowing) this.socket.volatile.emit('typing', isTyping);
  }

  close(): void {
    clearTimeout(this.again);
    removeEventListener('offline', this.cut);
    removeEventListener('online', this.mend);
    this.socket.disconnect();
  }

  /** It connects again by itself. */
  private readonly cut = () => this.socket.io.engine?.close();

  /** Nor does it wait for its next try. */
  private readonly mend = () => {
    if (!this.socket.connected) this.socket.disconnect().connect();
  };

  private later(work: () => void): void {
    clearTimeout(this.again);
    this.again = setTimeout(work, FOLLOW_AGAIN_MS);
  }
}
