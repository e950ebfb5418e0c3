import type { Provider } from '../channels/offers';

export const topics = {
  inbound: 'channels.inbound.v1',
  outbound: 'channels.outbound.v1',
  /** Messages of broadcasts, as those of `outbound`: they wait for each other, and no conversation for them. */
  broadcast: 'channels.broadcast.v1',
  media: 'channels.media.v1',
} as const;

/** A verified webhook: the provider's bytes and what the worker needs to read them. Key: the channel. */
export interface InboundWebhook {
  customerId: string;
  channelId: string;
  provider: Provider;
  /** ISO 8601 UTC. */
  receivedAt: string;
  /** The raw request body, base64. */
  body: string;
  contentType: string;
  /** What followed the question mark of the address, where anything did. */
  query?: string;
  /** Those that the provider's manifest keeps, by names in lower case. */
  headers?: Record<string, string>;
}

/** A message waits to be sent. Key: the conversation, so that what one contact gets stays in order. */
export interface OutboundMessage {
  customerId: string;
  messageId: string;
  /** Which attempt to send this asks for, from 1, which it is where it says none. */
  attempt?: number;
  /** It is not to be sent: its provider is asked whether it has it, for the how many-th time. */
  look?: number;
}

/** A file of a received message waits to be fetched. Key: the message. */
export interface InboundMedia {
  customerId: string;
  messageId: string;
  assetId: string;
}
