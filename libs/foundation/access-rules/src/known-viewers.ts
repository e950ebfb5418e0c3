import type { RecordedEvent } from '@parley/contracts/events';
import type { Sql } from '@parley/platform/database/database';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { Known } from '@parley/event-sourcing/watch/known';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { Viewer } from './viewer';
import { loadViewer, viewerPrefixes } from './viewer-tables';

/** A process that no longer hears the log believes what it remembers for so long. */
const LONGEST_MS = 10_000;
/** Viewers of one organisation that are remembered. */
const MOST = 5_000;

interface Remembered {
  /** As it was read, or is being read. */
  viewer: Promise<Viewer>;
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

  /**
   * Reads, as somebody may see it, what one statement brings with the position of the view by then. What is remembered of
   * them holds up to where this process has heard the log: where the view was further, where something of it was heard
   * meanwhile, and where nothing was found, who they are is read, too, and all of it again.
   * @param asOf a position of the log whose facts it has to hold as far as the view does
   */
  async read<T extends { position: string }>(
    who: Pick<Viewer, 'customerId' | 'userId'>,
    query: (viewer: Viewer) => Promise<T>,
    asOf = '',
  ): Promise<T> {
    const known = await this.known(who, asOf);
    if (known.kept && known.users) {
      try {
        const read = await query(await known.kept);
        const isAsItWas = this.organisations.holds(who.customerId, known.users);
        if (isAsItWas && read.position <= this.feed.position) return read;
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
      }
    }
    return query(await this.load(who, known.users));
  }

  /** Of their organisation, and this viewer, as far as they are remembered. */
  private async known(
    { customerId, userId }: Pick<Viewer, 'customerId' | 'userId'>,
    asOf: string,
  ): Promise<{ users: Map<string, Remembered> | null; kept: Promise<Viewer> | null }> {
    if (this.feed.position < asOf) return { users: null, kept: null };
    const users = await this.organisations.get(customerId, () => Promise.resolve(new Map()));
    const kept = users?.get(userId);
    return { users, kept: kept && kept.until > performance.now() ? kept.viewer : null };
  }

  private load(
    who: Pick<Viewer, 'customerId' | 'userId'>,
    users: Map<string, Remembered> | null,
  ): Promise<Viewer> {
    const { userId } = who;
    const viewer = loadViewer(this.sql, this.view, who);
    // Of a map that was forgotten meanwhile, nobody asks any more.
    if (users && users.size >= MOST) users.clear();
    users?.set(userId, { viewer, until: performance.now() + LONGEST_MS });
    viewer.catch(() => {
      if (users?.get(userId)?.viewer === viewer) users.delete(userId);
    });
    return viewer;
  }
}

function organisationOf({ stream, customerId }: RecordedEvent): string | null {
  return viewerPrefixes.some((prefix) => stream.startsWith(prefix)) ? customerId : null;
}
