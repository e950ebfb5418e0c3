import type { Provider } from '../channels/offers';

export const topics = {
  inbound: 'channels.inbound.v1',
  outbound: 'channels.outbound.v1',
  /**
   * Messages of broadcasts, of the same type as `outbound`. They have a separate topic, so that a conversation's
   * message never waits for a broadcast.
   */
  broadcast: 'channels.broadcast.v1',
  media: 'channels.media.v1',
} as const;

/**
 * A verified webhook: the request as the provider sent it, with what the worker needs to parse it. Key: the channel.
 */
export interface InboundWebhook {
  customerId: string;
  channelId: string;
  provider: Provider;
  /** ISO 8601 UTC. */
  receivedAt: string;
  /** The raw request body in base64. */
  body: string;
  contentType: string;
  /** Query string of the URL without the question mark; absent if there is none. */
  query?: string;
  /** The headers that the provider's manifest lists, by names in lower case. */
  headers?: Record<string, string>;
}

/** A message that is to be sent. Key: the conversation, so that messages to one contact stay in order. */
export interface OutboundMessage {
  customerId: string;
  messageId: string;
  /** Number of the attempt to send, from 1; absent: 1. */
  attempt?: number;
  /**
   * Number of the query, from 1. If present, the worker does not send the message, but queries the provider whether
   * it has the message.
   */
  look?: number;
}

/** A file of a received message that is to be downloaded from the provider. Key: the message. */
export interface InboundMedia {
  customerId: string;
  messageId: string;
  assetId: string;
}
