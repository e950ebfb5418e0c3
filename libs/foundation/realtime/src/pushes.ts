import { Injectable, Logger } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { CodedError } from '@parley/contracts/api/coded-error';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { Change } from '@parley/event-sourcing/projection/view';
import { Views } from '@parley/event-sourcing/projection/views';
import { backoff, pause } from '@parley/platform/database/retry';
import { tracedForAll } from '@parley/platform/telemetry/tracing';
import { ChangeSet, MAX_CHANGES } from './change-set';
import type { Following, Looking } from './client-requests';
import { groupBy } from './group-by';
import { Lane } from './lane';
import { LiveViews, type Threaded } from './live-views';
import { PresenceBoard } from './presence-board';
import { showPresence } from './presence-pushes';
import { pushes } from './realtime-metrics';
import { listPushes, threadPushes } from './row-pushes';
import { Session } from './session';

/** Runs a loop until the process stops. */
export type Run = (loop: (signal: AbortSignal) => Promise<void>) => void;

/** Pushes the changes of live views to the sockets that may see them. */
@Injectable()
export class Pushes {
  private readonly logger = new Logger('realtime');
  private readonly lanes = new Map<string, Lane>();
  private readonly hearers = new Map<string, ((changes: Change[]) => void)[]>();

  constructor(
    private readonly feed: ChangeFeed,
    private readonly progress: Views,
    private readonly views: LiveViews,
    private readonly presence: PresenceBoard,
  ) {}

  /**
   * Resolves once the process receives new changes, so that none is lost between the first client's resume and the
   * pushes.
   */
  async start(run: Run): Promise<void> {
    run((signal) => this.feed.listen(signal));
    run((signal) => this.presence.run(signal));
    this.presence.onChange((customerId, view, ids) => {
      const [lane, live] = [this.lanes.get(customerId), this.views.find(view)];
      if (!lane || !live) return;
      void lane
        .run(() => this.pushPresence(lane, lane.sessionsOf(live), [{ live, ids }]))
        .catch(() => undefined);
    });
    for (const view of this.views.names) {
      const after = await this.progress.checkpoint(view);
      run((signal) => this.tail(view, after, signal));
    }
  }

  /** Calls `hear` with every change of a view, in all organisations. */
  onChanges(view: string, hear: (changes: Change[]) => void): void {
    this.hearers.set(view, [...(this.hearers.get(view) ?? []), hear]);
  }

  /** Begins to push changes of the views that a socket may use; `resume` sends the earlier changes. */
  async join(session: Session): Promise<void> {
    const used = this.views.all.filter((live) => session.uses(live));
    if (used.length === 0) return;
    const { customerId } = session.principal;
    const lane = this.lanes.get(customerId) ?? new Lane(customerId, (...args) => this.deliver(...args));
    this.lanes.set(customerId, lane);
    lane.sessions.add(session);
    try {
      await this.inLane(session, async () => {
        for (const live of used) session.become(live, await live.viewerOf(session.principal));
      });
    } catch (error) {
      this.leave(session);
      throw error;
    }
  }

  leave(session: Session): void {
    const lane = this.laneOf(session);
    this.presence.look(session.socket.id, null);
    lane?.sessions.delete(session);
    if (lane?.sessions.size === 0) this.lanes.delete(lane.customerId);
  }

  /**
   * Sends the changes of a list after a cursor, and the presence.
   * @returns the next cursor
   * @throws CodedError `not_authorized`, or `invalid_input` if there is no such view
   */
  async resume(session: Session, view: string, after: string): Promise<string> {
    const live = this.views.require(view);
    requireUse(session, live);
    return this.inLane(session, async (lane) => {
      const { customerId } = lane;
      const changes = await this.feed.since(view, { customerId, after, limit: MAX_CHANGES });
      const set = changes && new ChangeSet(changes);
      await this.pushPresence(lane, [session]);
      // With a cursor from before a change of the viewer's access, the changes alone do not show which rows the
      // viewer may see.
      if (!set || live.isConcerned(session.viewerOf(live), set.accessOf)) {
        session.reset(view);
        return after;
      }
      await this.pushList(lane, live, [session], set, null);
      return set.position || after;
    });
  }

