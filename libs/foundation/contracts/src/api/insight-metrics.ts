import type { Words } from '../channels/manifest';
import type { Measure } from '../rules/measures';
import { inWords } from './insight-texts';

export { NOBODY, measures, type Measure } from '../rules/measures';

/** A version of a metric's definition. Its formula in words is in `insight-texts`. */
interface VersionEntry {
  version: number;
  /** Date of the version, YYYY-MM-DD. The whole history is counted by the new version. */
  since: string;
  /** Measures from which the metric is computed: `IN` and `OUT` for requests with a direction, `any` for others. */
  from: { any: Measure[]; IN?: Measure[]; OUT?: Measure[] };
}

export interface MetricVersion extends VersionEntry {
  formula: Words;
}

export type MetricUnit =
  'messages' | 'contacts' | 'conversations' | 'time' | 'messagesPerConversation' | 'percent';

/** How a metric is computed from its measures. */
export type Reckoning =
  'count' | 'contacts' | 'durations' | 'tags' | 'scores' | 'perConversation' | 'rate' | 'backlog' | 'agents';

/** The method of `MetricAnswers` that computes the response for a metric. */
export type AnswerShape =
  | 'sum'
  | 'rate'
  | 'series'
  | 'durations'
  | 'average'
  | 'contacts'
  | 'contactsOverTime'
  | 'tags'
  | 'tagTrend'
  | 'averages'
  | 'scores'
  | 'perConversation'
  | 'hoursOfTheWeek'
  | 'backlog'
  | 'backlogAge'
  | 'agents';

interface MetricEntry {
  /** Ends the `operationId` of its route in the API's description; generated clients use it as a method name. */
  operation: string;
  unit: MetricUnit;
  reckoning: Reckoning;
  /**
   * A metric with the shape `durations` has a second route, `PATH/average`; a metric with `average` has only that
   * route.
   */
  shape: AnswerShape;
  /** The last version is the current one. */
  versions: readonly [VersionEntry, ...VersionEntry[]];
}

export interface MetricDefinition extends Omit<MetricEntry, 'versions'> {
  path: MetricPath;
  name: Words;
  versions: MetricVersion[];
}

const SINCE = '2026-11-23';

const messages = {
  any: ['message_in', 'message_out'],
  IN: ['message_in'],
  OUT: ['message_out'],
} satisfies Partial<VersionEntry['from']>;

function once(from: VersionEntry['from']): [VersionEntry] {
  return [{ version: 1, since: SINCE, from }];
}

