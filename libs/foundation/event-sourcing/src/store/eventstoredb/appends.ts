import { StreamDeletedError, WrongExpectedVersionError } from '@eventstore/db-client';
import { WrongExpectedVersion, type ExpectedVersion, type NewEvent } from '../event-store';
import { requireStorable } from '../storable';
import type { Appended, Connection } from './connection';
import type { StreamOwners } from './stream-owners';
import { fromStored, toStored } from './stored-event';

/** The properties of a stream on which an append depends. */
interface Standing {
  customerId: string | null;
  last: number | null;
  /** Version and position of these very events if they are already stored; otherwise null. */
  repeated: Appended | null;
}

/**
 * Stores each append once, even if its response is lost. Each request expects one exact version, so a second try can
 * never store a copy; before a second try, the stream is searched for the ids of the events.
 */
export class Appends {
  constructor(
    private readonly connection: Connection,
    private readonly owners: StreamOwners,
  ) {}

  /** @throws AppendTooLarge, WrongExpectedVersion or EventStoreAway */
  async append(
    stream: string,
    events: NewEvent[],
    { expected, customerId }: { expected: ExpectedVersion; customerId: string },
  ): Promise<Appended> {
    if (events.length === 0) throw new Error(`An append to ${stream} without events.`);
    requireStorable(stream, events);
    const stored = toStored(stream, events, customerId);
    const ids = events.map(({ id }) => id);
    const patience = this.connection.patience();
    let at = versionOf(expected);
    // A second try does not use the shared call, whose failure does not give a cause, but a call of its own.
    let failed = false;
    let look = expected === 'any' || (expected !== 'no-stream' && this.owners.get(stream) !== customerId);
    for (let refused: number | null | undefined; ; look = true) {
      try {
        if (look) {
          const { customerId: owner, last, repeated } = await this.standing(stream, ids, expected);
          if (owner !== null && owner !== customerId) throw new WrongExpectedVersion(stream, expected, null);
          if (repeated) return repeated;
          if (expected !== 'any' && last !== versionOf(expected)) {
            throw new WrongExpectedVersion(stream, expected, last);
          }
          // The server counts events that it does not return, if the stream has a tombstone or all its events were
          // truncated.
          if (last === refused) throw new WrongExpectedVersion(stream, expected, null);
          at = last;
        }
        const appended = await this.connection.append(stream, stored, at, failed);
        if (!appended) continue;
        this.owners.set(stream, customerId);
        return appended;
      } catch (error) {
        if (error instanceof StreamDeletedError) throw new WrongExpectedVersion(stream, expected, null);
        failed ||= !(error instanceof WrongExpectedVersionError);
        if (!(error instanceof WrongExpectedVersionError)) await patience.after(error);
        else if (look) refused = at;
      }
    }
  }

  private async standing(stream: string, ids: string[], expected: ExpectedVersion): Promise<Standing> {
    const standing: Standing = { customerId: null, last: null, repeated: null };
    for await (const resolved of this.connection.readStream(stream, { backwards: true, max: 1 })) {
      standing.customerId = fromStored(resolved)?.customerId ?? null;
      standing.last = Number(resolved.event?.revision);
    }
    const { last } = standing;
    if (standing.customerId !== null) this.owners.set(stream, standing.customerId);
    if (last === null) return standing;
    const first = expected === 'any' ? await this.find(stream, ids[0]) : (versionOf(expected) ?? -1) + 1;
    if (first !== null && first + ids.length - 1 <= last)
      standing.repeated = await this.repeated(stream, ids, first);
    return standing;
  }

  /**
   * Returns the version of the event with this id; null if there is none. Only appends that expect any version need
   * it: with an exact version it is known where the events would be.
   */
  private async find(stream: string, id: string | undefined): Promise<number | null> {
    for await (const { event } of this.connection.readStream(stream, { backwards: true })) {
      if (event?.id === id) return Number(event?.revision);
    }
    return null;
  }

  private async repeated(stream: string, ids: string[], first: number): Promise<Appended | null> {
    let found = 0;
    let appended: Appended | null = null;
    for await (const resolved of this.connection.readStream(stream, { from: first, max: ids.length })) {
      const event = fromStored(resolved);
      if (!event || event.id !== ids[found++]) return null;
      appended = { version: event.version, position: event.position };
    }
    return found === ids.length ? appended : null;
  }
}

function versionOf(expected: ExpectedVersion): number | null {
  return typeof expected === 'number' ? expected : null;
}