  /**
   * Subscribes a session to the thread of a row, instead of its former thread of the same view, and sends the changes
   * after a cursor.
   * @returns the next cursor
   * @throws NotFound if the viewer may not see the row
   * @throws CodedError `not_authorized`, or `invalid_input` if there is no such view
   */
  async follow(session: Session, { view, chatId, position: after }: Following): Promise<string> {
    const live = this.views.requireThread(view);
    requireUse(session, live);
    return this.inLane(session, async (lane) => {
      await session.unfollow(view);
      await this.requireSeen(lane, session, live, chatId);
      await session.follow(live, chatId);
      const { customerId } = lane;
      const options = { customerId, after, limit: MAX_CHANGES, parentId: chatId };
      const changes = await this.feed.since(view, options);
      if (!changes) {
        session.reset(view);
        return after;
      }
      const set = new ChangeSet(changes);
      await this.pushThread(lane, live, [session], set);
      return set.position || after;
    });
  }

  async unfollow(session: Session, view: string): Promise<void> {
    await this.inLane(session, () => session.unfollow(view));
  }

  /**
   * Shows other viewers of a row that this session's window has it open.
   * @param looking the open row; null if there is none
   * @throws NotFound if the viewer may not see the row; the window then counts as showing none
   * @throws CodedError `not_authorized`, or `invalid_input` if there is no such view
   */
  async look(session: Session, looking: Looking | null): Promise<void> {
    const { customerId, userId } = session.principal;
    try {
      if (looking) await this.requireVisible(session, this.views.require(looking.view), looking.chatId);
    } catch (error) {
      this.presence.look(session.socket.id, null);
      throw error;
    }
    // The socket may have closed during the check.
    const isThere = this.laneOf(session)?.sessions.has(session) ?? false;
    this.presence.look(session.socket.id, looking && isThere ? { customerId, userId, ...looking } : null);
  }

  /** @throws NotFound if there is no such room or the viewer may not enter it; both cases look the same */
  async requireRoom(session: Session, room: string): Promise<void> {
    if (room === `customer-${session.principal.customerId}` || session.isIn(room)) return;
    const [, name = '', id = ''] = /^([a-zA-Z]+)-(.+)$/.exec(room) ?? [];
    const live = this.views.findByRoom(name);
    if (!live || !isUuid(id)) throw new NotFound();
    await this.requireVisible(session, live, id);
  }

  /** @throws NotFound if the viewer may not see the row */
  async requireVisible(session: Session, live: LiveView, id: string): Promise<void> {
    requireUse(session, live);
    await this.inLane(session, (lane) => this.requireSeen(lane, session, live, id));
  }

  /** @returns the sessions that may see a row at this moment */
  async sessionsThatSee(customerId: string, live: LiveView, id: string): Promise<Session[]> {
    const lane = this.lanes.get(customerId);
    const access = lane && (await live.accessOf(customerId, [id])).get(id);
    if (!lane || access === undefined) return [];
    return lane.sessionsOf(live).filter((session) => session.maySee(live, access));
  }

  private async requireSeen(
    { customerId }: Lane,
    session: Session,
    live: LiveView,
    id: string,
  ): Promise<void> {
    const access = (await live.accessOf(customerId, [id])).get(id);
    if (access === undefined || !session.maySee(live, access)) throw new NotFound();
  }

  private async tail(view: string, start: string, signal: AbortSignal): Promise<void> {
    let after = start;
    for (let failures = 0; !signal.aborted;) {
      try {
        for await (const changes of this.feed.tail(view, { after, signal })) {
          after = changes.at(-1)?.position ?? after;
          failures = 0;
          this.dispatch(view, changes);
        }
      } catch (error) {
        this.logger.error(`The changes of ${view} cannot be read: ${String(error)}`);
        await pause(backoff(++failures), signal);
      }
    }
  }

  private dispatch(view: string, changes: Change[]): void {
    for (const hear of this.hearers.get(view) ?? []) hear(changes);
    const byCustomer = groupBy(changes, (change) => change.customerId);
    for (const [customerId, theirs] of byCustomer) {
      try {
        this.lanes.get(customerId)?.add(view, theirs);
      } catch (error) {
        // A failure for one organisation does not stop the others; its own windows fetch everything again.
        this.logger.error(`Changes of ${view} cannot be pushed: ${String(error)}`);
        for (const session of this.lanes.get(customerId)?.sessions ?? []) session.reset(view);
      }
    }
  }

  private async deliver(lane: Lane, view: string, set: ChangeSet): Promise<void> {
    const threaded = this.views.findThread(view);
    const live = threaded ?? this.views.require(view);
    const sessions = lane.sessionsOf(live);
    try {
      if (set.accessOf.size > 0) await this.renewViewers(lane, live, sessions);
      if (set.isTooMany) {
        await this.leaveHiddenThreads(lane, live, sessions);
        for (const session of sessions) session.reset(view);
      } else {
        await tracedForAll(
          `push ${view}`,
          () => set.correlationIds,
          () =>
            threaded
              ? this.pushThread(lane, threaded, sessions, set)
              : this.pushList(lane, live, sessions, set, new Date().toISOString()),
        );
      }
      pushes.inc({ view, outcome: set.isTooMany ? 'reset' : 'pushed' }, sessions.length);
    } catch (error) {
      pushes.inc({ view, outcome: 'failed' }, sessions.length);
      this.logger.error(`A push of ${view} failed: ${String(error)}`);
      for (const session of sessions) session.reset(view);
    }
  }

