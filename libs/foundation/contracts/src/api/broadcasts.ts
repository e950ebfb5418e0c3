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
/** Maximum length in characters of the value of a slot (spec, sections 5 and 9). */
export const BROADCAST_VALUE_LENGTH = 1024;
export const MAX_BROADCAST_VALUES = 100;
/** Maximum number of an organisation's broadcasts that have not ended. */
export const MAX_OPEN_BROADCASTS = 200;
/** Seconds within which a start can be undone. */
export const START_UNDO_SECONDS = 10;

/**
 * `scheduled`: the time of the first message is in the future. `waiting`: the provider limits the channel, or limits
 * further
 * messages to each of the remaining recipients.
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

/**
 * Groups of phases for filtering the list: `sending` also contains broadcasts that are in planning, paused or
 * waiting.
 */
export const broadcastStages = ['draft', 'scheduled', 'sending', 'done'] as const;
export type BroadcastStage = (typeof broadcastStages)[number];

/**
 * Numbers of recipients by status. `sent` includes delivered and read, `delivered` includes read. The total is the
 * sum of `skipped`,
 * `planned`, `cancelled`, `queued`, `sent`, `failed` and `unknown`.
 */
export interface BroadcastCounts {
  total: number;
  skipped: number;
  /** Not sent yet. */
  planned: number;
  /** Part of `planned`: the provider requires a wait of a day before another message to these recipients. */
  waiting: number;
  cancelled: number;
  queued: number;
  sent: number;
  failed: number;
  /** The provider may or may not have the message. */
  unknown: number;
  delivered: number;
  read: number;
  replied: number;
  clicked: number;
}

export interface BroadcastSummary {
  id: string;
  /** Number of the broadcast within the organisation, from 1. */
  number: number;
  name: string;
  phase: BroadcastPhase;
  counts: BroadcastCounts;
  templateId: string | null;
  listId: string | null;
  channelId: string | null;
  /** Id of the user who created it. */
  createdBy: string;
  /** ISO 8601 UTC, like all times of a broadcast. */
  createdAt: string;
  changedAt: string;
  startsAt: string | null;
  endedAt: string | null;
  /** Until when sending waits for the provider's limit; null: it does not wait. */
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
  /** The template as it was when the broadcast started; null before the start. */
  template: BroadcastTemplate | null;
  other: BroadcastTemplate | null;
  winner: BroadcastVariant | null;
  timeZone: string;
  skipped: { reason: SkipReason; count: number }[];
  failed: { reason: StatusReason; count: number }[];
  /** Number of recipients whose message failed for a temporary reason and can be retried. */
  retryable: number;
  buttons: { text: string; count: number }[];
  variants: { variant: BroadcastVariant; sent: number; replied: number }[];
  /** Counts by the hour of the event. */
  hours: { at: string; what: 'sent' | 'delivered' | 'read' | 'replied'; count: number }[];
  /** Earlier broadcasts with the same template, newest first, for comparison. */
  earlier: { number: number; name: string; startsAt: string | null; counts: BroadcastCounts }[];
}

/** Filters of the recipients table. */
export interface LedgerView {
  filter: LedgerFilter;
  /** Only recipients who were skipped, or whose message failed, for this reason. */
  reason?: string;
  /** Only recipients who pressed the button with this text. */
  button?: string;
  /** Only recipients who got this template of a split. */
  variant?: BroadcastVariant;
  /** Only recipients who reached the status in `filter` within the hour that begins at this time, ISO 8601 UTC. */
  hour?: string;
}

/** Statuses by which the recipients table can be filtered. */
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
  /** Null if unknown, or if the contact was erased. */
  name: string | null;
  phone: string | null;
  status: Exclude<LedgerFilter, 'all' | 'replied' | 'clicked'>;
  reason: SkipReason | StatusReason | null;
  providerCode: string | null;
  attempt: number;
  variant: BroadcastVariant | null;
  /** When the message is sent or retried. */
  dueAt: string | null;
  conversationId: string | null;
  sentAt: string | null;
  deliveredAt: string | null;
  readAt: string | null;
  repliedAt: string | null;
  /** Text of the button that the recipient pressed first; null: none. */
  button: string | null;
  /** When the recipient opened the button's link; null if the button is a quick reply. */
  clickedAt: string | null;
}

/** GET /api/v3/engage/broadcasts/{id}/recipients */
export interface LedgerResponse {
  data: LedgerEntry[];
  /** Value of `after` for the next page; null on the last page. */
  next: string | null;
}

/** GET /api/v3/engage/broadcasts/{id}/estimate: expected recipients, and skipped contacts with reasons. */
export interface BroadcastEstimate {
  members: number;
  recipients: number;
  skipped: { reason: SkipReason; count: number }[];
  /** In euros, by calling code; null if the category has no prices. */
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
  /** Values by the keys of the template's slots. */
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
  /** `2026-11`, in the organisation's time zone. */
  month: string;
  /** Beginning of the next month, ISO 8601 UTC. */
  resetsAt: string;
  messages: LimitUse;
  contacts: LimitUse;
  /** Limits that the organisation requested last; null: none. */
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
