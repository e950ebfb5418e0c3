import type { IncomingMessage, ServerResponse } from 'node:http';
import { Logger } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { Server, ServerOptions } from 'socket.io';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { Ack, ClientEvent, ClientToServer } from '@parley/contracts/push/index';
import { Config } from '@parley/platform/config/config';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import { clientAddress } from '@parley/platform/http/client-address';
import { TooManyRequests } from '@parley/platform/http/rate-limit';
import { countedAddress, RateLimits } from '@parley/platform/http/rate-limits';
import { Authenticator, type Concerned, type Principal } from '@parley/platform/http/principal';
import { clientEventKey } from '@parley/platform/security/client-event-key';
import { MasterKey } from '@parley/platform/security/master-key';
import { runAs } from '@parley/platform/telemetry/event-loop';
import { readClientEvent, readCursors, readFollowing, readLooking } from './client-requests';
import { credentialsOf, expiryOf } from './handshake';
import { LiveViews } from './live-views';
import type { News } from './news';
import { Pushes, type Run } from './pushes';
import { sockets } from './realtime-metrics';
import { Relay } from './relay';
import { Session, type PushSocket, type ServerToWindow } from './session';
import { SettingsNews } from './settings-news';
import { openSignal, sealSignal, type Signal } from './signal';

/** Maximum bytes of a client message; a larger one closes the connection. */
const MAX_MESSAGE_SIZE = 64 * 1024;
/** Delay in ms after which a client may retry if too many sockets are open. */
const FULL_FOR_MS = 5_000;
/** Maximum delay of a timer in ms; a timer with a longer delay would fire immediately. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Options of the one socket server, which the first gateway opens. */
export const socketServer: Pick<
  ServerOptions,
  'path' | 'transports' | 'maxHttpBufferSize' | 'connectTimeout' | 'serveClient'
> = {
  path: '/socket.io',
  transports: ['websocket', 'polling'],
  maxHttpBufferSize: MAX_MESSAGE_SIZE,
  connectTimeout: 10_000,
  serveClient: false,
};

