import type { Fact, Personal } from './event';
import type { Facts } from './facts';
import type {
  MessageContent,
  MessageContext,
  RecipientOutcome,
  RefusedRecipient,
  StatusReason,
} from './message-content';

/**
 * A message is its own stream. Inbound: id = v5(channel, provider's key), and it holds all that the provider says
 * of that id, in whatever order it says it. Outbound: id = v5(customer, client key); once the provider has named
 * it, `MessageAliased` in the stream of the provider's id points here.
 */
export type MessageEvent =
  | Fact<
      'MessageReceived',
      Personal<{ externalId: string; content: MessageContent; context: MessageContext }> & {
        conversationId: string;
        channelId: string;
        contactId: string;
        /** The sender of the channel that it came to or goes from; left out: the channel's own account. */
        identityId?: string;
        /** The type of the content, which stays when the content is erased. */
        contentType: MessageContent['type'];
        /** When the provider says it was written. */
        providerTime: string;
        /** A machine wrote it, as far as the channel tells: a bounce, an answer by itself, we ourselves. */
        isAutomatic: boolean;
      }
    >
  /** Written by the organisation outside Parley, on the provider's own app: shown as outgoing. */
  | Fact<
      'MessageEchoed',
      Personal<{ externalId: string; content: MessageContent; context: MessageContext }> & {
        conversationId: string;
        channelId: string;
        contactId: string;
        identityId?: string;
        contentType: MessageContent['type'];
        providerTime: string;
      }
    >
  | Fact<
      'MessageQueued',
      Personal<{ content: MessageContent; context: MessageContext }> & {
        conversationId: string;
        channelId: string;
        contactId: string;
        identityId?: string;
        contentType: MessageContent['type'];
        /** Given by the client; makes a retry the same message. */
        clientKey: string;
        /** The message that had failed, and that this one says again. */
        retryOf?: string;
        /** The broadcast that it is part of. */
        broadcastId?: string;
      }
    >
  /** Written, and kept back for a moment in which its writer may take it back, or until its time: `MessageQueued` follows, or not. */
  | Fact<
      'MessageHeld',
      Personal<{ content: MessageContent; context: MessageContext }> & {
        conversationId: string;
        channelId: string;
        contactId: string;
        identityId?: string;
        contentType: MessageContent['type'];
        clientKey: string;
        /** Who wrote it, and sends it when the time has come. */
        userId: string;
        until: string;
        /** Its writer chose when it goes; else it waits for them to take it back. */
        isScheduled: boolean;
      }
    >
  /** Its writer took it back: nobody was ever told. */
  | Fact<'MessageWithdrawn', Record<string, never>>
  | Fact<'MessageSendStarted', { attempt: number }>
  /** `refused`: of several recipients, those whom the provider did not take. */
  | Fact<'MessageSent', Personal<{ externalId: string; refused?: RefusedRecipient[] }> & { aliasId: string }>
  | Fact<'MessageDeclined', { reason: StatusReason; providerCode?: string; detail?: string; at: string }>
  | Fact<'MessageSendDeferred', { reason: StatusReason; retryAt: string }>
  /** The provider may or may not have it: never sent again blindly. */
  | Fact<'MessageOutcomeUnknown', { detail: string; look?: NextLook }>
  /** It had failed, and `userId` had it said again by the message `as`: nobody sends it again from now on. */
  | Fact<'MessageRetried', { as: string; userId: string }>
  /** The provider reported it sent, without our having seen its answer. */
  | Fact<'MessageAcknowledged', { at: string }>
  | Fact<'MessageDelivered', { at: string }>
  | Fact<'MessageRead', { at: string }>
  /** A server says what became of it for one of its recipients; an empty address is none that we know. */
  | Fact<
      'MessageRecipientReported',
      Personal<{ address: string; detail?: string }> & {
        outcome: RecipientOutcome;
        reason: StatusReason;
        providerCode?: string;
        at: string;
      }
    >
  /** Its contact opened the link of a button for the first time. */
  | Fact<
      'MessageLinkOpened',
      {
        contactId: string;
        /** The broadcast that the message is part of. */
        broadcastId?: string;
        /** The words of the button, and where it stands. */
        button: string;
        index: number;
        /** Of a carousel. */
        card?: number;
      }
    >
  | Fact<'MessageEdited', Personal<{ content: MessageContent }> & { at: string }>
  | Fact<'MessageDeleted', { at: string }>
  /** It is in another conversation of its contact from now on. `isAlone`: by itself, not with all that was said there. */
  | Fact<'MessageMoved', { from: string; to: string; isAlone: boolean }>
  | Fact<'MessageReacted', Personal<{ emoji: string | null }> & { by: 'contact' | 'user'; at: string }>
  /** In the stream of a provider's id: that message is ours, under `messageId`. */
  | Fact<'MessageAliased', { messageId: string }>
  | Fact<'AssetStored', { assetId: string; path: string; contentType: string; size: number; sha256: string }>
  | Fact<'AssetFailed', { assetId: string; reason: AssetFailure }>;

/** When the provider is asked whether it has a message, ISO 8601 UTC, and for the how many-th time. */
export interface NextLook {
  count: number;
  at: string;
}

export type AssetFailure = 'gone' | 'checksum' | 'too_large' | 'provider_error';

/** What a provider says of a message after it exists, wherever it says it first. */
export type DeliveryReport = Extract<
  MessageEvent,
  { type: 'MessageAcknowledged' | 'MessageDelivered' | 'MessageRead' | 'MessageDeclined' }
>;

export const messageFacts: Facts<MessageEvent, 'message'> = {
  category: 'message',
  upcasters: {
    // Before channels had several senders none was named.
    MessageReceived: [(data) => ({ ...(data as object), isAutomatic: false }), (data) => data],
    MessageEchoed: [(data) => data],
    // Older sends did not say which message they repeat, nor which broadcast they are part of; nor had links that are counted.
    MessageQueued: [(data) => data, (data) => data, (data) => data, (data) => data, (data) => data],
    // Nor did older ones that were held have a time of their own.
    MessageHeld: [
      (data) => data,
      (data) => ({ ...(data as object), isScheduled: false }),
      // Nor could a program keep anything beside a message.
      (data) => data,
      // Nor were clicks of buttons counted.
      (data) => data,
    ],
    MessageWithdrawn: [],
    MessageSendStarted: [],
    // What one provider says of each recipient was not kept before.
    MessageSent: [(data) => data],
    MessageDeclined: [],
    MessageRetried: [],
    MessageSendDeferred: [],
    // Nobody asked providers later.
    MessageOutcomeUnknown: [(data) => data],
    MessageAcknowledged: [],
    MessageDelivered: [],
    MessageRead: [],
    MessageRecipientReported: [],
    MessageLinkOpened: [],
    MessageEdited: [],
    MessageDeleted: [],
    MessageMoved: [],
    MessageReacted: [],
    MessageAliased: [],
    AssetStored: [],
    AssetFailed: [],
  },
};
