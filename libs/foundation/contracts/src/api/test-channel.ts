import type { StatusReason } from '../events';

/**
 * POST /ingress/test/{channelId}: what the phone of the test channel does. Events are taken in order; each may be
 * posted twice, late or before what it is about, as providers do.
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
  /** `id` is the contact's own message, or `testExternalId` of an agent's; a reaction of null takes it back. */
  | { type: 'reaction'; id: string; from: TestPerson; emoji: string | null; time?: string };

/** Known by phone, or by an id of the channel's own. */
export interface TestPerson {
  phone?: string;
  id?: string;
  name?: string;
}

export interface TestMessage {
  type: 'message';
  /** Chosen by the phone: the same id is the same message. */
  id: string;
  from: TestPerson;
  text?: string;
  location?: { latitude: number; longitude: number; name?: string; address?: string };
  /** Id of the message that it answers: as in a reaction. */
  replyTo?: string;
  /** As an automatic answer would be, or a bounce. */
  isAutomatic?: boolean;
  /** ISO 8601 UTC; now, if left out. */
  time?: string;
}

/** The test channel's own name of an agent's message. */
export function testExternalId(messageId: string): string {
  return `test.${messageId}`;
}
