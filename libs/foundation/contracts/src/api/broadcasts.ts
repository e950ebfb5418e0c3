import type {
  BroadcastContent,
  BroadcastTemplate,
  BroadcastVariant,
  EngageSettings,
  SkipReason,
  StatusReason,
} from '../events';

export const BROADCAST_NAME_LENGTH = 100;
export const BROADCAST_DESCRIPTION_LENGTH = 500;
/** Characters of what stands in one slot (spec, sections 5 and 9). */
export const BROADCAST_VALUE_LENGTH = 1024;
export const MOST_BROADCAST_VALUES = 100;
/** Broadcasts of an organisation that have not ended. */
export const MOST_OPEN_BROADCASTS = 200;
/** Seconds in which a start can be taken back. */
export const START_UNDO_SECONDS = 10;

/**
 * `scheduled`: the first message has its time still to come; `waiting`: the provider asked to wait, with all messages of
 * the channel or with one more to each of those who are left.
 */
export const broadcastPhases = [
  'draft',
  'planning',
  'scheduled',
  'sending',
  'waiting',
  'paused',
  'cancelled',
  'finished',
] as const;
export type BroadcastPhase = (typeof broadcastPhases)[number];

/** How far broadcasts have come, as their list is filtered: `sending` holds those that are planned, paused or wait too. */
export const broadcastStages = ['draft', 'scheduled', 'sending', 'done'] as const;
export type BroadcastStage = (typeof broadcastStages)[number];

/**
 * How many recipients there are, by what became of them. `sent` holds those that were delivered or read, `delivered`
 * those that were read. What was planned is the sum of `skipped`, `planned`, `cancelled`, `queued`, `sent`, `failed` and
 * `unknown`.
 */
export interface BroadcastCounts {
  total: number;
  skipped: number;
  /** Still to leave. */
  planned: number;
  /** Of those still to leave: the provider asked to wait a day with one more message to them. */
  waiting: number;
  cancelled: number;
  queued: number;
  sent: number;
  failed: number;
  /** The provider may have it, or not. */
  unknown: number;
  delivered: number;
  read: number;
  replied: number;
  clicked: number;
}

export interface BroadcastSummary {
  id: string;
  /** Counts the broadcasts of the organisation, from 1. */
  number: number;
  name: string;
  phase: BroadcastPhase;
  counts: BroadcastCounts;
  templateId: string | null;
  listId: string | null;
  channelId: string | null;
  /** Who made it. */
  createdBy: string;
  /** ISO 8601 UTC, like all times here. */
  createdAt: string;
  changedAt: string;
  startsAt: string | null;
  endedAt: string | null;
  /** Until when it waits because its provider asked for it; null: it does not. */
  waitsUntil: string | null;
  isRepeating: boolean;
}

/** GET /api/v3/engage/broadcasts */
export interface BroadcastsResponse {
  data: BroadcastSummary[];
  count: number;
  total: number;
  page: number;
  pageCount: number;
}

/** GET /api/v3/engage/broadcasts/{id} */
export interface BroadcastDetails extends BroadcastSummary {
  content: BroadcastContent;
  /** As it was when the broadcast was started; null before. */
  template: BroadcastTemplate | null;
  other: BroadcastTemplate | null;
  winner: BroadcastVariant | null;
  timeZone: string;
  skipped: { reason: SkipReason; count: number }[];
  failed: { reason: StatusReason; count: number }[];
  /** Failures that may pass: so many can be tried again. */
  retryable: number;
  buttons: { text: string; count: number }[];
  variants: { variant: BroadcastVariant; sent: number; replied: number }[];
  /** By the hour in which it happened. */
  hours: { at: string; what: 'sent' | 'delivered' | 'read' | 'replied'; count: number }[];
  /** Those before it that were sent with the same template, the newest first, for comparison. */
  earlier: { number: number; name: string; startsAt: string | null; counts: BroadcastCounts }[];
}

/** Which rows the overview table shows. */
export interface LedgerView {
  filter: LedgerFilter;
  /** Why they were skipped, or why it failed. */
  reason?: string;
  /** The button that they pressed, by its words. */
  button?: string;
  /** Which template of a split they got. */
  variant?: BroadcastVariant;
  /** The hour in which they came to the status of the filter: when it begins, ISO 8601 UTC. */
  hour?: string;
}

/** What the overview table is filtered by. */
export const ledgerFilters = [
  'all',
  'skipped',
  'planned',
  'cancelled',
  'queued',
  'sent',
  'failed',
  'unknown',
  'delivered',
  'read',
  'replied',
  'clicked',
] as const;
export type LedgerFilter = (typeof ledgerFilters)[number];

export interface LedgerEntry {
  contactId: string;
  /** Null where nobody knows it, or they were erased. */
  name: string | null;
  phone: string | null;
  status: Exclude<LedgerFilter, 'all' | 'replied' | 'clicked'>;
  reason: SkipReason | StatusReason | null;
  providerCode: string | null;
  attempt: number;
  variant: BroadcastVariant | null;
  /** When it leaves, or is tried again. */
  dueAt: string | null;
  conversationId: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  repliedAt: string | null;
  /** The button that they pressed first. */
  button: string | null;
  /** When they opened its link; null where it was an answer. */
  clickedAt: string | null;
}

/** GET /api/v3/engage/broadcasts/{id}/recipients */
export interface LedgerResponse {
  data: LedgerEntry[];
  /** Names the next page as `after`. */
  next: string | null;
}

/** GET /api/v3/engage/broadcasts/{id}/estimate: how many will get it, how many not and why. */
export interface BroadcastEstimate {
  members: number;
  recipients: number;
  skipped: { reason: SkipReason; count: number }[];
  /** In euros, by calling code; null where no price is set for any of its category. */
  cost: {
    total: number;
    unpriced: number;
    parts: { callingCode: string; count: number; amount: number }[];
  } | null;
}

/** GET /api/v3/engage/broadcasts/{id}/preview */
export interface BroadcastPreview {
  contactId: string;
  name: string | null;
  phone: string | null;
  /** By the keys of the template's slots. */
  values: Record<string, string>;
  missing: string[];
}

export interface LimitUse {
  /** -1: no limit. */
  limit: number;
  used: number;
}

/** GET /api/v3/engage/rate-limits */
export interface EngageLimitsResponse {
  /** `2026-11`, by the organisation's clock. */
  month: string;
  /** When the next month begins. */
  resetsAt: string;
  messages: LimitUse;
  contacts: LimitUse;
  /** What was asked for last. */
  asked: { messages: number; contacts: number } | null;
  channels: {
    channelId: string;
    name: string;
    tier: string | null;
    quality: string | null;
    waitsUntil: string | null;
  }[];
  settings: EngageSettings;
}
