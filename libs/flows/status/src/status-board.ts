import {
  statusLineNames,
  type StatusLine,
  type StatusLineName,
  type StatusState,
} from '@parley/contracts/api/status';
import { topics } from '@parley/contracts/topics';
import type { ConsumerGroup } from '@parley/platform/bus/bus';

/** Delay in ms from which a line is shown as slow (`SLOW_MS`) and as down (`DOWN_MS`). */
const SLOW_MS = 10_000;
const DOWN_MS = 5 * 60_000;

/** The delay of each part of the product at one moment, in ms. */
export interface Measured {
  view: (name: string) => number;
  reaction: (name: string) => number;
  /** Delay of a topic; null if the bus cannot measure it. */
  bus: (topic: string) => number | null;
  /** Names of the health checks of unreachable engines. */
  away: ReadonlySet<string>;
}

/** For each line of the status page, the consumer group whose delay it includes. */
export const groupOf: Partial<Record<StatusLineName, ConsumerGroup>> = {
  incoming: { topic: topics.inbound, group: 'inbound' },
  outgoing: { topic: topics.outbound, group: 'outbound' },
};

/**
 * For each line, the sum of the delays of its parts (`lateOf`), and the engines without which it is down (`needs`).
 */
const lateOf: Record<StatusLineName, (measured: Measured) => number> = {
  incoming: ({ bus, view }) => (bus(topics.inbound) ?? 0) + Math.max(view('inbox'), view('transcript')),
  outgoing: ({ bus, reaction }) => reaction('outbound') + (bus(topics.outbound) ?? 0),
  live: ({ view }) => Math.max(view('inbox'), view('transcript')),
};
const needs: Record<StatusLineName, readonly string[]> = {
  incoming: ['database', 'event-log', 'bus'],
  outgoing: ['database', 'event-log', 'bus'],
  live: ['database'],
};

/** Determines the lines of the status page that users see, each with the time since which it has not been ok. */
export class StatusBoard {
  private readonly since = new Map<StatusLineName, string>();

  /** @param at ISO 8601 */
  update(measured: Measured, at: string): StatusLine[] {
    return statusLineNames.map((name) => {
      const lateMs = lateOf[name](measured);
      const isAway = needs[name].some((engine) => measured.away.has(engine));
      const group = groupOf[name];
      const isKnown = !group || measured.bus(group.topic) !== null;
      const state = isAway ? 'down' : stateOf(lateMs, isKnown);
      if (state === 'unknown') return { name, state, lateSeconds: 0, since: null };
      if (state === 'ok') this.since.delete(name);
      else if (!this.since.has(name)) this.since.set(name, earlier(at, lateMs));
      const lateSeconds = state === 'ok' ? 0 : Math.round(lateMs / 1000);
      return { name, state, lateSeconds, since: this.since.get(name) ?? null };
    });
  }
}

function stateOf(lateMs: number, isKnown: boolean): StatusState {
  if (lateMs >= DOWN_MS) return 'down';
  if (lateMs >= SLOW_MS) return 'slow';
  return isKnown ? 'ok' : 'unknown';
}

function earlier(at: string, byMs: number): string {
  return new Date(Date.parse(at) - byMs).toISOString();
}
