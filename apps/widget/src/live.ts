import { io } from 'socket.io-client';
import type { ServerToVisitor, VisitorToServer } from '@parley/contracts/api/web-chat';
import type { Socket } from 'socket.io-client';

/** Callbacks of the socket, and the values that it needs to connect. */
export interface LiveHandlers {
  token: () => Promise<string>;
  /** Called when the server refuses the token. */
  forget: () => void;
  position: () => string | null;
  connected: (isConnected: boolean) => void;
  push: ServerToVisitor['push'];
  reset: () => void;
  typing: ServerToVisitor['typing'];
}

/** Delay in ms before retrying; before the visitor's first message, following the thread fails. */
const FOLLOW_AGAIN_MS = 10_000;

/** The socket for the visitor's thread. Reconnects by itself and resumes from the last position. */
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
      // Only after this reason does Socket.IO not reconnect by itself.
      if (reason === 'io server disconnect') this.later(() => this.socket.connect());
    });
    this.socket.on('connect_error', (error) => {
      const code = (error as Error & { data?: { code?: string } }).data?.code;
      if (code === 'unauthenticated') handlers.forget();
      // If the server, not the network, refused the connection, Socket.IO does not reconnect by itself.
      if (code !== undefined) this.later(() => this.socket.connect());
    });
    // The socket notices a lost network by itself, except if the server is `localhost`.
    addEventListener('offline', this.cut);
    addEventListener('online', this.mend);
    this.socket.on('push', handlers.push);
    this.socket.on('reset', handlers.reset);
    this.socket.on('typing', handlers.typing);
  }

  /** Follows the thread unless it is already followed. Call it again after the first message. */
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

  /** Closes the transport; Socket.IO then reconnects by itself. */
  private readonly cut = () => this.socket.io.engine?.close();

  /** Reconnects at once instead of after the next delay. */
  private readonly mend = () => {
    if (!this.socket.connected) this.socket.disconnect().connect();
  };

  private later(work: () => void): void {
    clearTimeout(this.again);
    this.again = setTimeout(work, FOLLOW_AGAIN_MS);
  }
}
