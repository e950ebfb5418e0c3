import { messageTime } from '@parley/contracts/rules/message-time';
import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { InboundEcho, InboundMessage } from '@parley/channels/adapters/adapter';
import { messageIdIn } from '@parley/channels/adapters/email/received-mail';
import { conversationIn } from '@parley/channels/email/reply-address';
import type { Channel } from '@parley/channels/read/channels.queries';
import { conversation, isJoined, type ConversationState } from '@parley/conversations/domain/conversation';
import { message, type MessageState, ToMessage } from '@parley/conversations/domain/message';
import { idOfProviderMessage } from '@parley/conversations/write/message-ids';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { MasterKey } from '@parley/platform/security/master-key';

/** Maximum number of earlier mails that are looked up to find a mail's conversation. */
const MAX_LOOKED_AT = 20;

/** Maximum number of steps from a joined conversation to the one that it was joined into. */
const MAX_FOLLOWED = 20;

/** The conversation that a mail belongs to. */
export interface MailPlace {
  /** Whether the mail was recorded before. */
  isTaken: boolean;
  conversationId: string;
  /** The conversation's contact; null if the mail begins a conversation. */
  contactId: string | null;
}

/**
 * Finds the conversation of a mail within its channel: first by the mail that it replies to, then by the mails that
 * it refers to, newest first, then by a signed reply address. If none is found, the mail begins a conversation.
 * Subjects are never compared.
 */
@Injectable()
export class MailThreads {
  private readonly key: Buffer;

  constructor(
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    masterKey: MasterKey,
  ) {
    this.key = masterKey.purpose('reply-addresses');
  }

  async of({ externalId, thread }: InboundMessage | InboundEcho, channel: Channel): Promise<MailPlace> {
    const { customerId } = channel;
    const own = await this.state(channel, idOfProviderMessage(channel.id, externalId));
    const begun = uuidV5(`thread/${externalId}`, channel.id);
    const isTaken = own.origin !== 'none' || own.aliasOf !== null;
    for (const named of [...(await this.referred(channel, thread)), begun]) {
      const { conversationId, state } = await this.followed(named, customerId);
      if (state.start?.channelId !== channel.id) continue;
      return { isTaken, conversationId, contactId: state.start.contactId };
    }
    return { isTaken, conversationId: begun, contactId: null };
  }

  /** @returns the conversation with this id, or the conversation that it was joined into */
  private async followed(
    id: string,
    customerId: string,
  ): Promise<{ conversationId: string; state: ConversationState }> {
    let conversationId = id;
    for (let followed = 0; ; followed++) {
      const { state } = await this.aggregates.load(conversation, 'conversation', conversationId, customerId);
      if (!isJoined(state) || !state.joined || followed >= MAX_FOLLOWED) return { conversationId, state };
      conversationId = state.joined.into;
    }
  }

  /**
   * Records our mail as delivered once its recipient replies to it, since mail servers need not report a delivery.
   */
  async noteArrival(
    { thread, content, providerTime }: InboundMessage,
    channel: Channel,
    context: CommandContext,
  ): Promise<void> {
    const [answered] = thread?.inReplyTo ?? [];
    const ours = answered && messageIdIn(answered);
    if (!ours) return;
    const { origin, written, status } = await this.state(channel, ours);
    if (origin !== 'queued' || written?.channelId !== channel.id) return;
    if (status === 'delivered' || status === 'read') return;
    const at = messageTime({ contentType: content.type, providerTime }, context.now);
    const report = { type: 'Report', status: 'delivered', at } as const;
    await this.commands.execute(new ToMessage(ours, report, step(context, 'arrived')));
  }

  /** Ids of the conversations to which a mail may belong, the likeliest first. */
  private async referred(channel: Channel, thread: InboundMessage['thread']): Promise<string[]> {
    if (!thread) return [];
    const { inReplyTo, references, recipients } = thread;
    const ids = [...new Set([...inReplyTo, ...references.toReversed()])].slice(0, MAX_LOOKED_AT);
    const found: string[] = [];
    for (const id of ids) {
      const conversationId = await this.conversationOf(channel, id);
      if (conversationId) found.push(conversationId);
    }
    const address = channel.providerAccountId ?? '';
    const signed = recipients.flatMap((recipient) => conversationIn(recipient, address, this.key) ?? []);
    return [...found, ...signed];
  }

  private async conversationOf(channel: Channel, externalId: string): Promise<string | undefined> {
    const told = await this.state(
      channel,
      messageIdIn(externalId) ?? idOfProviderMessage(channel.id, externalId),
    );
    const { written } = told.aliasOf ? await this.state(channel, told.aliasOf) : told;
    return written?.channelId === channel.id ? written.conversationId : undefined;
  }

  private async state({ customerId }: Channel, id: string): Promise<MessageState> {
    return (await this.aggregates.load(message, 'message', id, customerId)).state;
  }
}
