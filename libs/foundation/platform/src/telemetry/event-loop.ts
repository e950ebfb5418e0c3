import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Counter } from 'prom-client';
import { processMetrics } from './metrics';

/** Work of the process. The name is a route, a view, a reaction, a topic or a kind of job, never a person. */
export interface Work {
  kind: 'request' | 'view' | 'reaction' | 'consumer' | 'job' | 'socket';
  name: string | (() => string);
  /** Ids of the organisations for which it runs, if they are known. */
  customerIds?: readonly string[] | (() => readonly string[]);
}

/** Time in ms; a longer block of the event loop is logged. */
const MAX_HOLD_MS = 500;
const BEAT_MS = 100;
/** Maximum number of names and of organisations in one line. */
const MAX_NAMED = 5;

const holds = new Counter({
  name: 'parley_event_loop_holds_total',
  help: 'Times that the event loop was held for more than 500 ms, by the kind of work that was running.',
  labelNames: ['kind'],
  registers: [processMetrics],
});

/** Work that is running, and work that has ended since the last beat of the timer (BEAT_MS). */
const running = new Set<Work>();
const ended = new Set<Work>();
/**
 * The longest synchronous slice since the last beat; if it is longer than MAX_HOLD_MS, this work alone blocked the
 * event loop.
 */
let slice: { work: Work; ms: number } | null = null;

/** Runs `run` under a name that EventLoopWatch logs if the loop is blocked before `run` ends. */
export function runAs<T>(work: Work, run: () => T): T {
  running.add(work);
  const end = () => {
    running.delete(work);
    ended.add(work);
  };
  const begun = performance.now();
  let isPending = false;
  try {
    const result = run();
    if (result instanceof Promise) {
      isPending = true;
      result.then(end, end);
    }
    return result;
  } finally {
    const ms = performance.now() - begun;
    if (ms > (slice?.ms ?? MAX_HOLD_MS)) slice = { work, ms };
    if (!isPending) end();
  }
}

/**
 * Logs the running work at warn if the event loop was blocked for more than 500 ms, and counts the block by kind of
 * work.
 */
@Injectable()
export class EventLoopWatch implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('EventLoop');
  private at = performance.now();
  private timer: NodeJS.Timeout | undefined;

  onModuleInit(): void {
    this.at = performance.now();
    this.timer = setInterval(() => this.beat(), BEAT_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private beat(): void {
    const now = performance.now();
    const heldMs = now - this.at - BEAT_MS;
    this.at = now;
    if (heldMs > MAX_HOLD_MS) this.report(heldMs);
    ended.clear();
    slice = null;
  }

  private report(heldMs: number): void {
    const suspects = slice ? [slice.work] : [...ended, ...running];
    const kinds = [...new Set(suspects.map(({ kind }) => kind))];
    holds.inc({ kind: kinds.length === 1 ? kinds[0]! : 'unknown' });
    const names = suspects.length > 0 ? listed(suspects.map(nameOf)) : 'nothing known';
    const customerIds = listed(suspects.flatMap(organisationsOf));
    const organisation = customerIds === '' ? '' : `, organisation ${customerIds}`;
    this.logger.warn(
      `The event loop was held for ${Math.round(heldMs)} ms while this was running: ${names}${organisation}`,
    );
  }
}

function nameOf({ kind, name }: Work): string {
  return `${kind} ${typeof name === 'string' ? name : name()}`;
}

function organisationsOf({ customerIds = [] }: Work): readonly string[] {
  return typeof customerIds === 'function' ? customerIds() : customerIds;
}

function listed(names: string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - MAX_NAMED;
  return distinct.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
