import type { ReportContent } from '../events/insight-report.events';
import type { CardSize } from './insight-graphs';
import type { MetricPath } from './insight-metrics';

/** By what a series is cut: the calendar of the organisation's time zone, weeks from Monday on. */
export const timeUnits = ['hour', 'day', 'week', 'month'] as const;
export type TimeUnit = (typeof timeUnits)[number];

/** The periods of the dashboard's filter. */
export const timePeriods = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'last28Days',
  'thisYear',
  'lastYear',
  'custom',
] as const;
export type TimePeriod = (typeof timePeriods)[number];

/** What is asked of every metric: both days are of the range, in the organisation's time zone. */
export interface MetricFilter {
  /** YYYY-MM-DD */
  between: string;
  /** YYYY-MM-DD */
  and: string;
  agent?: string[];
  /** Ids of channels, or platforms in capitals. */
  channel?: string[];
  tags?: string[];
  team?: string[];
  direction?: 'IN' | 'OUT';
  /** What happened later does not count. ISO 8601 UTC. */
  asOf?: string;
}

/** A point of a series. */
export interface MetricPoint {
  /** When its hour, day, week or month begins, ISO 8601 UTC. */
  at: string;
  value: number;
}

/** Milliseconds that cases took. */
export interface Durations {
  average: number | null;
  median: number | null;
  /** So long at most for nine of ten. */
  p90: number | null;
  count: number;
}

export interface DurationPoint extends Durations {
  at: string;
}

/** A part of a whole: a tag, a channel, a person, an hour of the week. */
export interface MetricShare {
  id: string;
  value: number;
  /** Of the days before, as many as asked for; left out: nobody asks. */
  previous?: number;
}

interface MetricAnswer {
  aggregatedBy: TimeUnit;
  timeZone: string;
  /** What the number is, by which version of its definition. */
  metric: { path: MetricPath; version: number };
}

export interface NumberAnswer extends MetricAnswer {
  /** Null: there is nothing to reckon with. */
  data: number | null;
  /** Of the days before, as many as asked for. */
  previous: number | null;
}

export interface SeriesAnswer extends MetricAnswer {
  data: MetricPoint[];
  /** The whole of the days before, as many as asked for. */
  previous: number | null;
}

export interface SharesAnswer extends MetricAnswer {
  data: MetricShare[];
}

export interface AverageAnswer extends NumberAnswer {
  /** Of the same cases; the average is `data`. */
  median: number | null;
  p90: number | null;
  count: number;
}

export interface DurationsAnswer extends MetricAnswer {
  data: DurationPoint[];
}

/** What a graph shows: the answer of its path, and one number for the whole range where it has such. */
export interface GraphAnswer {
  main: NumberAnswer | SeriesAnswer | SharesAnswer | DurationsAnswer | AgentsAnswer | AverageAnswer;
  average: AverageAnswer | null;
}

/** How somebody does beside their colleagues. */
export interface AgentLine {
  userId: string;
  sent: number;
  resolved: number;
  firstReply: Durations;
}

export interface AgentsAnswer extends MetricAnswer {
  data: AgentLine[];
}

/** What contacts say of somebody's work, or of conversations with a tag. */
export interface RatedLine {
  /** Of a person, or of a tag; null: of all. */
  id: string | null;
  rated: number;
  satisfied: number;
  /** Of the scores; null: there are none. */
  average: number | null;
}

/** GET /api/intelligence/v1/satisfaction */
export interface SatisfactionResponse {
  timeZone: string;
  asked: number;
  all: RatedLine;
  /** Null: the organisation does not compare its agents. */
  agents: RatedLine[] | null;
  tags: RatedLine[];
}

/** One thing that a number counts. */
export interface CountedFact {
  /** Names it, for what is behind it. */
  key: string;
  at: string;
  /** Whether the stream of a message tells of it, or that of its conversation. */
  kind: 'message' | 'conversation';
  conversationId: string;
  /** False: the conversation was deleted since; it counts on. */
  isThere: boolean;
  /** Whoever stands for the contact now. */
  contactId: string;
  /** The contact was erased: nobody can say who it was. */
  isErased: boolean;
  channelId: string;
  userId: string | null;
  teamId: string | null;
  /** Milliseconds, of a metric that measures time; the score of a rating; else null. */
  value: number | null;
}

/** GET /api/intelligence/v1/facts */
export interface CountedFactsResponse {
  data: CountedFact[];
  /** How many there are in all: facts, or conversations. */
  total: number;
  /** Names the page that follows; null after the last. */
  next: string | null;
}

/** GET /api/intelligence/v1/facts/why: what happened, as the log has it, up to the moment that it was counted. */
export interface WhyResponse {
  fact: CountedFact;
  events: { id: string; time: string; type: string; actor: { type: string; id: string }; isCause: boolean }[];
}

/** GET /api/intelligence/v1/channels: for the filter, by platform. */
export interface InsightChannelsResponse {
  data: { id: string; name: string; platform: string; isConnected: boolean }[];
}

/** One page of graphs, as somebody has arranged it. */
export interface DashboardResponse {
  /** Six; null where nothing stands. */
  slots: (number | null)[];
  /** Of each of them. */
  sizes: CardSize[];
  /** False before the standard graphs were put there for the first time. */
  isArranged: boolean;
  timeZone: string;
  /** Whether agents may be put beside each other. */
  comparesAgents: boolean;
}

/** GET /api/intelligence/v1/reports: what comes to oneself by mail. */
export interface ReportsResponse {
  data: (Pick<ReportContent, 'every' | 'graphs' | 'filters'> & {
    id: string;
    /** When the next is sent, ISO 8601 UTC. */
    nextAt: string;
  })[];
}

/** How many somebody may have. */
export const MOST_REPORTS = 20;
