import type { ReportContent } from '../events/insight-report.events';
import type { CardSize } from './insight-graphs';
import type { MetricPath } from './insight-metrics';

/** Time units of a series, in the organisation's time zone; weeks begin on Monday. */
export const timeUnits = ['hour', 'day', 'week', 'month'] as const;
export type TimeUnit = (typeof timeUnits)[number];

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

/** Filters of all metrics. The range includes both days, in the organisation's time zone. */
export interface MetricFilter {
  /** First day, YYYY-MM-DD. */
  between: string;
  /** Last day, YYYY-MM-DD. */
  and: string;
  agent?: string[];
  /** Ids of channels, or platforms in capitals. */
  channel?: string[];
  tags?: string[];
  team?: string[];
  direction?: 'IN' | 'OUT';
  /** Counts only events before this moment, ISO 8601 UTC. */
  asOf?: string;
}

export interface MetricPoint {
  /** Beginning of the hour, day, week or month, ISO 8601 UTC. */
  at: string;
  value: number;
}

/** Statistics of durations in ms. */
export interface Durations {
  average: number | null;
  median: number | null;
  /** The 90th percentile. */
  p90: number | null;
  count: number;
}

export interface DurationPoint extends Durations {
  at: string;
}

/** A part of a whole, such as a tag, a channel, a user, or an hour of the week. */
export interface MetricShare {
  id: string;
  value: number;
  /** Value of the equally long period before the range; absent if the metric does not compare. */
  previous?: number;
}

interface MetricAnswer {
  aggregatedBy: TimeUnit;
  timeZone: string;
  /** The metric and the version of its definition. */
  metric: { path: MetricPath; version: number };
}

export interface NumberAnswer extends MetricAnswer {
  /** Null: there is no data. */
  data: number | null;
  /** Value of the equally long period before the range; null if there is no data. */
  previous: number | null;
}

export interface SeriesAnswer extends MetricAnswer {
  data: MetricPoint[];
  /** Total of the equally long period before the range; null if there is no data. */
  previous: number | null;
}

export interface SharesAnswer extends MetricAnswer {
  data: MetricShare[];
}

export interface AverageAnswer extends NumberAnswer {
  /** Median of the same durations in ms; their average is `data`. */
  median: number | null;
  p90: number | null;
  count: number;
}

export interface DurationsAnswer extends MetricAnswer {
  data: DurationPoint[];
}

/** A graph's data: the response for its path, and the average of the whole range if the graph has one. */
export interface GraphAnswer {
  main: NumberAnswer | SeriesAnswer | SharesAnswer | DurationsAnswer | AgentsAnswer | AverageAnswer;
  average: AverageAnswer | null;
}

export interface AgentLine {
  userId: string;
  sent: number;
  resolved: number;
  firstReply: Durations;
}

export interface AgentsAnswer extends MetricAnswer {
  data: AgentLine[];
}

/** Ratings of the conversations of a user or with a tag. */
export interface RatedLine {
  /** Id of the user or tag; null: all ratings. */
  id: string | null;
  rated: number;
  satisfied: number;
  /** Average score; null if there are no ratings. */
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

/** A fact, such as a received message or a rating, that a metric counts. */
export interface CountedFact {
  /** Id of the fact for `facts/why`. */
  key: string;
  at: string;
  /** Whether the fact comes from a message's stream or from a conversation's. */
  kind: 'message' | 'conversation';
  conversationId: string;
  /** False: the conversation was deleted since; the fact still counts. */
  isThere: boolean;
  /** Id of the contact; after a merge, of the remaining contact. */
  contactId: string;
  /** True: the contact was erased, so its name is no longer known. */
  isErased: boolean;
  channelId: string;
  userId: string | null;
  teamId: string | null;
  /** Duration in ms for metrics of time, score for ratings, null for others. */
  value: number | null;
}

/** GET /api/intelligence/v1/facts */
export interface CountedFactsResponse {
  data: CountedFact[];
  /** Total number of facts, or of conversations with `each`. */
  total: number;
  /** Value of `cursor` for the next page; null on the last page. */
  next: string | null;
}

/** GET /api/intelligence/v1/facts/why: the events of the log that led to a fact, up to the event that was counted. */
export interface WhyResponse {
  fact: CountedFact;
  events: { id: string; time: string; type: string; actor: { type: string; id: string }; isCause: boolean }[];
}

/** GET /api/intelligence/v1/channels: channels for the filter. */
export interface InsightChannelsResponse {
  data: { id: string; name: string; platform: string; isConnected: boolean }[];
}

export interface DashboardResponse {
  /** Six entries; null: an empty slot. */
  slots: (number | null)[];
  sizes: CardSize[];
  /** False until the user has arranged the dashboard; it shows the standard graphs until then. */
  isArranged: boolean;
  timeZone: string;
  /** Whether agents may be compared with each other. */
  comparesAgents: boolean;
}

/** GET /api/intelligence/v1/reports: the caller's own reports by e-mail. */
export interface ReportsResponse {
  data: (Pick<ReportContent, 'every' | 'graphs' | 'filters'> & {
    id: string;
    /** When the next report is sent, ISO 8601 UTC. */
    nextAt: string;
  })[];
}

/** Maximum number of reports of a user. */
export const MAX_REPORTS = 20;
