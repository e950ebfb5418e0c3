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

/** The client's type names views and topics; here they are whichever there are. */
export type ServerToWindow = Omit<ServerToClient, 'push' | 'reset' | NewsTopic> & {
  push: (push: ListPush | ThreadPush) => void;
  reset: (push: ResetPush<string>) => void;
} & Record<NewsTopic, (payload: News['payload']) => void>;

export type PushSocket = Socket<ClientToServer, ServerToWindow>;

/** Packets that may wait in memory for a socket that does not keep up. */
const LONGEST_BACKLOG = 32;

/** Requests that are refused in a row after which it is no person who makes them. */
const PATIENCE = 200;

/** Signals of which the end is remembered: nobody types in more places. */
const MOST_BEGUN = 20;

/** One connected socket: who it speaks for, what they may see, and which threads they follow. */
export class Session {
  /** By the view of a thread: the row whose entries it gets. */
  private readonly threads = new Map<string, { id: string; room: string }>();
  /** By the name of a live view. Sees nothing of a view until it is loaded. */
  private readonly viewers = new Map<string, unknown>();
  /** What is to be said for its user should the connection go, by what and where it is. */
  private readonly begun = new Map<string, Signal>();
  private readonly allowance: Allowance | null;
  private refused = 0;
  private readonly behind = new Set<string>();

  constructor(
    readonly socket: PushSocket,
    readonly principal: Principal,
    /** Of the browser tab: it keeps it when it connects again. */
    readonly websocketId: string | null,
    events: Rate | null,
  ) {
    this.allowance = events && new Allowance(events);
  }

  /** Whether its user may use a view at all. */
  uses({ ability }: LiveView): boolean {
    const [subject = '', action = ''] = ability.split(':');
    return this.principal.can(action, subject);
  }

  /** What decides which rows of a view it is shown; undefined until that is known. */
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
   * Whether one more request of this socket is let through.
   * @param now milliseconds of a clock that never goes back
   */
  takeRequest(now: number): 'heard' | 'refused' | 'flooded' {
    const wait = this.allowance?.take(now) ?? 0;
    this.refused = wait > 0 ? this.refused + 1 : 0;
    if (this.refused === 0) return 'heard';
    return this.refused > PATIENCE ? 'flooded' : 'refused';
  }

  /** Gets the entries of this row, in place of the one before of the same view. */
  async follow({ room: kind, thread: { view } }: Threaded, id: string): Promise<void> {
    await this.unfollow(view);
    const room = `${kind}-${id}`;
    this.threads.set(view, { id, room });
    await this.socket.join(room);
  }

  /** Whether it follows one of these rows of a view. */
  followsAny({ thread }: LiveView, ids: { has(id: string): boolean }): boolean {
    const followed = thread && this.threads.get(thread.view);
    return followed !== undefined && ids.has(followed.id);
  }

  /** The row whose entries of a view it gets. */
  followedIn(view: string): string | undefined {
    return this.threads.get(view)?.id;
  }

  /** Whether it is in the room of a row that it follows. */
  isIn(room: string): boolean {
    return [...this.threads.values()].some((followed) => followed.room === room);
  }

  async unfollow(view: string): Promise<void> {
    const followed = this.threads.get(view);
    if (!followed) return;
    this.threads.delete(view);
    await this.socket.leave(followed.room);
  }

  /**
   * Sends one push to all of these, encoded once. It is dropped where a socket does not keep up: that one fetches
   * again once it does.
   */
  static push(sessions: Session[], push: ListPush | ThreadPush): void {
    const ready = sessions.filter((session) => session.keepsUp(push.view));
    const [first] = ready;
    // Every socket is alone in the room of its own id.
    first?.socket.nsp.to(ready.map(({ socket }) => socket.id)).emit('push', push);
  }

  /** Remembers what its user began or ended. @param endings by a signal, the one that ends it */
  noteSignal(signal: Signal, endings: Readonly<Record<string, string>> = {}): void {
    const ending = endings[signal.event];
    if (ending === undefined) return void this.begun.delete(`${signal.event} ${signal.chatId}`);
    this.begun.set(`${ending} ${signal.chatId}`, { ...signal, event: ending, typingTime: 0 });
    for (const key of [...this.begun.keys()].slice(0, -MOST_BEGUN)) this.begun.delete(key);
  }

  /** What ends all that its user began, once. */
  takeEndings(): Signal[] {
    const endings = [...this.begun.values()];
    this.begun.clear();
    return endings;
  }

  /** Relays somebody's event. What a socket that does not keep up misses of others' typing is not worth keeping. */
  hear(event: ClientEvent): void {
    if (this.backlog() < LONGEST_BACKLOG) this.socket.emit('clientEvent', event);
  }

  /** Tells who looks at what. One that does not keep up is told all of it with its next resume. */
  show(presence: PresencePush): void {
    if (this.backlog() < LONGEST_BACKLOG) this.socket.emit('presence', presence);
  }

  reset(view: string): void {
    this.behind.delete(view);
    this.socket.emit('reset', { view, reset: true });
  }

  private keepsUp(view: string): boolean {
    if (this.behind.has(view)) return false;
    if (this.backlog() < LONGEST_BACKLOG) return true;
    if (this.behind.size === 0) this.socket.conn.once('drain', () => this.resetWhatWasDropped());
    this.behind.add(view);
    return false;
  }

  private resetWhatWasDropped(): void {
    for (const view of [...this.behind]) this.reset(view);
  }

  private backlog(): number {
    // Not part of the public interface, which has no other way to tell how much a slow socket holds back.
    return (this.socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;
  }
}