/** The sockets of users: authenticates connections, handles requests and checks access to rooms. */
@WebSocketGateway(socketServer)
export class RealtimeGateway
  implements OnGatewayInit<Server<ClientToServer, ServerToWindow>>, OnGatewayConnection<PushSocket>
{
  private readonly logger = new Logger('realtime');
  private readonly sessions = new Map<PushSocket, Session>();

  constructor(
    private readonly authenticator: Authenticator,
    private readonly views: LiveViews,
    private readonly pushes: Pushes,
    private readonly relay: Relay,
    private readonly settings: SettingsNews,
    private readonly config: Config,
    private readonly limits: RateLimits,
    private readonly masterKey: MasterKey,
  ) {}

  /** Resolves once the sockets receive changes. */
  async start(run: Run): Promise<void> {
    run((signal) => this.relay.run(signal));
    await this.pushes.start(run);
  }

  /** @returns ids of the users with a window in this process */
  usersHere(): Set<string> {
    return new Set([...this.sessions.values()].map(({ principal: { userId } }) => userId));
  }

  afterInit(server: Server<ClientToServer, ServerToWindow>): void {
    server.engine.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
      if (request.headers.upgrade || this.mayPoll(request, response)) next();
    });
    const tell = ({ to, topic, payload }: News) => {
      const room = 'userId' in to ? `user-${to.userId}` : `customer-${to.customerId}`;
      server.to(room).emit(topic, payload);
    };
    this.settings.listen(tell);
    this.relay.hear('news', tell);
    this.relay.hear('clientEvent', (event) => this.pass(null, event));
    this.relay.hear('signal', (signal) => void this.passSignal(signal));
    this.authenticator.onChange((isConcerned) => void this.endChanged(isConcerned));
    server.use((socket, next) => {
      this.open(socket).then(
        () => next(),
        (error: unknown) => next(connectError(this.codeOf(error), error)),
      );
    });
  }

  handleConnection(socket: PushSocket): void {
    const session = this.sessions.get(socket);
    if (!session) return;
    const { customerId, userId } = session.principal;
    void socket.join([`customer-${customerId}`, `user-${userId}`]);
    socket.use((packet, next) => {
      const verdict = session.takeRequest(performance.now());
      if (verdict === 'heard') return next();
      if (verdict === 'flooded') socket.disconnect(true);
      else acknowledge(packet)({ ok: false, code: 'too_many_requests' });
    });
    this.answer(socket, 'resume', async (body) => {
      const { lists, threads } = readCursors(body, this.views.all);
      const positions: string[] = [];
      for (const { view, position } of lists)
        positions.push(await this.pushes.resume(session, view, position));
      for (const following of threads) await this.pushes.follow(session, following);
      // The oldest position: if the client resumes from there, no list or thread misses a change.
      return positions.sort()[0];
    });
    this.answer(socket, 'follow', async (body) => {
      const following = readFollowing(body);
      if (following.chatId !== null) return this.pushes.follow(session, following);
      await this.pushes.unfollow(session, following.view);
      return undefined;
    });
    this.answer(socket, 'look', async (body) => {
      await this.pushes.look(session, readLooking(body));
      return undefined;
    });
    this.answer(socket, 'emitClientEvent', async (body) => {
      const event = readClientEvent(body);
      for (const room of event.rooms) await this.pushes.requireRoom(session, room);
      const live = this.views.findBySignal(event.event);
      if (live) {
        const signal = await this.signalOf(session, live, event);
        session.noteSignal(signal, live.endings);
        this.tellSignal(signal);
        return undefined;
      }
      this.pass(session, event);
      this.relay.send('clientEvent', event);
      return undefined;
    });
  }

  /** @throws CodedError if the client may not connect */
  private async open(socket: PushSocket): Promise<void> {
    const { token, websocketId } = credentialsOf(socket.handshake);
    const address = clientAddress(socket.request, this.config.trustedProxies);
    this.limits.requests.take(countedAddress(address));
    const principal = await this.authenticator.authenticate(token, address);
    const expiresAt = principal && token ? expiryOf(token) : null;
    if (!principal || expiresAt === null) throw new CodedError('unauthenticated');
    if (!principal.can('read', 'auth')) throw new CodedError('not_authorized');
    // If the client has disconnected already, there would be no close event to end the session.
    if (socket.conn.readyState !== 'open') throw new CodedError('unavailable');
    const session = new Session(socket, principal, websocketId, this.config.limits.socketEvents);
    this.replaceHalfOpen(session);
    requireFree(this.sessions.size, this.config.limits.sockets);
    requireFree(this.socketsOf(principal), this.config.limits.userSockets);
    this.sessions.set(socket, session);
    sockets.set(this.sessions.size);
    const expiry = setTimeout(() => this.expire(socket), Math.min(expiresAt - Date.now(), MAX_TIMER_MS));
    const close = () => {
      clearTimeout(expiry);
      this.sessions.delete(socket);
      sockets.set(this.sessions.size);
      this.pushes.leave(session);
      for (const signal of session.takeEndings()) this.tellSignal(signal);
    };
    // A connection may close before the socket is connected, and a socket may disconnect while its connection stays.
    socket.conn.once('close', close);
    socket.once('disconnect', close);
    await this.pushes.join(session);
  }

  /** Closes the old connection of a window that connects again, in case its loss is not noticed yet. */
  private replaceHalfOpen({ websocketId, principal: { userId } }: Session): void {
    if (websocketId === null) return;
    for (const [socket, other] of this.sessions) {
      if (other.websocketId === websocketId && other.principal.userId === userId) socket.disconnect(true);
    }
  }

  /**
   * Counts requests of sockets that use polling. Responds 429 above the limit.
   * @returns false if the request was refused
   */
  private mayPoll(request: IncomingMessage, response: ServerResponse): boolean {
    try {
      this.limits.requests.take(countedAddress(clientAddress(request, this.config.trustedProxies)));
      return true;
    } catch (error) {
      const seconds = error instanceof TooManyRequests ? error.retryAfter : 1;
      response.writeHead(429, { 'Retry-After': String(seconds) }).end();
      return false;
    }
  }

  private socketsOf({ userId }: Principal): number {
    let count = 0;
    for (const { principal } of this.sessions.values()) if (principal.userId === userId) count++;
    return count;
  }

  /** Ends the sockets of users whose role changed or who lost access, so that they sign in again. */
  private async endChanged(isConcerned: Concerned): Promise<void> {
    for (const [socket, { principal }] of [...this.sessions]) {
      if (!isConcerned(principal)) continue;
      const { token } = credentialsOf(socket.handshake);
      const now = await this.authenticator.authenticate(token, principal.ip).catch(() => null);
      if (now?.role !== principal.role) this.expire(socket);
    }
  }

  private expire(socket: PushSocket): void {
    socket.emit('ended', { code: 'login_expired' });
    socket.disconnect(true);
  }

  /** Registers a handler for one kind of request. Its body and acknowledgement are unvalidated input. */
  private answer(
    socket: PushSocket,
    name: keyof ClientToServer,
    work: (body: unknown) => Promise<string | undefined>,
  ): void {
    const handle = async (...args: unknown[]) => {
      const reply = acknowledge(args);
      try {
        this.requireUse(socket);
        const customerIds = () => [this.sessions.get(socket)?.principal.customerId ?? 'unknown'];
        const position = await runAs({ kind: 'socket', name, customerIds }, () => work(args[0]));
        reply(position === undefined ? { ok: true } : { ok: true, position });
      } catch (error) {
        reply({ ok: false, code: this.codeOf(error) });
      }
    };
    socket.on(name, (...args: unknown[]) => void handle(...args));
  }

  /** @throws CodedError `not_authorized` if the user may use no live view */
  private requireUse(socket: PushSocket): void {
    const session = this.sessions.get(socket);
    if (!session || !this.views.all.some((live) => session.uses(live)))
      throw new CodedError('not_authorized');
  }

  /**
   * @returns the decrypted event of a client
   * @throws NotFound if the sender may not see the row
   * @throws CodedError `invalid_input` if the event was altered
   */
  private async signalOf(session: Session, live: LiveView, event: ClientEvent): Promise<Signal> {
    const { customerId, userId } = session.principal;
    const opened = openSignal(event, clientEventKey(this.masterKey, customerId));
    await this.pushes.requireVisible(session, live, opened.chatId);
    return { event: event.event, customerId, userId, ...opened };
  }

  /** Sends a signal to all processes. */
  private tellSignal(signal: Signal): void {
    void this.passSignal(signal);
    this.relay.send('signal', signal);
  }

  /** Sends a signal to the windows of all other users who may see the row, in any room. */
  private async passSignal(signal: Signal): Promise<void> {
    const { event, customerId, chatId, userId } = signal;
    const live = this.views.findBySignal(event);
    if (!live) return;
    try {
      const sessions = await this.pushes.sessionsThatSee(customerId, live, chatId);
      const key = clientEventKey(this.masterKey, customerId);
      const sealed = sealSignal(signal, `${live.room}-${chatId}`, key);
      for (const session of sessions) if (session.principal.userId !== userId) session.hear(sealed);
    } catch (error) {
      this.logger.warn(`A client event was not passed on: ${String(error)}`);
    }
  }

  /** Sends the event to the sockets in each of its rooms; each copy names only the room of its recipients. */
  private pass(from: Session | null, event: ClientEvent): void {
    for (const room of event.rooms) {
      for (const session of this.sessions.values()) {
        if (session !== from && session.socket.rooms.has(room)) session.hear({ ...event, rooms: [room] });
      }
    }
  }

  private codeOf(error: unknown): string {
    if (error instanceof CodedError) return error.code;
    this.logger.error(error);
    return 'unavailable';
  }
}

/** @throws TooManyRequests if `taken` has reached `most`; null: no maximum */
function requireFree(taken: number, most: number | null): void {
  if (most !== null && taken >= most) throw new TooManyRequests(FULL_FOR_MS);
}

function connectError(code: string, error: unknown): Error & { data: { code: string; retryAfter?: number } } {
  const retryAfter = error instanceof TooManyRequests ? error.retryAfter : undefined;
  return Object.assign(new Error(code), { data: { code, retryAfter } });
}

/** @returns the acknowledgement callback of a packet; a no-op if there is none */
function acknowledge(packet: readonly unknown[]): (ack: Ack) => void {
  const last = packet.at(-1);
  return typeof last === 'function' ? (ack) => void (last as (ack: Ack) => void)(ack) : () => undefined;
}
