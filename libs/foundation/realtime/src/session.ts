import type { Socket } from 'socket.io';
import type {
  ClientEvent,
  ClientToServer,
  ListPush,
  PresencePush,
  ResetPush,
  ServerToClient,
  ThreadPush,
} from '@parley/contracts/push/index';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { Principal } from '@parley/platform/http/principal';
import type { Rate } from '@parley/platform/config/limits';
import { Allowance } from '@parley/platform/http/allowance';
import type { Threaded } from './live-views';
import type { News, NewsTopic } from './news';
import type { Signal } from './signal';

/** Like `ServerToClient`, but with any view and topic, while the client's type lists particular ones. */
export type ServerToWindow = Omit<ServerToClient, 'push' | 'reset' | NewsTopic> & {
  push: (push: ListPush | ThreadPush) => void;
  reset: (push: ResetPush<string>) => void;
} & Record<NewsTopic, (payload: News['payload']) => void>;

export type PushSocket = Socket<ClientToServer, ServerToWindow>;

/** Maximum number of packets in memory for a slow socket. */
const MAX_BACKLOG_LENGTH = 32;

/** Number of refused requests in a row after which the client counts as flooding. */
const PATIENCE = 200;

/** Maximum number of open signals per socket, more than the rows in which a user can type. */
const MAX_BEGUN = 20;

/** A connected socket with its principal, its viewers and the threads that it follows. */
export class Session {
  /** The followed row by the thread's view. */
  private readonly threads = new Map<string, { id: string; room: string }>();
  /** Viewers by name of live view. A view without a loaded viewer shows nothing. */
  private readonly viewers = new Map<string, unknown>();
  /** Signals to send if the connection is lost, such as the end of typing; by event and row. */
  private readonly begun = new Map<string, Signal>();
  private readonly allowance: Allowance | null;
  private refused = 0;
  private readonly behind = new Set<string>();

  constructor(
    readonly socket: PushSocket,
    readonly principal: Principal,
    /** Id of the browser tab, which keeps it when it connects again. */
    readonly websocketId: string | null,
    events: Rate | null,
  ) {
    this.allowance = events && new Allowance(events);
  }

  /** Whether the user may use a view at all. */
  uses({ ability }: LiveView): boolean {
    const [subject = '', action = ''] = ability.split(':');
    return this.principal.can(action, subject);
  }

  /** @returns the viewer that decides which rows of a view are shown; undefined until it is loaded */
  viewerOf({ view }: LiveView): unknown {
    return this.viewers.get(view);
  }

  become({ view }: LiveView, viewer: unknown): void {
    this.viewers.set(view, viewer);
  }

  maySee(live: LiveView, access: unknown): boolean {
    const viewer = this.viewerOf(live);
    return viewer !== undefined && this.uses(live) && live.visibleTo(viewer, access);
  }

  /**
   * Counts a request of this socket against its rate limit.
   * @param now time in ms by a clock that never goes back
   * @returns `heard`: the request is within the limit. `flooded`: it is one of more than PATIENCE refusals in a row.
   */
  takeRequest(now: number): 'heard' | 'refused' | 'flooded' {
    const wait = this.allowance?.take(now) ?? 0;
    this.refused = wait > 0 ? this.refused + 1 : 0;
    if (this.refused === 0) return 'heard';
    return this.refused > PATIENCE ? 'flooded' : 'refused';
  }

  /** Subscribes to the thread of this row instead of the former thread of the same view. */
  async follow({ room: kind, thread: { view } }: Threaded, id: string): Promise<void> {
    await this.unfollow(view);
    const room = `${kind}-${id}`;
    this.threads.set(view, { id, room });
    await this.socket.join(room);
  }

  /** Whether the session follows one of these rows of a view. */
  followsAny({ thread }: LiveView, ids: { has(id: string): boolean }): boolean {
    const followed = thread && this.threads.get(thread.view);
    return followed !== undefined && ids.has(followed.id);
  }

  /** @returns the followed row of a thread's view */
  followedIn(view: string): string | undefined {
    return this.threads.get(view)?.id;
  }

  /** Whether the socket is in this room of a followed row. */
  isIn(room: string): boolean {
    return [...this.threads.values()].some((followed) => followed.room === room);
  }

  async unfollow(view: string): Promise<void> {
    const followed = this.threads.get(view);
    if (!followed) return;
    this.threads.delete(view);
    await this.socket.leave(followed.room);
  }

  /** Sends one push to several sessions, encoded once. A slow socket gets nothing and is reset once it catches up. */
  static push(sessions: Session[], push: ListPush | ThreadPush): void {
    const ready = sessions.filter((session) => session.keepsUp(push.view));
    const [first] = ready;
    // Each socket is alone in the room that is named by its id.
    first?.socket.nsp.to(ready.map(({ socket }) => socket.id)).emit('push', push);
  }

  /**
   * Records a signal that its user started or ended.
   * @param endings for each starting event, the event that ends it
   */
  noteSignal(signal: Signal, endings: Readonly<Record<string, string>> = {}): void {
    const ending = endings[signal.event];
    if (ending === undefined) return void this.begun.delete(`${signal.event} ${signal.chatId}`);
    this.begun.set(`${ending} ${signal.chatId}`, { ...signal, event: ending, typingTime: 0 });
    for (const key of [...this.begun.keys()].slice(0, -MAX_BEGUN)) this.begun.delete(key);
  }

  /** @returns the signals that end everything the user has started; none at the next call */
  takeEndings(): Signal[] {
    const endings = [...this.begun.values()];
    this.begun.clear();
    return endings;
  }

  /** Passes on an event of another user. For a slow socket the event is dropped, since it is short-lived. */
  hear(event: ClientEvent): void {
    if (this.backlog() < MAX_BACKLOG_LENGTH) this.socket.emit('clientEvent', event);
  }

  /** Sends presence. For a slow socket it is dropped, since the next resume sends all presence. */
  show(presence: PresencePush): void {
    if (this.backlog() < MAX_BACKLOG_LENGTH) this.socket.emit('presence', presence);
  }

  reset(view: string): void {
    this.behind.delete(view);
    this.socket.emit('reset', { view, reset: true });
  }

  private keepsUp(view: string): boolean {
    if (this.behind.has(view)) return false;
    if (this.backlog() < MAX_BACKLOG_LENGTH) return true;
    if (this.behind.size === 0) this.socket.conn.once('drain', () => this.resetWhatWasDropped());
    this.behind.add(view);
    return false;
  }

  private resetWhatWasDropped(): void {
    for (const view of [...this.behind]) this.reset(view);
  }

  private backlog(): number {
    // Private in Socket.IO, whose public interface does not show the backlog of a socket.
    return (this.socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;
  }
}
