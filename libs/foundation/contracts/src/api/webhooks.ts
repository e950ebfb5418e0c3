import type { WebhookPayload } from '../events/webhook.events';

/** Standard Webhooks: a signing secret consists of this prefix and the base64 of 32 random bytes. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';
/** The newest version of the payload format. */
export const WEBHOOK_VERSION = 1;
export const MAX_WEBHOOKS = 50;
export const MAX_WEBHOOK_EVENTS = 200;
export const MAX_WEBHOOK_URL_LENGTH = 2_000;
/** Maximum length in characters of the additional headers as JSON. */
export const MAX_WEBHOOK_HEADERS_LENGTH = 4_000;
/** Hours for which deliveries are also signed with the previous secret. */
export const WEBHOOK_OVERLAP_HOURS = 24;
/** Days for which a delivery stays in the delivery log after it is completed. */
export const WEBHOOK_LOG_DAYS = 30;

/**
 * `paused`: by a user. `failures`: switched off since deliveries failed for too long. `gone`: switched off since the
 * receiver responded with 410 Gone.
 */
export type WebhookState = 'active' | 'paused' | 'failures' | 'gone';

/** GET /api/v3/webhooks */
export interface WebhookResponse {
  id: string;
  url: string;
  /** Names of the catalogue, sorted. */
  events: string[];
  version: number;
  payload: WebhookPayload;
  /** Names of the additional headers. */
  headerNames: string[];
  /** The last characters of the signing secret. */
  hint: string;
  state: WebhookState;
  enabled: boolean;
  createdAt: string;
  /** Since when the webhook has its state. */
  since: string;
  /** Until when deliveries are also signed with the previous secret; null if they are not. */
  previousUntil: string | null;
  /** Number of events that wait for delivery; 10,000 means 10,000 or more. */
  waiting: number;
  /** Since when every delivery has failed; null if the last one succeeded. */
  failingSince: string | null;
}

export const MAX_COUNTED = 10_000;

/** GET /api/v3/webhooks/{id}/headers */
export interface WebhookHeadersResponse {
  /** A JSON object; empty if there are none. */
  headers: string;
}

/** POST /api/v3/webhooks and …/{id}/rotate */
export interface WebhookMadeResponse {
  id: string;
  /** Null for a repeated request: only the first response contains the secret. */
  secret: string | null;
  position: string;
}

/** GET /api/v3/webhook-events */
export interface WebhookEventResponse {
  name: string;
  version: number;
  /** The subject with which the name begins. */
  group: string;
  /** Example of a delivery's payload. */
  example: object;
  /** JSON Schema, draft 2020-12, of the payload. */
  schema: object;
}

/**
 * `waiting`: to be sent or retried; `given-up`: failed for three days; `skipped`: a user resumed the webhook without
 * it.
 */
export const webhookDeliveryStates = ['waiting', 'delivered', 'given-up', 'skipped'] as const;
export type WebhookDeliveryState = (typeof webhookDeliveryStates)[number];

/** GET /api/v3/webhooks/{id}/deliveries, newest first */
export interface WebhookDeliveryResponse {
  /** The event's id, also in the header `webhook-id`. */
  id: string;
  event: string;
  occurredAt: string;
  position: string;
  state: WebhookDeliveryState;
  attempts: number;
  /** When the next attempt is made; null unless the state is `waiting`. */
  nextAt: string | null;
  /** HTTP status of the last attempt; null if there was no attempt or no response. */
  status: number | null;
  lastAt: string | null;
  durationMs: number | null;
}

export interface WebhookDeliveriesResponse {
  data: WebhookDeliveryResponse[];
  /** Value of `before` for the next page; null on the last page. */
  next: string | null;
}

export interface WebhookAttempt {
  number: number;
  at: string;
  durationMs: number;
  status: number | null;
  /** Why there was no response; null if there was one. */
  error: string | null;
  /** Beginning of the response; null if there was none, or if the event's person was erased. */
  answer: string | null;
}

/** GET /api/v3/webhooks/{id}/deliveries/{eventId} */
export interface WebhookDeliveryDetailResponse extends WebhookDeliveryResponse {
  request: {
    url: string;
    /** Without the values of additional headers and signatures. */
    headers: Record<string, string>;
    /**
     * The body as it would be sent now, without data that was erased since; null if the event is no longer in the
     * log.
     */
    body: string | null;
  };
  /** Oldest first, at most the last twenty attempts. */
  history: WebhookAttempt[];
}
