import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** `full`: payloads contain message texts and personal data; `thin`: they contain only ids. */
export const webhookPayloads = ['full', 'thin'] as const;
export type WebhookPayload = (typeof webhookPayloads)[number];

/** The target of a webhook and the events that it receives. */
export interface WebhookDetails {
  /** The target, without user, password and fragment. */
  url: string;
  /** Public names of events, such as `message::received`; sorted, without duplicates. */
  events: string[];
  /** Version of the payload format. */
  version: number;
  payload: WebhookPayload;
  /**
   * Names of the additional headers, in their original spelling. Their values are secrets, which no event contains.
   */
  headerNames: string[];
  /** Differs between any two sets of headers; empty without headers. */
  headersFingerprint: string;
}

/** `hint` is the end of the signing secret, by which people recognise it. No event contains the secret itself. */
export type WebhookEvent =
  | Fact<'WebhookCreated', WebhookDetails & { hint: string }>
  | Fact<'WebhookChanged', WebhookDetails>
  /**
   * Until `previousUntil`, ISO 8601 UTC, deliveries are signed with both secrets, and from then on only with the new
   * secret.
   */
  | Fact<'WebhookRotated', { hint: string; previousUntil: string }>
  /** A user paused the webhook: events wait. */
  | Fact<'WebhookPaused', Record<string, never>>
  /** The receiver failed for too long, or responded with 410 Gone: events wait. */
  | Fact<'WebhookSwitchedOff', { cause: 'failures' | 'gone'; url: string }>
  /** Delivery resumes with the events that waited, or, if `isSkipping`, without them. */
  | Fact<'WebhookResumed', { isSkipping: boolean }>
  | Fact<'WebhookRemoved', Record<string, never>>;

export const webhookFacts: SettingFacts<WebhookEvent, 'webhook'> = {
  category: 'webhook',
  isSetting: true,
  upcasters: {
    WebhookCreated: [],
    WebhookChanged: [],
    WebhookRotated: [],
    WebhookPaused: [],
    WebhookSwitchedOff: [],
    WebhookResumed: [],
    WebhookRemoved: [],
  },
};
