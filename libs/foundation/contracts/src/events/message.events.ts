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
 * Each message is a stream. Inbound: id = v5(channel, provider's key); the stream contains all reports of the
 * provider about that
 * id, in the order of their arrival. Outbound: id = v5(customer, client key); once the provider has assigned its own
 * id, a
 * `MessageAliased` in the stream of that id points here.
 */
export type MessageEvent =
  | Fact<
      'MessageReceived',
      Personal<{ externalId: string; content: MessageContent; context: MessageContext }> & {
        conversationId: string;
        channelId: string;
        contactId: string;
        /** The channel's sender that the message came to or goes out from; absent: the channel's own account. */
        identityId?: string;
        /** Type of the content; remains readable after the content is erased. */
        contentType: MessageContent['type'];
        /** Time of writing according to the provider, ISO 8601 UTC. */
        providerTime: string;
        /**
         * True if the channel reports that a machine wrote the message: a bounce, an automatic reply, or a message
         * from Parley itself.
         */
        isAutomatic: boolean;
      }
    >
  /**
   * The organisation wrote the message outside Parley, in the provider's own app; the thread shows it as outgoing.
   */
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
        /** Chosen by the client; a retry with the same key creates no second message. */
        clientKey: string;
        /** The failed message that this message sends again. */
        retryOf?: string;
        broadcastId?: string;
      }
    >
  /**
   * A delayed send: the message waits for Undo, or until its scheduled time. `MessageQueued` follows unless it is
   * withdrawn.
   */
  | Fact<
      'MessageHeld',
      Personal<{ content: MessageContent; context: MessageContext }> & {
        conversationId: string;
        channelId: string;
        contactId: string;
        identityId?: string;
        contentType: MessageContent['type'];
        clientKey: string;
        /** The writer, in whose name the message is sent at `until`. */
        userId: string;
        until: string;
        /** True: the writer chose the time. False: the message waits a few seconds for Undo. */
        isScheduled: boolean;
      }
    >
  /** The writer withdrew the message before it was sent to the provider. */
  | Fact<'MessageWithdrawn', Record<string, never>>
  | Fact<'MessageSendStarted', { attempt: number }>
  /** `refused`: recipients that the provider did not accept, if it accepted others. */
  | Fact<'MessageSent', Personal<{ externalId: string; refused?: RefusedRecipient[] }> & { aliasId: string }>
  | Fact<'MessageDeclined', { reason: StatusReason; providerCode?: string; detail?: string; at: string }>
  | Fact<'MessageSendDeferred', { reason: StatusReason; retryAt: string }>
  /** The provider may or may not have the message, so it is never sent again without querying the provider. */
  | Fact<'MessageOutcomeUnknown', { detail: string; look?: NextLook }>
  /**
   * The message had failed, and `userId` sent it again as the message `as`. The failed message cannot be retried a
   * second time.
   */
  | Fact<'MessageRetried', { as: string; userId: string }>
  /** The provider reported the message as sent although its response to our request never arrived. */
  | Fact<'MessageAcknowledged', { at: string }>
  | Fact<'MessageDelivered', { at: string }>
  | Fact<'MessageRead', { at: string }>
  /**
   * A mail server reported the outcome for one recipient. An empty address: the server named no recipient that we
   * know.
   */
  | Fact<
      'MessageRecipientReported',
      Personal<{ address: string; detail?: string }> & {
        outcome: RecipientOutcome;
        reason: StatusReason;
        providerCode?: string;
        at: string;
      }
    >
  /** The contact opened the link of a button for the first time. */
  | Fact<
      'MessageLinkOpened',
      {
        contactId: string;
        broadcastId?: string;
        /** Text of the button and its index among the buttons. */
        button: string;
        index: number;
        /** Index of the card in a carousel; absent if the template has no cards. */
        card?: number;
      }
    >
  | Fact<'MessageEdited', Personal<{ content: MessageContent }> & { at: string }>
  | Fact<'MessageDeleted', { at: string }>
  /**
   * The message belongs to another conversation of its contact from now on. `isAlone`: it was moved alone, not by
   * merging the two
   * conversations.
   */
  | Fact<'MessageMoved', { from: string; to: string; isAlone: boolean }>
  | Fact<'MessageReacted', Personal<{ emoji: string | null }> & { by: 'contact' | 'user'; at: string }>
  /** In the stream of a provider's id: the provider's message is Parley's message `messageId`. */
  | Fact<'MessageAliased', { messageId: string }>
  | Fact<'AssetStored', { assetId: string; path: string; contentType: string; size: number; sha256: string }>
  | Fact<'AssetFailed', { assetId: string; reason: AssetFailure }>;

/**
 * The next time that Parley queries the provider whether it has a message: number of the query, from 1, and time, ISO
 * 8601 UTC.
 */
export interface NextLook {
  count: number;
  at: string;
}

export type AssetFailure = 'gone' | 'checksum' | 'too_large' | 'provider_error';

/** A provider's report about a message that exists already. */
export type DeliveryReport = Extract<
  MessageEvent,
  { type: 'MessageAcknowledged' | 'MessageDelivered' | 'MessageRead' | 'MessageDeclined' }
>;

export const messageFacts: Facts<MessageEvent, 'message'> = {
  category: 'message',
  upcasters: {
    // The last upcaster of both types: `identityId` is new and optional.
    MessageReceived: [(data) => ({ ...(data as object), isAutomatic: false }), (data) => data],
    MessageEchoed: [(data) => data],
    // Later versions added only optional fields: the repeated message, the broadcast and counted links, among others.
    MessageQueued: [(data) => data, (data) => data, (data) => data, (data) => data, (data) => data],
    // Version 3 adds scheduled times; older delayed messages waited only for Undo.
    MessageHeld: [
      (data) => data,
      (data) => ({ ...(data as object), isScheduled: false }),
      // Version 4 adds optional metadata of programs.
      (data) => data,
      // Version 5 adds optional counted clicks of buttons.
      (data) => data,
    ],
    MessageWithdrawn: [],
    MessageSendStarted: [],
    // Version 2 adds the optional results of single recipients.
    MessageSent: [(data) => data],
    MessageDeclined: [],
    MessageRetried: [],
    MessageSendDeferred: [],
    // Version 2 adds the optional later query to the provider.
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
