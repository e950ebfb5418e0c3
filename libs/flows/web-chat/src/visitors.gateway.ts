import { Logger } from '@nestjs/common';
import { WebSocketGateway, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import type { Namespace, Socket } from 'socket.io';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { ServerToVisitor, VisitorToServer } from '@parley/contracts/api/web-chat';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import type { Change } from '@parley/event-sourcing/projection/view';
import { Config } from '@parley/platform/config/config';
import { backoff } from '@parley/platform/database/retry';
import { Allowance } from '@parley/platform/http/allowance';
import { clientAddress } from '@parley/platform/http/client-address';
import { countedAddress, RateLimits } from '@parley/platform/http/rate-limits';
import { ChangeSet, MAX_CHANGES } from '@parley/realtime/change-set';
import { PresenceBoard } from '@parley/realtime/presence-board';
import { Pushes } from '@parley/realtime/pushes';
import { socketServer } from '@parley/realtime/realtime.gateway';
import { VisitorThreads, type VisitorThread } from './visitor-threads';
import { VisitorTokens, type Visitor } from './visitor-tokens';
import { WebChatChannels } from './web-chat-channels';

/** Data of a visitor's socket: the visitor, and the thread to which it is subscribed. */
interface VisitorData {
  visitor: Visitor;
  customerId: string;
  address: string;
  thread: VisitorThread | null;
  allowance: Allowance | null;
}

type VisitorSocket = Socket<VisitorToServer, ServerToVisitor, Record<string, never>, VisitorData>;
type Visitors = Namespace<VisitorToServer, ServerToVisitor, Record<string, never>, VisitorData>;

/**
 * Maximum number of tries to find a new thread, which the worker creates shortly after the visitor's first message.
 */
const LOOKS = 8;

/**
 * Serves the sockets of visitors: each receives the changes of its own thread, and whether an agent is typing in it.
 */
@WebSocketGateway({ ...socketServer, namespace: '/web-chat' })
export class VisitorsGateway implements OnGatewayInit<Visitors>, OnGatewayConnection<VisitorSocket> {
  private readonly logger = new Logger('web-chat');
  private readonly byAddress = new Map<string, number>();
  /**
   * The last pending push of each thread. Pushes of a thread run one after the other, so that an older version of an
   * entry never overwrites a newer one.
   */
  private readonly lanes = new Map<string, Promise<void>>();
  private visitors!: Visitors;

  constructor(
    private readonly channels: WebChatChannels,
    private readonly tokens: VisitorTokens,
    private readonly threads: VisitorThreads,
    private readonly feed: ChangeFeed,
    private readonly pushes: Pushes,
    private readonly presence: PresenceBoard,
    private readonly config: Config,
    private readonly limits: RateLimits,
  ) {}

  afterInit(visitors: Visitors): void {
    this.visitors = visitors;
    this.pushes.onChanges(transcriptView.name, (changes) => this.hear(changes));
    this.presence.onChange((customerId, view, ids) => {
      if (view === inboxView.name) for (const id of ids) this.tellTyping(customerId, id);
    });
    visitors.use((socket, next) => {
      this.open(socket).then(
        () => next(),
        (error: unknown) => next(refusal(error)),
      );
    });
  }

  handleConnection(socket: VisitorSocket): void {
    const { address, allowance } = socket.data;
    this.byAddress.set(address, (this.byAddress.get(address) ?? 0) + 1);
    socket.once('disconnect', () => {
      const left = (this.byAddress.get(address) ?? 1) - 1;
      if (left > 0) this.byAddress.set(address, left);
      else this.byAddress.delete(address);
      this.presence.look(socket.id, null);
    });
    socket.use((_packet, next) => {
      // Disconnects a client that sends more events than a person can.
      if ((allowance?.take(performance.now()) ?? 0) > 0) socket.disconnect(true);
      else next();
    });
    socket.on('follow', (position: unknown, ack: unknown) => {
      const answer = typeof ack === 'function' ? (ack as (given: { ok: boolean }) => void) : () => undefined;
      this.follow(
        socket,
        typeof position === 'string' && /^[\w-]{1,64}$/.test(position) ? position : null,
      ).then(
        (ok) => answer({ ok }),
        (error: unknown) => {
          this.logger.error(error);
          answer({ ok: false });
        },
      );
    });
    socket.on('typing', (isTyping: unknown) => this.noteTyping(socket, isTyping === true));
  }

  /** @throws CodedError if the visitor may not connect */
  private async open(socket: VisitorSocket): Promise<void> {
    const { auth, headers } = socket.handshake;
    const given = auth as Record<string, unknown>;
    const [channelId, token] = [String(given.channelId), String(given.token)];
    const address = countedAddress(clientAddress(socket.request, this.config.trustedProxies));
    this.limits.requests.take(address);
    const { visitorSockets, visitorAddressSockets, socketEvents } = this.config.limits;
    requireFree(this.visitors.sockets.size, visitorSockets);
    requireFree(this.byAddress.get(address) ?? 0, visitorAddressSockets);
    const { channel } = await this.channels.require(channelId, headers.origin);
    const visitor = await this.tokens.visitor(token, channelId);
    if (!visitor) throw new CodedError('unauthenticated');
    const { customerId } = channel;
    const allowance = socketEvents && new Allowance(socketEvents);
    Object.assign(socket.data, { visitor, customerId, address, allowance, thread: null });
  }

  /**
   * Subscribes a socket to the visitor's thread: sends the changes since a cursor, and then each new one.
   * @param after the cursor; null if the widget has no entries yet: it then gets `reset`, and fetches them
   * @returns false while the visitor has no thread
   */
  private async follow(socket: VisitorSocket, after: string | null): Promise<boolean> {
    const thread = await this.threadOf(socket, after !== null);
    if (!thread) return false;
    const { customerId, conversationId } = thread;
    await this.inTurn(conversationId, async () => {
      if (!socket.connected) return;
      await socket.join(conversationId);
      const options = { customerId, after: after ?? '', limit: MAX_CHANGES, parentId: conversationId };
      const changes = after === null ? null : await this.feed.since(transcriptView.name, options);
      if (!changes) socket.emit('reset');
      else if (changes.length > 0) await this.push(thread, changes, [socket.id]);
    });
    this.tellTyping(customerId, conversationId);
    return true;
  }

  /**
   * Returns the visitor's thread; null if there is none.
   * @param isAwaited whether the visitor has written a message, so that the thread will exist in a moment
   */
  private async threadOf(socket: VisitorSocket, isAwaited: boolean): Promise<VisitorThread | null> {
    const { data } = socket;
    for (let looks = 1; !data.thread && socket.connected; looks++) {
      data.thread = (await this.threads.find(data.visitor, data)).thread;
      if (data.thread || !isAwaited || looks >= LOOKS) break;
      await new Promise((resolve) => setTimeout(resolve, backoff(looks)).unref());
    }
    return data.thread;
  }

  private hear(changes: Change[]): void {
    const { rooms } = this.visitors.adapter;
    const byThread = new Map<string, Change[]>();
    for (const change of changes) {
      const { parentId } = change;
      if (!parentId || !rooms.has(parentId)) continue;
      byThread.set(parentId, [...(byThread.get(parentId) ?? []), change]);
    }
    for (const [conversationId, theirs] of byThread) {
      void this.inTurn(conversationId, async () => {
        const thread = this.followersOf(conversationId)[0]?.data.thread;
        if (thread?.customerId === theirs[0]!.customerId) await this.push(thread, theirs, conversationId);
      });
    }
  }

  private async push(thread: VisitorThread, changes: Change[], to: string | string[]): Promise<void> {
    const set = new ChangeSet(changes);
    if (set.isTooMany) {
      this.visitors.to(to).emit('reset');
      return;
    }
    const ids = set.rows.map(({ id }) => id);
    const entries = await this.threads.among(thread, ids);
    const shown = new Set(entries.map(({ id }) => id));
    const gone = ids.filter((id) => !shown.has(id));
    this.visitors.to(to).emit('push', { position: set.position, entries, gone });
  }

  private noteTyping({ id, data: { thread } }: VisitorSocket, isTyping: boolean): void {
    if (!thread) return;
    const { customerId, contactId: userId, conversationId: chatId } = thread;
    this.presence.look(id, isTyping ? { customerId, userId, view: inboxView.name, chatId, isTyping } : null);
  }

  private tellTyping(customerId: string, conversationId: string): void {
    const contactId = this.followersOf(conversationId)[0]?.data.thread?.contactId;
    if (!contactId) return;
    const present = this.presence.in(customerId, inboxView.name, conversationId);
    const isTyping = present.some((one) => one.isTyping && one.userId !== contactId);
    this.visitors.to(conversationId).emit('typing', { isTyping });
  }

  private followersOf(conversationId: string): VisitorSocket[] {
    const ids = [...(this.visitors.adapter.rooms.get(conversationId) ?? [])];
    return ids.flatMap((id) => this.visitors.sockets.get(id) ?? []);
  }

  /** Runs the work of one thread in order. After an error, only the sockets of that thread start over. */
  private async inTurn(conversationId: string, work: () => Promise<void>): Promise<void> {
    const before = this.lanes.get(conversationId) ?? Promise.resolve();
    const mine = before.then(work).catch((error: unknown) => {
      this.logger.error(`A push to a visitor failed: ${String(error)}`);
      this.visitors.to(conversationId).emit('reset');
    });
    this.lanes.set(conversationId, mine);
    await mine;
    if (this.lanes.get(conversationId) === mine) this.lanes.delete(conversationId);
  }
}

function requireFree(taken: number, most: number | null): void {
  if (most !== null && taken >= most) throw new CodedError('too_many_requests');
}

function refusal(error: unknown): Error & { data: { code: string } } {
  const code = error instanceof CodedError ? error.code : 'unavailable';
  return Object.assign(new Error(code), { data: { code } });
}
