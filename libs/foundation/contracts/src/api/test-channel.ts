import type { StatusReason } from '../events';

/**
 * POST /ingress/test/{channelId}: actions on the phone of the test channel. Events are processed in order; each may
 * be posted twice, late,
 * or before the event that it refers to, as providers do.
 */
export interface TestChannelWebhook {
  events: TestChannelEvent[];
}

export type TestChannelEvent =
  | TestMessage
  /** `messageId` is the id of the agent's entry. */
  | {
      type: 'status';
      messageId: string;
      status: 'sent' | 'delivered' | 'read' | 'declined';
      reason?: StatusReason;
      /** ISO 8601 UTC. */
      time?: string;
    }
  | { type: 'edit'; id: string; from: TestPerson; text: string; time?: string }
  | { type: 'deletion'; id: string; from: TestPerson; time?: string }
  /**
   * `id` is the id of the contact's own message, or `testExternalId` of an agent's; an `emoji` of null removes the
   * reaction.
   */
  | { type: 'reaction'; id: string; from: TestPerson; emoji: string | null; time?: string };

/** Identified by phone, or by an id that only the channel uses. */
export interface TestPerson {
  phone?: string;
  id?: string;
  name?: string;
}

export interface TestMessage {
  type: 'message';
  /** Chosen by the phone; a second message with the same id counts as a repetition of the first. */
  id: string;
  from: TestPerson;
  text?: string;
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  /** Id of the message to which this message replies; see `reaction`. */
  replyTo?: string;
  /** True: an automatic message, such as an absence notice or a bounce. */
  isAutomatic?: boolean;
  /** ISO 8601 UTC; default: now. */
  time?: string;
}

/** Id of an agent's message in the test channel, in place of a provider's id. */
export function testExternalId(messageId: string): string {
  return `test.${messageId}`;
}
