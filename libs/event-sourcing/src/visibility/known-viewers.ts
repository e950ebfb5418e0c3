import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import type { Views } from '../projection/views';
import type { LogFeed } from '../store/log-feed';
import { Known } from '../watch/known';
import type { Viewer } from './viewer';
import { loadViewer, viewerPrefixes } from './viewer-tables';

/** A process that no longer hears the log believes what it remembers for so long. */
const LONGEST_MS = 10_000;
/** Viewers of one organisation that are remembered. */
const MOST = 5_000;

interface Remembered {
  viewer: Viewer;
  until: number;
}

/**
 * What decides which conversations somebody sees, remembered until the log says anything of a user, team, channel or
 * setting of their organisation; then it is read again each time, until the view has folded that.
 */
export class KnownViewers {
  private readonly organisations: Known<Map<string, Remembered>>;

  constructor(
    private readonly sql: Sql,
    private readonly feed: LogFeed,
    views: Views,
    /** The view whose tables say it. */
    private readonly view: string,
  ) {
    this.organisations = new Known(feed, views, { view, keyOf: organisationOf });
  }

  /** @param asOf a position of the log whose facts it has to hold as far as the view does */
  async of(who: Pick<Viewer, 'customerId' | 'userId'>, asOf = ''): Promise<Viewer> {
    if (this.feed.position < asOf) return loadViewer(this.sql, this.view, who);
    const users = await this.organisations.get(who.customerId, () => Promise.resolve(new Map()));
    const kept = users?.get(who.userId);
    if (kept && kept.until > performance.now()) return kept.viewer;
    const viewer = await loadViewer(this.sql, this.view, who);
    // Of a map that was forgotten meanwhile, nobody asks any more.
    if (users && users.size >= MOST) users.clear();
    users?.set(who.userId, { viewer, until: performance.now() + LONGEST_MS });
    return viewer;
  }
}

function organisationOf({ stream, customerId }: RecordedEvent): string | null {
  return viewerPrefixes.some((prefix) => stream.startsWith(prefix)) ? customerId : null;
}
