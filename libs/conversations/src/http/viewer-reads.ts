import { Injectable } from '@nestjs/common';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import type { Principal } from '@parley/platform/http/principal';
import { InboxQueries } from '../read/inbox.queries';
import type { Viewer } from '@parley/event-sourcing/visibility/viewer';

/** Reads what somebody may see of a view. Who they are and how far the view has come is one statement. */
@Injectable()
export class ViewerReads {
  constructor(
    private readonly views: Views,
    private readonly inbox: InboxQueries,
  ) {}

  /** Once the view holds what `minPosition` names; the answer says from where on pushes bring what is newer. */
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
}
