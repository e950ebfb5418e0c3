import type { Words } from '../channels/manifest';
import type { MetricPath } from './insight-metrics';
import { inWords } from './insight-texts';

export const graphKinds = [
  'number-graph',
  'bar-graph',
  'line-graph',
  'flag-graph',
  'time-graph',
  'time-line-graph',
  'vertical-bar-graph',
  'heat-graph',
  'agents-graph',
  'trend-graph',
] as const;
export type GraphKind = (typeof graphKinds)[number];

interface GraphEntry {
  id: number;
  /** The component that draws the graph. */
  name: GraphKind;
  dataPath: MetricPath;
  /** Filters of the request in addition to those of the dashboard. */
  filters?: { direction?: 'IN' | 'OUT'; channel?: string };
  /** Path suffix of a second request, which returns one number for the whole range. */
  aggregatorPath?: '/average';
  /** Shown on a dashboard that its user has not arranged yet. */
  standard?: true;
}

export interface GraphDefinition extends GraphEntry {
  title: Words;
  description: Words;
}

/**
 * Ids 0 to 14 are the original graphs of the product; later ids were added at the request of teams. Texts are in
 * `insight-texts`.
 */
const entries = [
  {
    id: 0,
    name: 'number-graph',
    dataPath: 'metrics/messages/sum',
    standard: true,
  },
  {
    id: 1,
    name: 'number-graph',
    dataPath: 'metrics/messages/sum',
    filters: { direction: 'IN' },
  },
  {
    id: 2,
    name: 'number-graph',
    dataPath: 'metrics/messages/sum',
    filters: { direction: 'OUT' },
  },
  {
    id: 3,
    name: 'bar-graph',
    dataPath: 'metrics/messages/distribution',
    standard: true,
  },
  {
    id: 4,
    name: 'number-graph',
    dataPath: 'metrics/active-contacts/sum',
  },
  {
    id: 5,
    name: 'line-graph',
    dataPath: 'metrics/active-contacts/distribution',
    standard: true,
  },
  {
    id: 6,
    name: 'flag-graph',
    dataPath: 'metrics/messages/sent-paid-templates/sum',
    filters: { channel: 'WHATSAPP' },
  },
  {
    id: 7,
    name: 'bar-graph',
    dataPath: 'metrics/conversations/resolved',
    standard: true,
  },
  {
    id: 8,
    name: 'time-line-graph',
    dataPath: 'metrics/conversations/first-reply-times',
    aggregatorPath: '/average',
    standard: true,
  },
  {
    id: 9,
    name: 'time-line-graph',
    dataPath: 'metrics/conversations/first-reply-times-business-hours',
    aggregatorPath: '/average',
  },
  {
    id: 10,
    name: 'time-line-graph',
    dataPath: 'metrics/conversations/resolve-times',
    aggregatorPath: '/average',
  },
  {
    id: 11,
    name: 'vertical-bar-graph',
    dataPath: 'metrics/conversations/tags',
    standard: true,
  },
  {
    id: 12,
    name: 'number-graph',
    dataPath: 'metrics/conversations/messages/average',
  },
  {
    id: 13,
    name: 'time-graph',
    dataPath: 'metrics/messages/response-times',
    aggregatorPath: '/average',
    filters: { direction: 'IN' },
  },
  {
    id: 14,
    name: 'time-graph',
    dataPath: 'metrics/messages/response-times',
    aggregatorPath: '/average',
    filters: { direction: 'OUT' },
  },
  {
    id: 15,
    name: 'heat-graph',
    dataPath: 'metrics/messages/busiest-hours',
  },
  {
    id: 16,
    name: 'line-graph',
    dataPath: 'metrics/conversations/backlog',
  },
  {
    id: 17,
    name: 'vertical-bar-graph',
    dataPath: 'metrics/conversations/backlog-age',
  },
  {
    id: 18,
    name: 'number-graph',
    dataPath: 'metrics/conversations/transfers/sum',
  },
  {
    id: 19,
    name: 'number-graph',
    dataPath: 'metrics/conversations/reopened/rate',
  },
  {
    id: 20,
    name: 'agents-graph',
    dataPath: 'metrics/agents',
  },
  {
    id: 21,
    name: 'bar-graph',
    dataPath: 'metrics/sla/breaches',
  },
  {
    id: 22,
    name: 'number-graph',
    dataPath: 'metrics/sla/breached/rate',
  },
  {
    id: 23,
    name: 'number-graph',
    dataPath: 'metrics/conversations/first-contact/rate',
  },
  {
    id: 24,
    name: 'number-graph',
    dataPath: 'metrics/satisfaction/rate',
  },
  {
    id: 25,
    name: 'vertical-bar-graph',
    dataPath: 'metrics/satisfaction/scores',
  },
  {
    id: 26,
    name: 'number-graph',
    dataPath: 'metrics/satisfaction/response-rate',
  },
  {
    id: 27,
    name: 'vertical-bar-graph',
    dataPath: 'metrics/conversations/first-reply-times/channels',
  },
  {
    id: 28,
    name: 'trend-graph',
    dataPath: 'metrics/conversations/tags/trend',
  },
] as const satisfies GraphEntry[];

export const graphs: readonly GraphDefinition[] = entries.map((entry) => ({
  ...entry,
  title: inWords((texts) => texts.graphs[entry.id].title),
  description: inWords((texts) => texts.graphs[entry.id].description),
}));

export const graphIds = graphs.map(({ id }) => id);

/** Size of a graph in columns and rows of the dashboard: 1 × 1, 2 × 1, 1 × 2 or 2 × 2. */
export const cardSizes = ['small', 'wide', 'tall', 'large'] as const;
export type CardSize = (typeof cardSizes)[number];

/** Number of graphs on a dashboard. */
export const SLOTS = 6;

export function graphOf(id: number): GraphDefinition | undefined {
  return graphs.find((graph) => graph.id === id);
}

/** The slots of a dashboard that its user has not arranged yet. */
export function standardSlots(): (number | null)[] {
  const standard = graphs.filter((graph) => graph.standard).map(({ id }) => id);
  return Array.from({ length: SLOTS }, (_, index) => standard[index] ?? null);
}
