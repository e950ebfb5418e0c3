import type { WebhookPayload } from '../events/webhook.events';

/** Standard Webhooks: a signing secret is this, and the base64 of 32 random bytes. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** The newest version of payloads. */
export const WEBHOOK_VERSION = 1;
export const MOST_WEBHOOKS = 50;
export const MOST_WEBHOOK_EVENTS = 200;
export const LONGEST_WEBHOOK_URL = 2_000;
/** Characters of the additional headers, as JSON. */
export const LONGEST_WEBHOOK_HEADERS = 4_000;
/** Hours for which deliveries are signed by the secret before, too. */
export const WEBHOOK_OVERLAP_HOURS = 24;
/** Days for which a delivery stays in the log once it is settled. */
export const WEBHOOK_LOG_DAYS = 30;

/** `paused` by somebody; `failures` and `gone`: switched off by us. */
export type WebhookState = 'active' | 'paused' | 'failures' | 'gone';

/** GET /api/v3/webhooks */
export interface WebhookResponse {
  id: string;
  url: string;
  /** Names of the catalogue, sorted. */
  events: string[];
  version: number;
  payload: WebhookPayload;
  /** Of the additional headers. */
  headerNames: string[];
  /** The end of the signing secret. */
  hint: string;
  state: WebhookState;
  /** Whether events are delivered. */
  enabled: boolean;
  createdAt: string;
  /** Since when the state holds. */
  since: string;
  /** Until when deliveries are signed by the secret before, too; null where they are not. */
  previousUntil: string | null;
  /** Events that are still to be delivered; 10,000 means that many or more. */
  waiting: number;
  /** Since when its receiver has taken nothing; null while it takes what it is sent. */
  failingSince: string | null;
}

export const MOST_COUNTED = 10_000;

/** GET /api/v3/webhooks/{id}/headers */
export interface WebhookHeadersResponse {
  /** JSON with double quotes; empty where there are none. */
  headers: string;
}

/** POST /api/v3/webhooks and …/{id}/rotate */
export interface WebhookMadeResponse {
  id: string;
  /** Shown this once; null where a request is repeated, whose first answer had it. */
  secret: string | null;
  position: string;
}

/** GET /api/v3/webhook-events */
export interface WebhookEventResponse {
  name: string;
  version: number;
  /** The subject that its name begins with. */
  group: string;
  /** What a delivery holds. */
  example: object;
  /** JSON Schema, draft 2020-12, of its payload. */
  schema: object;
}

/** `waiting` is to be sent, or sent again; `given-up` after three days; `skipped` by somebody who resumed without it. */
export const webhookDeliveryStates = ['waiting', 'delivered', 'given-up', 'skipped'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** GET /api/v3/webhooks/{id}/deliveries, newest first */
export interface WebhookDeliveryResponse {
  /** The event's: the header `webhook-id`. */
  id: string;
  event: string;
  /** When it happened. */
  occurredAt: string;
  position: string;
  state: WebhookDeliveryState;
  attempts: number;
  /** When it is tried next; null unless it waits. */
  nextAt: string | null;
  /** Of the last attempt: the HTTP status, or null where nothing was answered or tried. */
  status: number | null;
  lastAt: string | null;
  durationMs: number | null;
}

export interface WebhookDeliveriesResponse {
  data: WebhookDeliveryResponse[];
  /** Names the next page; null on the last one. */
  next: string | null;
}

export interface WebhookAttempt {
  number: number;
  at: string;
  durationMs: number;
  status: number | null;
  /** Why nothing was answered. */
  error: string | null;
  /** The beginning of what was answered; null where nothing was, or where the person of the event was erased. */
  answer: string | null;
}

/** GET /api/v3/webhooks/{id}/deliveries/{eventId} */
export interface WebhookDeliveryDetailResponse extends WebhookDeliveryResponse {
  request: {
    url: string;
    /** Values of additional headers and signatures are left out. */
    headers: Record<string, string>;
    /** As it would be sent now: without what was erased meanwhile. Null where the event is not in the log any more. */
    body: string | null;
  };
  /** Oldest first, the last twenty. */
  history: WebhookAttempt[];
}
