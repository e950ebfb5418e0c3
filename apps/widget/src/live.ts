import { io } from 'socket.io-client';
import type { ServerToVisitor, VisitorToServer } from '@parley/contracts/api/web-chat';
import type { Socket } from 'socket.io-client';

/** Callbacks and values that the socket needs. */
export interface LiveHandlers {
  token: () => Promise<string>;
  /** Drops the token; called when the server has refused it. */
  forget: () => void;
  position: () => string | null;
  connected: (isConnected: boolean) => void;
  push: ServerToVisitor['push'];
  reset: () => void;
  typing: ServerToVisitor['typing'];
}

/**
 * Delay in ms before subscribing to the thread is retried; it fails until the visitor has sent their first message.
 */
const FOLLOW_AGAIN_MS = 10_000;

/** The socket that receives the visitor's thread. Reconnects automatically and resumes from the last position. */
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
      // Socket.IO reconnects automatically after every other reason.
      if (reason === 'io server disconnect') this.later(() => this.socket.connect());
    });
    this.socket.on('connect_error', (error) => {
      const code = (error as Error & { data?: { code?: string } }).data?.code;
      if (code === 'unauthenticated') handlers.forget();
      // If the server, not the network, has refused the connection, Socket.IO does not reconnect automatically.
      if (code !== undefined) this.later(() => this.socket.connect());
    });
    // The socket notices a lost network without these events, except if the server is `localhost`.
    addEventListener('offline', this.cut);
    addEventListener('online', this.mend);
    this.socket.on('push', handlers.push);
    this.socket.on('reset', handlers.reset);
    this.socket.on('typing', handlers.typing);
  }

  /** Subscribes to the thread unless that was already done. Call it again after the visitor's first message. */
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

  /** Closes the connection, after which Socket.IO reconnects automatically. */
  private readonly cut = () => this.socket.io.engine?.close();

  /** Reconnects at once instead of waiting for the next attempt. */
  private readonly mend = () => {
    if (!this.socket.connected) this.socket.disconnect().connect();
  };

  private later(work: () => void): void {
    clearTimeout(this.again);
    this.again = setTimeout(work, FOLLOW_AGAIN_MS);
  }
}
