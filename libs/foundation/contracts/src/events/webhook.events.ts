import type { Fact } from './event';
import type { SettingFacts } from './facts';

/** Whether payloads tell what people wrote and who they are, or ids alone. */
export const webhookPayloads = ['full', 'thin'] as const;
export type WebhookPayload = (typeof webhookPayloads)[number];

/** Where events of the organisation are delivered to, and which. */
export interface WebhookDetails {
  /** Without user, password and fragment. */
  url: string;
  /** Public names of events, as `message::received`; sorted, each once. */
  events: string[];
  /** The version of the payloads. */
  version: number;
  payload: WebhookPayload;
  /** Names of the additional headers, as they were written. Their values are secrets, and in no fact. */
  headerNames: string[];
  /** Tells one set of headers from another; empty without headers. */
  headersFingerprint: string;
}

/** `hint` is the end of the signing secret, by which people recognise it. The secret itself is in no fact. */
export type WebhookEvent =
  | Fact<'WebhookCreated', WebhookDetails & { hint: string }>
  | Fact<'WebhookChanged', WebhookDetails>
  /** Deliveries are signed by both secrets until then, and by the new one alone afterwards. */
  | Fact<'WebhookRotated', { hint: string; previousUntil: string }>
  /** Somebody stopped it: events wait. */
  | Fact<'WebhookPaused', Record<string, never>>
  /** Its receiver failed for too long, or said that it is gone (410): events wait. */
  | Fact<'WebhookSwitchedOff', { cause: 'failures' | 'gone'; url: string }>
  /** It goes on with the events that waited, or without them. */
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