/** All metrics by their path below `/api/intelligence/v1/`. */
const metrics = {
  'metrics/messages/sum': {
    operation: 'messages',
    unit: 'messages',
    reckoning: 'count',
    shape: 'sum',
    versions: once(messages),
  },
  'metrics/messages/distribution': {
    operation: 'messagesOverTime',
    unit: 'messages',
    reckoning: 'count',
    shape: 'series',
    versions: once(messages),
  },
  'metrics/active-contacts/sum': {
    operation: 'contacts',
    unit: 'contacts',
    reckoning: 'contacts',
    shape: 'contacts',
    versions: once({ any: ['message_in'] }),
  },
  'metrics/active-contacts/distribution': {
    operation: 'contactsOverTime',
    unit: 'contacts',
    reckoning: 'contacts',
    shape: 'contactsOverTime',
    versions: once({ any: ['message_in'] }),
  },
  'metrics/messages/sent-paid-templates/sum': {
    operation: 'templates',
    unit: 'messages',
    reckoning: 'count',
    shape: 'sum',
    versions: once({ any: ['template_out'] }),
  },
  'metrics/conversations/resolved': {
    operation: 'resolved',
    unit: 'conversations',
    reckoning: 'count',
    shape: 'series',
    versions: [
      { version: 1, since: SINCE, from: { any: ['resolved', 'begun_archived'] } },
      { version: 2, since: '2026-11-26', from: { any: ['resolved'] } },
    ],
  },
  'metrics/conversations/first-reply-times': {
    operation: 'firstReply',
    unit: 'time',
    reckoning: 'durations',
    shape: 'durations',
    versions: once({ any: ['first_reply'] }),
  },
  'metrics/conversations/first-reply-times-business-hours': {
    operation: 'firstReplyOpen',
    unit: 'time',
    reckoning: 'durations',
    shape: 'durations',
    versions: once({ any: ['first_reply_business'] }),
  },
  'metrics/conversations/resolve-times': {
    operation: 'resolveTimes',
    unit: 'time',
    reckoning: 'durations',
    shape: 'durations',
    versions: [
      { version: 1, since: SINCE, from: { any: ['resolve_time_any', 'begun_archived'] } },
      { version: 2, since: SINCE, from: { any: ['resolve_time', 'begun_archived'] } },
      { version: 3, since: '2026-11-26', from: { any: ['resolve_time'] } },
    ],
  },
  'metrics/conversations/tags': {
    operation: 'tags',
    unit: 'conversations',
    reckoning: 'tags',
    shape: 'tags',
    versions: once({ any: ['tagged'] }),
  },
  'metrics/conversations/messages/average': {
    operation: 'messagesPerConversation',
    unit: 'messagesPerConversation',
    reckoning: 'perConversation',
    shape: 'perConversation',
    versions: once(messages),
  },
  'metrics/messages/response-times': {
    operation: 'responseTimes',
    unit: 'time',
    reckoning: 'durations',
    shape: 'average',
    versions: once({ any: ['response_in', 'response_out'], IN: ['response_in'], OUT: ['response_out'] }),
  },
  'metrics/messages/busiest-hours': {
    operation: 'busiestHours',
    unit: 'messages',
    reckoning: 'count',
    shape: 'hoursOfTheWeek',
    versions: once({ any: ['message_in'] }),
  },
  'metrics/conversations/backlog': {
    operation: 'backlog',
    unit: 'conversations',
    reckoning: 'backlog',
    shape: 'backlog',
    versions: once({ any: ['opened', 'closed'] }),
  },
  'metrics/conversations/backlog-age': {
    operation: 'backlogAge',
    unit: 'conversations',
    reckoning: 'backlog',
    shape: 'backlogAge',
    versions: once({ any: ['opened'] }),
  },
  'metrics/conversations/transfers/sum': {
    operation: 'transfers',
    unit: 'conversations',
    reckoning: 'count',
    shape: 'sum',
    versions: once({ any: ['transferred'] }),
  },
  'metrics/conversations/reopened/rate': {
    operation: 'reopened',
    unit: 'percent',
    reckoning: 'rate',
    shape: 'rate',
    versions: once({ any: ['reopened', 'resolved'] }),
  },
  'metrics/conversations/first-contact/rate': {
    operation: 'firstContact',
    unit: 'percent',
    reckoning: 'rate',
    shape: 'rate',
    versions: once({ any: ['settled', 'resolved'] }),
  },
  'metrics/sla/breaches': {
    operation: 'breaches',
    unit: 'conversations',
    reckoning: 'count',
    shape: 'series',
    versions: once({ any: ['sla_breached'] }),
  },
  'metrics/sla/breached/rate': {
    operation: 'breachedRate',
    unit: 'percent',
    reckoning: 'rate',
    shape: 'rate',
    versions: once({ any: ['sla_breached', 'response_out', 'resolved'] }),
  },
  'metrics/conversations/tags/trend': {
    operation: 'tagTrend',
    unit: 'conversations',
    reckoning: 'tags',
    shape: 'tagTrend',
    versions: once({ any: ['tagged'] }),
  },
  'metrics/conversations/first-reply-times/channels': {
    operation: 'firstReplyOfChannels',
    unit: 'time',
    reckoning: 'durations',
    shape: 'averages',
    versions: once({ any: ['first_reply'] }),
  },
  'metrics/satisfaction/rate': {
    operation: 'satisfaction',
    unit: 'percent',
    reckoning: 'rate',
    shape: 'rate',
    versions: once({ any: ['satisfied', 'rated'] }),
  },
  'metrics/satisfaction/scores': {
    operation: 'scores',
    unit: 'conversations',
    reckoning: 'scores',
    shape: 'scores',
    versions: once({ any: ['rated'] }),
  },
  'metrics/satisfaction/response-rate': {
    operation: 'ratingResponse',
    unit: 'percent',
    reckoning: 'rate',
    shape: 'rate',
    versions: once({ any: ['rated', 'rating_asked'] }),
  },
  'metrics/satisfaction/comments': {
    operation: 'comments',
    unit: 'messages',
    reckoning: 'count',
    shape: 'sum',
    versions: once({ any: ['rating_comment'] }),
  },
  'metrics/agents': {
    operation: 'agents',
    unit: 'messages',
    reckoning: 'agents',
    shape: 'agents',
    versions: once({ any: ['message_out', 'resolved', 'first_reply'] }),
  },
} as const satisfies Record<string, MetricEntry>;

export type MetricPath = keyof typeof metrics;

export const metricPaths = Object.keys(metrics) as MetricPath[];

const definitions = new Map(metricPaths.map((path) => [path, definitionOf(path)]));

function definitionOf(path: MetricPath): MetricDefinition {
  const entry: MetricEntry = metrics[path];
  const formulaOf = (version: number) =>
    inWords((texts) => {
      const formulas: Record<number, string> = texts.metrics[path].formulas;
      return formulas[version]!;
    });
  return {
    ...entry,
    path,
    name: inWords((texts) => texts.metrics[path].name),
    versions: entry.versions.map((version) => ({ ...version, formula: formulaOf(version.version) })),
  };
}

export function metricOf(path: MetricPath): MetricDefinition {
  return definitions.get(path)!;
}

/** The requested version of a metric's definition; without `version` the current one. */
export function versionOf(path: MetricPath, version?: number): MetricVersion | undefined {
  const { versions } = metricOf(path);
  return version === undefined ? versions.at(-1) : versions.find((each) => each.version === version);
}

export function measuresOf({ from }: MetricVersion, direction?: 'IN' | 'OUT'): Measure[] {
  return (direction && from[direction]) ?? from.any;
}