  /** @param liveAt time of the change; null for missed changes */
  private async pushList(
    lane: Lane,
    live: LiveView,
    sessions: Session[],
    set: ChangeSet,
    liveAt: string | null,
  ): Promise<void> {
    const { customerId } = lane;
    for (const { push, to } of await listPushes(live, { customerId, sessions, set, liveAt })) {
      Session.push(to, push);
      const gone = new Set(push.gone);
      for (const session of to) {
        if (live.thread && session.followsAny(live, gone)) await session.unfollow(live.thread.view);
      }
    }
    // Sends the presence at changed rows, too, for viewers to whom a row appears only now.
    const attended = new Set(this.presence.idsIn(customerId, live.view));
    const ids = set.rows.map(({ id }) => id).filter((id) => attended.has(id));
    await this.pushPresence(lane, sessions, [{ live, ids }]);
  }

  private async pushThread(lane: Lane, live: Threaded, sessions: Session[], set: ChangeSet): Promise<void> {
    const changed = groupBy(set.rows, (row) => row.parentId ?? '');
    const following = sessions.filter((session) => session.followsAny(live, changed));
    if (following.length === 0) return;
    await this.leaveHiddenThreads(lane, live, following);
    const { customerId } = lane;
    for (const { push, to } of await threadPushes(live, { customerId, sessions: following, set })) {
      Session.push(to, push);
    }
  }

  /** @param changed rows whose presence changed; undefined for all rows */
  private async pushPresence(
    { customerId }: Lane,
    sessions: Session[],
    changed?: { live: LiveView; ids: string[] }[],
  ): Promise<void> {
    const all = () =>
      this.views.all.map((live) => ({ live, ids: this.presence.idsIn(customerId, live.view) }));
    const [rows, isAll] = [changed ?? all(), !changed];
    await showPresence(this.presence, { customerId, sessions, rows, isAll });
  }

  /** Resets the sessions of users whose access changed, so that they fetch everything again. */
  private async renewViewers(lane: Lane, live: LiveView, sessions: Session[]): Promise<void> {
    for (const ofUser of groupBy(sessions, (session) => session.principal.userId).values()) {
      const viewer = await live.viewerOf(ofUser[0]!.principal);
      const isOther = (session: Session) => JSON.stringify(session.viewerOf(live)) !== JSON.stringify(viewer);
      const changed = ofUser.filter(isOther);
      for (const session of changed) session.become(live, viewer);
      await this.leaveHiddenThreads(lane, live, changed);
      for (const session of changed) {
        session.reset(live.view);
        if (live.thread) session.reset(live.thread.view);
      }
      await this.pushPresence(lane, changed);
    }
  }

  private async leaveHiddenThreads({ customerId }: Lane, live: LiveView, sessions: Session[]): Promise<void> {
    const { thread } = live;
    if (!thread) return;
    const followed = sessions.flatMap((session) => session.followedIn(thread.view) ?? []);
    if (followed.length === 0) return;
    const accessOf = await live.accessOf(customerId, [...new Set(followed)]);
    for (const session of sessions) {
      const access = accessOf.get(session.followedIn(thread.view) ?? '');
      if (access === undefined || !session.maySee(live, access)) await session.unfollow(thread.view);
    }
  }

  /** @throws CodedError `unavailable` if the socket has closed before the work began */
  private async inLane<T>(session: Session, work: (lane: Lane) => Promise<T>): Promise<T> {
    const gone = () => new CodedError('unavailable', 'the socket is closed');
    const lane = this.laneOf(session);
    if (!lane) throw gone();
    return lane.run(() => {
      // Skips the requests of closed connections, so that many clients that reconnect at the same time do not wait
      // for them.
      if (!lane.sessions.has(session)) throw gone();
      return work(lane);
    });
  }

  private laneOf(session: Session): Lane | undefined {
    return this.lanes.get(session.principal.customerId);
  }
}

/** @throws CodedError `not_authorized` if the user may not use the view */
function requireUse(session: Session, live: LiveView): void {
  if (!session.uses(live)) throw new CodedError('not_authorized');
}
