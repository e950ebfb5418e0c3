import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { Engines } from '../engines';

/** Marks statements of the test itself, which do not count. */
export const OWN = '-- of the test';

/** Parts of statements that concurrent publishes or appends share. */
const shared = ['insert into bus.message', 'event_log.append_all'];

/** Statements that run at intervals: a slower machine runs more of them for the same work. */
const byTheClock = [
  /^set local synchronous_commit = off; notify /,
  // The scheduler begins an empty transaction every second to read due commands.
  /^begin$/,
  /^update parley\.reaction_checkpoint c set position/,
  /update parley\.view_checkpoint c set position/,
  /^select pg_terminate_backend\(pid\) from pg_stat_activity where usename in/,
  /^update bus\.consumer c set "offset"/,
  /^select partition, p\.next from bus\.partition/,
  /^select parley\.owns_lease/,
  /from event_log\.tail/,
  /^select \* from parley\.renew_leases/,
  /^select (w\.id from webhooks\.webhook|\* from parley\.webhook_replay|distinct on \(customer_id\) \* from parley\.job) /,
  /parley\.push_delivery .*sent_at is null/,
  /\bdue\b.* <= (now\(\)|\$1)/,
  /^with recursive (has|team) .* routing\.held /,
  /^select b\.id, b\.customer_id .* from engage\./,
  /^select parked_id as "parkedId".* where retry_at <= /,
  /^select 'view' as kind, view as name, position from parley\.view_checkpoint union all/,
  /^select (c\.topic, c\.grp|view, count\(\*\)::float|view, ddl_hash) /,
  /^select .* from channels\.channel c where c\.provider = 'email'/,
];

type Query = (this: Client, ...args: unknown[]) => unknown;

/**
 * Counts the statements of this process until `jest.restoreAllMocks()`. Statements that concurrent work can share are
 * delayed until all work waits for them, so that the size of batches does not depend on the load of the machine.
 */
export class CountedStatements {
  private readonly counts = new Map<string, number>();
  /** Number of publishes and appends so far. */
  private asked = 0;

  constructor(engines: Engines) {
    const { value: query } = Object.getOwnPropertyDescriptor(Client.prototype, 'query') as { value: Query };
    const { counts } = this;
    const everybodyWaits = () => this.everybodyWaits();
    jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
      const [first] = args as [string | { text: string }];
      const text = (typeof first === 'string' ? first : first.text).replace(/\s+/g, ' ').trim();
      if (!text.includes(OWN)) counts.set(text, (counts.get(text) ?? 0) + 1);
      if (!shared.some((part) => text.includes(part))) return query.apply(this, args);
      return everybodyWaits().then(() => query.apply(this, args));
    });
    this.note(engines.bus, 'publish');
    this.note(engines.store, 'append');
  }

  /** The counted statements without those that run at intervals, most frequent first. */
  ofWork(): [text: string, count: number][] {
    const ofClock = this.counts.get('begin') ?? 0;
    return [...this.counts]
      .map(([text, count]): [string, number] => [text, text === 'commit' ? count - ofClock : count])
      .filter(([text]) => !byTheClock.some((pattern) => pattern.test(text)))
      .toSorted(([, a], [, b]) => b - a);
  }

  /** Statements that ran for more than a quarter of `times`. */
  asOftenAs(times: number): [text: string, count: number][] {
    return this.ofWork().filter(([text, count]) => text !== 'commit' && count > times / 4);
  }

  private note(of: object, method: string): void {
    const call = (of as Record<string, (...args: unknown[]) => unknown>)[method]!;
    const ask = () => this.asked++;
    jest.spyOn(of as never, method as never).mockImplementation(function (this: unknown, ...args: unknown[]) {
      ask();
      return call.apply(this, args);
    } as never);
  }

  /** Waits until there was no further publish or append for 200 ms. */
  private async everybodyWaits(): Promise<void> {
    for (let [before, quiet] = [this.asked, 0]; quiet < 8; before = this.asked) {
      await pause(25);
      quiet = this.asked === before ? quiet + 1 : 0;
    }
  }
}
