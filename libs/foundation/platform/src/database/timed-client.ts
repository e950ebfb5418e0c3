import { Client } from 'pg';
import { Histogram } from 'prom-client';
import { processMetrics } from '../telemetry/metrics';
import { StatementNames } from './statement-names';

const kinds = ['select', 'insert', 'update', 'delete', 'with', 'begin', 'commit', 'rollback'] as const;

const statementSeconds = new Histogram({
  name: 'parley_database_statement_seconds',
  help: 'Time from asking PostgreSQL to its answer, by the first word of the statement.',
  labelNames: ['kind'],
  buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5],
  registers: [processMetrics],
});

type Query = (this: Client, ...args: unknown[]) => unknown;

/** Shared by all connections of the process, since they run the same statements. */
const statementNames = new StatementNames();

/** A connection of the pool that measures the time of every statement and prepares repeated ones. */
export class TimedClient extends Client {
  /**
   * Schema of unqualified names in statements; '' while the search path is the default one. Null: the transaction has
   * set a search path that is unknown here, so no statement is prepared.
   */
  private place: string | null = '';

  /** Sets the schema of unqualified names until the transaction ends. */
  prepareFor(place: string): void {
    this.place = place;
  }

  override query = ((...given: unknown[]) => {
    const args = this.named(given);
    const stop = statementSeconds.startTimer({ kind: kindOf(args[0]) });
    // Looked up at each call because tests replace the method of the prototype.
    const query = (...asked: unknown[]) => (Client.prototype.query as Query).apply(this, asked);
    const last = args.at(-1);
    if (typeof last === 'function') {
      const answer = last as (...answer: unknown[]) => void;
      return query(...args.slice(0, -1), (...answered: unknown[]) => {
        stop();
        answer(...answered);
      });
    }
    const asked = query(...args);
    const timed = () => void stop();
    if (asked instanceof Promise) asked.then(timed, timed);
    return asked;
  }) as Client['query'];

  /** @returns the arguments of `query`, with a name for the statement if it has parameters */
  private named(args: unknown[]): unknown[] {
    const [text, values, ...rest] = args;
    if (typeof text !== 'string') return args;
    if (text === 'begin' || text === 'commit' || text === 'rollback') this.place = '';
    else if (text.includes('search_path')) this.place = null;
    else if (this.place !== null && Array.isArray(values) && values.length > 0) {
      const name = statementNames.nameOf(text, this.place);
      if (name) return [{ name, text, values: values as unknown[] }, ...rest];
    }
    return args;
  }
}

function kindOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '');
  const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? '';
  return (kinds as readonly string[]).includes(word) ? word : 'other';
}
