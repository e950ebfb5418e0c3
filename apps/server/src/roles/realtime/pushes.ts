import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { InboxPush, Look, TranscriptPush } from '@parley/contracts/push/index';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { countLists } from '@parley/conversations/read/list-counts';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { visibleTo } from '@parley/event-sourcing/visibility/viewer';
import { ChangeFeed } from '@parley/event-sourcing/projection/change-feed';
import type { Change } from '@parley/event-sourcing/projection/view';
import { Views } from '@parley/event-sourcing/projection/views';
import { backoff, pause } from '@parley/platform/database/retry';
import { tracedForAll } from '@parley/platform/telemetry/tracing';
import { BackgroundWork } from '../../background-work';
import { ChangeSet, MOST_CHANGES } from './change-set';
import type { Thread } from './client-requests';
import { groupBy } from './group-by';
import { Lane } from './lane';
import { PresenceBoard } from './presence-board';
import { pushes } from './realtime-metrics';
import { Session } from './session';

const views = ['inbox', 'transcript'] as const;
type ViewName = (typeof views)[number];

/** Brings what views change to the sockets that may see it. */
@Injectable()
export class Pushes implements OnApplicationBootstrap {
  private readonly logger = new Logger('realtime');
  private readonly lanes = new Map<string, Lane>();

  constructor(
    private readonly feed: ChangeFeed,
    private readonly views: Views,
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly presence: PresenceBoard,
    private readonly work: BackgroundWork,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.work.run((signal) => this.feed.listen(signal));
    this.work.run((signal) => this.presence.run(signal));
    this.presence.onChange((customerId, chatIds) => {
      const lane = this.lanes.get(customerId);
      void lane?.run(() => this.pushPresence(lane, [...lane.sessions], chatIds)).catch(() => undefined);
    });
    for (const view of views) {
      // Known before the first client comes: what it resumes from the tables, the tail goes on from.
      const after = await this.views.checkpoint(view);
      this.work.run((signal) => this.tail(view, after, signal));
    }
  }

  /** From here on a socket gets what changes. What came before, `resume` brings. */
  async join(session: Session): Promise<void> {
    const { customerId } = session.principal;
    const lane = this.lanes.get(customerId) ?? new Lane(customerId, (...args) => this.deliver(...args));
    this.lanes.set(customerId, lane);
    lane.sessions.add(session);
    await this.inLane(session, async () => {
      session.viewer = await this.inbox.viewer(session.principal);
    });
  }

  leave(session: Session): void {
    const lane = this.laneOf(session);
    this.presence.look(session.socket.id, null);
    lane?.sessions.delete(session);
    if (lane?.sessions.size === 0) this.lanes.delete(lane.customerId);
  }

  /** Sends what changed in the lists since a cursor. @returns the cursor after it */
  async resumeInbox(session: Session, after: string): Promise<string> {
    return this.inLane(session, async (lane) => {
      const { customerId } = lane;
      const changes = await this.feed.since('inbox', { customerId, after, limit: MOST_CHANGES });
      const set = changes && new ChangeSet('inbox', changes);
      await this.pushPresence(lane, [session]);
      if (!set || touchesAccessOf(session, set)) {
        session.reset('inbox');
        return after;
      }
      await this.pushInbox(lane, [session], set, null);
      return set.position || after;
    });
  }

  /**
   * Follows a conversation's entries from a cursor, or none with null. @returns the cursor after what was sent
   * @throws NotFound for a conversation that this viewer may not see
   */
  async follow(session: Session, thread: Thread | null): Promise<string | undefined> {
    return this.inLane(session, async (lane) => {
      await session.unfollow();
      if (!thread) return undefined;
      const { chatId, position: after } = thread;
      await this.inbox.findVisible(session.viewer, chatId);
      await session.follow(chatId);
      const { customerId } = lane;
      const options = { customerId, after, limit: MOST_CHANGES, conversationId: chatId };
      const changes = await this.feed.since('transcript', options);
      if (!changes) {
        session.reset('transcript');
        return after;
      }
      const set = new ChangeSet('transcript', changes);
      await this.pushTranscript(lane, [session], set);
      return set.position || after;
    });
  }

