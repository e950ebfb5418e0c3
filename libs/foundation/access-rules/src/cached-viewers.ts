import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { LogCache } from '@parley/event-sourcing/cache/log-cache';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Viewer } from './viewer';
import { loadViewer, viewerPrefixes } from './viewer-tables';

/** Viewers, cached until an event of a user, team, channel or setting of their organisation. */
export class CachedViewers {
  private readonly viewers: LogCache<Viewer>;

  constructor(
    private readonly sql: Sql,
    private readonly feed: LogFeed,
    views: Views,
    /** View whose tables contain the viewers. */
    private readonly view: string,
  ) {
    this.viewers = new LogCache(feed, views, {
      views: [view],
      changedBy: organisationOf,
      dependsOn: ({ customerId }) => [customerId],
    });
  }

  /**
   * Runs a query for a viewer. A cached viewer is current up to the position of this process's log feed. So the
   * viewer is loaded and the query repeated if the view had a later position, if the viewer changed during the query,
   * or if the query found nothing.
   * @param query one statement, with the position of the view at that moment
   * @param asOf a log position; the viewer must include the events up to it if the view includes them
   */
  async read<T extends { position: string }>(
    who: Pick<Viewer, 'customerId' | 'userId'>,
    query: (viewer: Viewer) => Promise<T>,
    asOf = '',
  ): Promise<T> {
    const key = `${who.customerId}/${who.userId}`;
    const cached = this.viewers.peek(key, asOf);
    if (cached) {
      try {
        const read = await query(await cached);
        if (this.viewers.peek(key) === cached && read.position <= this.feed.position) return read;
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
      }
    }
    return query(await this.viewers.reload(key, () => loadViewer(this.sql, this.view, who)));
  }
}

function organisationOf({ stream, customerId }: RecordedEvent): string | undefined {
  return viewerPrefixes.some((prefix) => stream.startsWith(prefix)) ? customerId : undefined;
}
