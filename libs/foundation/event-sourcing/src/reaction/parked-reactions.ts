import { Logger } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { keepable } from '@parley/contracts/rules/plain-text';
import { NewerEvent, UnknownEvent } from '@parley/contracts/events/upcasters/upcast';
import { isPassing, type Database, type Sql } from '@parley/platform/database/database';
import { backoff, pause } from '@parley/platform/database/retry';
import { MailFailed } from '@parley/platform/mail/mailer';
import type { EventStore } from '../store/event-store';
import type { Reaction } from './reaction';

/** Interval in ms at which a worker queries for due retries. */
const LOOK_EVERY_MS = 2_000;
/**
 * Delay before the first automatic retry. Each later retry waits as long as the event has been a dead letter, at most
 * 10 min.
 */
const FIRST_RETRY = '30 seconds';
/**
 * Time after which automatic retries of an unreadable event end. In an upgrade, workers that can read the event start
 * long before.
 */
const RELEASE_TRIED_FOR = '1 day';
/**
 * Time after which automatic retries because of an unreachable server end. By then, the reactions that send
 * mails skip the event as too old.
 */
const AWAY_TRIED_FOR = '4 days';

export interface ParkedReaction {
  /** A UUID. */
  parkedId: string;
  reaction: string;
  eventId: string;
  stream: string;
  position: string;
  customerId: string | null;
  error: string;
  parkedAt: Date;
  /**
   * Time of the next retry; an administrator's request sets it to now. Null: there is no retry until an administrator
   * requests one.
   */
  retryAt: Date | null;
}

/** The dead letters of reactions: events that reactions stopped retrying. */
export class ParkedReactions {
  constructor(private readonly database: Database) {}

  /**
   * Records a dead letter. The event is retried automatically if another release may be able to read it, or if a
   * server was unreachable; otherwise it waits for an administrator.
   */
  async park(reaction: string, event: RecordedEvent, error: unknown): Promise<void> {
    await this.database.query(
      `insert into parley.parked_reaction (reaction, position, event_id, stream, error, customer_id, retry_at)
       values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7::interval)
       on conflict (reaction, event_id) do update
         set error = excluded.error, at = excluded.at, customer_id = excluded.customer_id,
             retry_at = excluded.retry_at`,
      [
        reaction,
        event.position,
        event.id,
        keepable(event.stream),
        keepable(messageOf(error)),
        keepable(event.customerId),
        triedFor(error) === null ? null : FIRST_RETRY,
      ],
    );
  }

  list(limit = 1000): Promise<ParkedReaction[]> {
    return select(this.database, 'true order by at, parked_id limit $1', [limit]);
  }

  /** The ids of all dead letters, oldest first. */
  async ids(): Promise<string[]> {
    const { rows } = await this.database.query<{ id: string }>(
      'select parked_id as id from parley.parked_reaction order by at, parked_id',
    );
    return rows.map(({ id }) => id);
  }

  async find(parkedId: string): Promise<ParkedReaction | undefined> {
    const [found] = await select(this.database, 'parked_id::text = $1', [parkedId]);
    return found;
  }

  async count(): Promise<{ reaction: string; count: number }[]> {
    const { rows } = await this.database.query<{ reaction: string; count: number }>(
      'select reaction, count(*)::float as count from parley.parked_reaction group by reaction',
    );
    return rows;
  }

  /** @returns whether there was a dead letter with this id */
  async drop(parkedId: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'delete from parley.parked_reaction where parked_id::text = $1',
      [parkedId],
    );
    return rowCount === 1;
  }

  /**
   * Schedules a retry. A worker runs it within seconds, since only workers have the reactions.
   * @returns whether there was a dead letter with this id
   */
  async retry(parkedId: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      'update parley.parked_reaction set retry_at = clock_timestamp() where parked_id::text = $1',
      [parkedId],
    );
    return rowCount === 1;
  }
}

/**
 * Retries due dead letters until `signal` aborts. A success removes the dead letter; after a failure it remains with
 * the new error. Each dead letter is handled by one process at a time, and after newer events of its stream.
 * Reactions accept this order, since they decide on the current state.
 */
