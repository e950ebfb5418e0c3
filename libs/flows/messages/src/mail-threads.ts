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

/** Earlier mails that are looked for. */
const MOST_LOOKED_AT = 20;

/** Joined conversations that are followed from one to the next. */
const MOST_FOLLOWED = 20;

/** Where a mail belongs. */
export interface MailPlace {
  /** It is there already. */
  isTaken: boolean;
  conversationId: string;
  /** Whose conversation it is; null: it begins one. */
  contactId: string | null;
}

/**
 * Finds the conversation of a mail: that of the mail which it answers, then of those that it refers to from the newest on,
 * among the mails of its channel; then the one that a signed reply address names; else it begins one. Never by its subject.
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

  /** A conversation, or the one in which it goes on. */
  private async followed(
    id: string,
    customerId: string,
  ): Promise<{ conversationId: string; state: ConversationState }> {
    let conversationId = id;
    for (let followed = 0; ; followed++) {
      const { state } = await this.aggregates.load(conversation, 'conversation', conversationId, customerId);
      if (!isJoined(state) || !state.joined || followed >= MOST_FOLLOWED) return { conversationId, state };
      conversationId = state.joined.into;
    }
  }

  /** Who answers a mail of ours has it, whatever its server told us, or did not tell. */
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

  /** Ids of conversations that a mail may belong to, the likeliest first. */
  private async referred(channel: Channel, thread: InboundMessage['thread']): Promise<string[]> {
    if (!thread) return [];
    const { inReplyTo, references, recipients } = thread;
    const ids = [...new Set([...inReplyTo, ...references.toReversed()])].slice(0, MOST_LOOKED_AT);
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