  /**
   * Tells those who may see a conversation that a window shows it; null: none.
   * @throws NotFound for a conversation that this viewer may not see: then it is told that it shows none
   */
  async look(session: Session, look: Look | null): Promise<void> {
    const { customerId, userId } = session.principal;
    try {
      if (look) await this.requireVisible(session, look.chatId);
    } catch (error) {
      this.presence.look(session.socket.id, null);
      throw error;
    }
    // It may have gone while that was looked up.
    const isThere = this.laneOf(session)?.sessions.has(session) ?? false;
    this.presence.look(session.socket.id, look && isThere ? { customerId, userId, ...look } : null);
  }

  /** @throws NotFound for a conversation that this viewer may not see */
  async requireVisible(session: Session, chatId: string): Promise<void> {
    await this.inLane(session, () => this.inbox.findVisible(session.viewer, chatId));
  }

  private async tail(view: ViewName, start: string, signal: AbortSignal): Promise<void> {
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

  private dispatch(view: ViewName, changes: Change[]): void {
    const byCustomer = groupBy(changes, (change) => change.customerId);
    for (const [customerId, theirs] of byCustomer) {
      try {
        this.lanes.get(customerId)?.add(view, theirs);
      } catch (error) {
        // One organisation's change holds up no other's: its windows fetch everything again.
        this.logger.error(`Changes of ${view} cannot be pushed: ${String(error)}`);
        for (const session of this.lanes.get(customerId)?.sessions ?? []) session.reset(view);
      }
    }
  }

  private async deliver(lane: Lane, view: ViewName, set: ChangeSet): Promise<void> {
    const sessions = [...lane.sessions];
    try {
      if (set.accessOf.size > 0) await this.renewViewers(lane, sessions);
      if (set.isTooMany) {
        await this.leaveHiddenThreads(lane, sessions);
        for (const session of sessions) session.reset(view);
      } else {
        await tracedForAll(
          `push ${view}`,
          () => set.correlationIds,
          () =>
            view === 'inbox'
              ? this.pushInbox(lane, sessions, set, new Date().toISOString())
              : this.pushTranscript(lane, sessions, set),
        );
      }
      pushes.inc({ view, outcome: set.isTooMany ? 'reset' : 'pushed' }, sessions.length);
    } catch (error) {
      pushes.inc({ view, outcome: 'failed' }, sessions.length);
      this.logger.error(`A push of ${view} failed: ${String(error)}`);
      for (const session of sessions) session.reset(view);
    }
  }

  /** @param liveAt null: what they missed */
  private async pushInbox(
    lane: Lane,
    sessions: Session[],
    set: ChangeSet,
    liveAt: string | null,
  ): Promise<void> {
    const changed = set.rows;
    if (changed.length === 0 || sessions.length === 0) return;
    const userIds = [...new Set(sessions.map(({ viewer }) => viewer.userId))];
    const found = await this.inbox.rowsFor(
      lane.customerId,
      userIds,
      changed.map((row) => row.id),
    );
    const tallyOf = await this.inbox.tallies(lane.customerId, userIds);
    // Viewers differ, yet most of them are shown the same.
    const pushes = new Map<string, { push: InboxPush; to: Session[] }>();
    for (const alike of groupBy(sessions, ({ viewer }) => JSON.stringify(viewer)).values()) {
      const { viewer } = alike[0]!;
      const visible = found.filter(({ access }) => visibleTo(viewer, access));
      const rows = visible.map(({ chatOf }) => chatOf(viewer.userId));
      const shown = new Set(rows.map((chat) => chat.id));
      const gone = changed
        .filter(({ id, befores }) => !shown.has(id) && befores.some((access) => visibleTo(viewer, access)))
        .map(({ id }) => id);
      if (rows.length + gone.length === 0) continue;
      const counts = countLists(tallyOf(viewer.userId), viewer);
      const key = JSON.stringify([rows.map(({ id, unreadMessages }) => [id, unreadMessages]), gone, counts]);
      const push: InboxPush = { view: 'inbox', position: set.position, rows, gone, counts, liveAt };
      const same = pushes.get(key);
      if (same) same.to.push(...alike);
      else pushes.set(key, { push, to: alike });
    }
    for (const { push, to } of pushes.values()) {
      Session.push(to, push);
      for (const session of to) {
        if (session.thread && push.gone.includes(session.thread)) await session.unfollow();
      }
    }
    // Whoever is shown a conversation now is told who is in it.
    const attended = new Set(this.presence.chatsOf(lane.customerId));
    const shown = changed.map(({ id }) => id).filter((id) => attended.has(id));
    await this.pushPresence(lane, sessions, shown);
  }

  /** Tells each session who looks at what it may see. @param chatIds those that changed; left out: all there are */
  private async pushPresence(lane: Lane, sessions: Session[], chatIds?: string[]): Promise<void> {
    const { customerId } = lane;
    const isAll = chatIds === undefined;
    const ids = chatIds ?? this.presence.chatsOf(customerId);
    if (sessions.length === 0 || (ids.length === 0 && !isAll)) return;
    const rows = ids.length > 0 ? await this.inbox.rowsByIds(customerId, ids) : [];
    const told = rows.map(({ access, chat: { id } }) => {
      return { access, chat: { chatId: id, users: this.presence.in(customerId, id) } };
    });
    for (const session of sessions) {
      const chats = told.filter(({ access }) => visibleTo(session.viewer, access)).map(({ chat }) => chat);
      if (chats.length > 0 || isAll) session.show({ isAll, chats });
    }
  }

  private async pushTranscript(lane: Lane, sessions: Session[], set: ChangeSet): Promise<void> {
    const changed = groupBy(set.rows, (row) => row.conversationId);
    const following = sessions.filter(({ thread }) => thread !== null && changed.has(thread));
    if (following.length === 0) return;
    await this.leaveHiddenThreads(lane, following);
    const threads = groupBy(
      following.filter(({ thread }) => thread !== null),
      ({ thread }) => thread!,
    );
    const ids = [...threads.keys()].flatMap((chatId) => changed.get(chatId)!.map(({ id }) => id));
    const entries = await this.transcript.entriesByIds(lane.customerId, ids);
    const byChat = groupBy(entries, (entry) => entry.chatId);
    for (const [chatId, followers] of threads) {
      const rows = byChat.get(chatId) ?? [];
      const shown = new Set(rows.map(({ id }) => id));
      const gone = changed
        .get(chatId)!
        .filter(({ id }) => !shown.has(id))
        .map(({ id }) => id);
      const push: TranscriptPush = { view: 'transcript', position: set.position, chatId, rows, gone };
      Session.push(followers, push);
    }
  }

  /** Whoever may see other things than before fetches everything again. */
  private async renewViewers(lane: Lane, sessions: Session[]): Promise<void> {
    for (const ofUser of groupBy(sessions, (session) => session.principal.userId).values()) {
      const viewer = await this.inbox.viewer(ofUser[0]!.principal);
      const changed = ofUser.filter((session) => JSON.stringify(session.viewer) !== JSON.stringify(viewer));
      for (const session of changed) session.viewer = viewer;
      await this.leaveHiddenThreads(lane, changed);
      for (const session of changed) for (const view of views) session.reset(view);
      await this.pushPresence(lane, changed);
    }
  }

  private async leaveHiddenThreads(lane: Lane, sessions: Session[]): Promise<void> {
    const threads = [...new Set(sessions.flatMap(({ thread }) => thread ?? []))];
    if (threads.length === 0) return;
    const rows = await this.inbox.rowsByIds(lane.customerId, threads);
    const accessOf = new Map(rows.map(({ chat, access }) => [chat.id, access]));
    for (const session of sessions) {
      if (session.thread === null) continue;
      const access = accessOf.get(session.thread);
      if (!access || !visibleTo(session.viewer, access)) await session.unfollow();
    }
  }

  /** @throws CodedError where the socket has gone by the time it is its turn: there is nobody to answer. */
  private async inLane<T>(session: Session, work: (lane: Lane) => Promise<T>): Promise<T> {
    const gone = () => new CodedError('unavailable', 'the socket is closed');
    const lane = this.laneOf(session);
    if (!lane) throw gone();
    return lane.run(() => {
      // Many that lost their connection at once must not wait for what they asked for on the old one.
      if (!lane.sessions.has(session)) throw gone();
      return work(lane);
    });
  }

  private laneOf(session: Session): Lane | undefined {
    return this.lanes.get(session.principal.customerId);
  }
}

/** A cursor from before one's own access changed says nothing about what one may see now. */
function touchesAccessOf({ viewer }: Session, { accessOf }: ChangeSet): boolean {
  const channelsMatter = viewer.channelIds !== null;
  const isOwn = accessOf.has(viewer.userId) || accessOf.has(viewer.customerId);
  return isOwn || (channelsMatter && accessOf.size > 0);
}
