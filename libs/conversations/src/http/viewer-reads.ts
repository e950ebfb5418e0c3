import { Injectable } from '@nestjs/common';
import type { OpeningResponse } from '@parley/contracts/api/conversations';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { KnownViewers } from '@parley/event-sourcing/visibility/known-viewers';
import type { Viewer } from '@parley/event-sourcing/visibility/viewer';
import type { Principal } from '@parley/platform/http/principal';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { OpeningQueries } from '../read/opening.queries';
import { transcriptView } from '../read/transcript.projector';

/** Reads what somebody may see of a view. */
@Injectable()
export class ViewerReads {
  constructor(
    private readonly views: Views,
    private readonly inbox: InboxQueries,
    private readonly openings: OpeningQueries,
    private readonly viewers: KnownViewers,
  ) {}

  /**
   * Once the view holds what `minPosition` names; the answer says from where on pushes bring what is newer. Who they are and
   * how far the view has come is one statement.
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
   * The same of the view `inbox`, where one statement reads all of it and says how far the view had come by then: who they
   * are is remembered.
   */
  async readInbox<T extends { position: string }>(
    me: Principal,
    minPosition: string | undefined,
    query: (viewer: Viewer) => Promise<T>,
  ): Promise<T & Fresh> {
    const stale = minPosition !== undefined && !(await this.views.waitFor(inboxView.name, minPosition));
    return { ...(await this.viewers.read(me, query, minPosition)), stale };
  }

  /** The same for a conversation and its newest entries, in one statement where who they are is remembered. */
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

/** @param total of all pages, of which these are one */
export function pageOf<T>(data: T[], total: number, page: number, perPage: number) {
  return { data, count: data.length, total, page, pageCount: Math.ceil(total / perPage), perPage };
}
