import { Injectable } from '@nestjs/common';
import type { Inbox } from '@parley/contracts/api/email';
import type {
  AskedList,
  Chat,
  CountsResponse,
  OpeningResponse,
  Page,
} from '@parley/contracts/api/conversations';
import type { ChatsListQuery, OneQuery } from '@parley/contracts/api/conversations.requests';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { CachedViewers } from '@parley/access-rules/cached-viewers';
import type { Viewer } from '@parley/access-rules/viewer';
import type { Principal } from '@parley/platform/http/principal';
import { inboxView } from '../read/inbox.projector';
import { CHATS_PER_PAGE, InboxQueries } from '../read/inbox.queries';
import { OpeningQueries } from '../read/opening.queries';
import { transcriptView } from '../read/transcript.projector';
import { groupsOf, UnreadQueries } from '../read/unread.queries';

/** Reads data of a view that a user may see. */
@Injectable()
export class ViewerReads {
  constructor(
    private readonly views: Views,
    private readonly inbox: InboxQueries,
    private readonly openings: OpeningQueries,
    private readonly unread: UnreadQueries,
    private readonly viewers: CachedViewers,
  ) {}

  /**
   * Waits until the view has folded `minPosition`, and then reads. The response contains the position of the view,
   * from which pushes bring newer data. One statement reads the user's access rights and that position.
   */
  async read<T extends object>(
    me: Principal,
    view: string,
    minPosition: string | undefined,
    query: (viewer: Viewer) => Promise<T>,
  ): Promise<T & Fresh> {
    const stale = minPosition !== undefined && !(await this.views.waitFor(view, minPosition));
    const { viewer, position } = await this.inbox.viewerAt(me, view);
    return { ...(await query(viewer)), position, stale };
  }

  /**
   * Waits and reads like `read`, in the view `inbox`. The query itself reads the position, in one statement with the
   * data; the user's access rights come from the cache.
   */
  async readInbox<T extends { position: string }>(
    me: Principal,
    minPosition: string | undefined,
    query: (viewer: Viewer) => Promise<T>,
  ): Promise<T & Fresh> {
    const stale = minPosition !== undefined && !(await this.views.waitFor(inboxView.name, minPosition));
    return { ...(await this.viewers.read(me, query, minPosition)), stale };
  }

  /** The number of conversations and of unread ones in each list of an inbox. */
  counts(me: Principal, inbox: Inbox, { minPosition, fields }: OneQuery): Promise<CountsResponse> {
    return this.readInbox(me, minPosition, async (viewer) => {
      const counts = await this.inbox.counts(viewer, inbox);
      // Reads the unread conversations only on request: they need a query of their own, and a client usually has them
      // already.
      if (fields && !fields.split(',').includes('groups')) return counts;
      return { ...counts, groups: groupsOf(viewer, counts.data, await this.unread.chats(viewer, inbox)) };
    });
  }

  /**
   * A page of a list.
   * @throws Rejected `invalid_input` if the query has both a list and a status
   */
  list(me: Principal, inbox: Inbox, query: ChatsListQuery): Promise<Page<Chat>> {
    const asked = { ...query, list: listAsked(query), inbox };
    return this.readInbox(me, query.minPosition, async (viewer) => {
      const { chats, total, isCapped, position } = await this.inbox.list(viewer, asked);
      const page = { ...pageOf(chats, total, query.page, CHATS_PER_PAGE), position };
      return isCapped ? { ...page, isTotalCapped: true } : page;
    });
  }

  /** A conversation and its newest entries, read in one statement if the user's access rights are cached. */
  async open(
    me: Principal,
    id: string,
    { limit, minPosition }: { limit: number; minPosition?: string },
  ): Promise<OpeningResponse> {
    const isStale = async (view: string) =>
      minPosition !== undefined && !(await this.views.waitFor(view, minPosition));
    const [chatIsStale, entriesAreStale] = await Promise.all([
      isStale(inboxView.name),
      isStale(transcriptView.name),
    ]);
    const { chat, position, entries, entriesPosition, total } = await this.viewers.read(
      me,
      (viewer) => this.openings.open(viewer, id, limit),
      minPosition,
    );
    return {
      chat: { chat, position, stale: chatIsStale },
      entries: {
        ...pageOf(entries, total, 1, limit),
        hasOlder: entries.length < total,
        hasNewer: false,
        position: entriesPosition,
        stale: entriesAreStale,
      },
    };
  }
}

/**
 * A page of a list in the form of the API.
 * @param total number of rows on all pages
 */
export function pageOf<T>(data: T[], total: number, page: number, perPage: number) {
  return { data, count: data.length, total, page, pageCount: Math.ceil(total / perPage), perPage };
}

/**
 * The requested list, by its name or by a status.
 * @throws Rejected `invalid_input` if the query has both a list and a status
 */
function listAsked({ list, status }: ChatsListQuery): AskedList {
  if (list && status) throw new Rejected('invalid_input', 'list and status: one of them');
  if (status) return status === 'open' ? 'anyOpen' : 'archived';
  return list ?? 'open';
}