export async function retryParkedReactions(
  { store, database, reactions }: { store: EventStore; database: Database; reactions: Reaction[] },
  signal: AbortSignal,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<void> {
  const logger = new Logger('Reactions');
  for (let failures = 0; !signal.aborted;) {
    try {
      while (!signal.aborted && (await database.transaction((tx) => retryNext(tx, store, reactions))))
        failures = 0;
      await pause(lookEveryMs, signal);
    } catch (error) {
      logger.warn(`Looking for parked reactions failed: ${messageOf(error)}`);
      await pause(backoff(++failures), signal);
    }
  }
}

/**
 * Retries one dead letter, and locks its row so that no other process takes it.
 * @returns false if no dead letter is due
 */
async function retryNext(tx: Sql, store: EventStore, reactions: Reaction[]): Promise<boolean> {
  const [parked] = await select(
    tx,
    'retry_at <= clock_timestamp() and reaction = any($1) order by retry_at limit 1 for update skip locked',
    [reactions.map(({ name }) => name)],
  );
  if (!parked) return false;
  try {
    const event = await eventOf(store, parked);
    await reactions.find(({ name }) => name === parked.reaction)?.react(event);
    await tx.query('delete from parley.parked_reaction where parked_id = $1', [parked.parkedId]);
  } catch (error) {
    const longest = triedFor(error);
    if (longest !== null) {
      await tx.query(
        `update parley.parked_reaction set error = $2, retry_at = case
           when at > clock_timestamp() - $3::interval then clock_timestamp() +
             greatest(interval '${FIRST_RETRY}', least(clock_timestamp() - at, interval '10 minutes')) end
         where parked_id = $1`,
        [parked.parkedId, keepable(messageOf(error)), longest],
      );
      if (error instanceof MailFailed) await putOff(tx, parked);
      return true;
    }
    await tx.query(
      'update parley.parked_reaction set retry_at = null, at = clock_timestamp(), error = $2 where parked_id = $1',
      [parked.parkedId, keepable(messageOf(error))],
    );
  }
  return true;
}

/**
 * Postpones all dead letters with the same error: otherwise each retry would wait for the same unreachable server and
 * hold up other dead letters.
 */
async function putOff(tx: Sql, { parkedId, reaction, error }: ParkedReaction): Promise<void> {
  await tx.query(
    `update parley.parked_reaction set retry_at = clock_timestamp() + interval '${FIRST_RETRY}' where parked_id in (
       select parked_id from parley.parked_reaction
        where reaction = $1 and error = $2 and parked_id <> $3 and retry_at <= clock_timestamp() for update skip locked)`,
    [reaction, error, parkedId],
  );
}

async function eventOf(
  store: EventStore,
  { stream, customerId, eventId }: ParkedReaction,
): Promise<RecordedEvent> {
  if (customerId !== null) {
    for await (const event of store.readStream(stream, { customerId })) {
      if (event.id !== eventId) continue;
      if (event.fault) throw event.fault;
      return event;
    }
  }
  throw new Error(`The event ${eventId} of ${stream} is not in the log.`);
}

async function select(sql: Sql, condition: string, values: unknown[]): Promise<ParkedReaction[]> {
  const { rows } = await sql.query<ParkedReaction & { [column: string]: unknown }>(
    `select parked_id as "parkedId", reaction, event_id as "eventId", stream, position, customer_id as "customerId",
            error, at as "parkedAt", retry_at as "retryAt"
     from parley.parked_reaction where ${condition}`,
    values,
  );
  return rows;
}

/** Returns how long an event that failed with this error is retried automatically; null if it is not. */
function triedFor(error: unknown): string | null {
  // This process cannot read the event, but one with another release may.
  if (error instanceof UnknownEvent || error instanceof NewerEvent) return RELEASE_TRIED_FOR;
  const isAway = error instanceof MailFailed && error.reason === 'unreachable';
  return isAway || isPassing(error) ? AWAY_TRIED_FOR : null;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
