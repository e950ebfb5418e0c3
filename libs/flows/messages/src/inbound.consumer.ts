import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { validate as isUuid } from 'uuid';
import type {
  Inbound,
  InboundConsent,
  InboundDeletion,
  InboundEcho,
  InboundEdit,
  InboundMessage,
  InboundNotice,
  InboundReaction,
  InboundReceipt,
  InboundStatus,
  InboundWatermark,
  Person,
} from '@parley/channels/adapters/adapter';
import { adapterOf } from '@parley/channels/adapters/registry';
import { ChannelQueries, type Channel } from '@parley/channels/read/channels.queries';
import { AdministerChannels } from '@parley/channels/write/administer-channels';
import { contact, ToContact } from '@parley/contacts/domain/contact';
import { IdentifyContact } from '@parley/contacts/write/identify-contact';
import type { ContactProfile, MessageContext } from '@parley/contracts/events';
import { topics, type InboundWebhook } from '@parley/contracts/topics';
import { message, type MessageState, ToMessage } from '@parley/conversations/domain/message';
import { messageTime } from '@parley/contracts/rules/message-time';
import { ToConversation } from '@parley/conversations/domain/conversation';
import { idOfProviderMessage } from '@parley/conversations/write/message-ids';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { deliveredBy, step, type CommandContext, type Loaded } from '@parley/event-sourcing/decider/command';
import type { DeliveredMessage } from '@parley/platform/bus/bus';
import { isPassing } from '@parley/platform/database/database';
import { failureOf } from '@parley/platform/database/failures';
import type { Consumer } from '@parley/platform/bus/consumer';
import { TakeTemplateNews } from '@parley/templates/write/take-template-news';
import { PictureFetcher } from '@parley/avatars/picture-fetcher';
import { templateAccountOf } from './channel-templates';
import { MailThreads } from './mail-threads';
import { SentMessages } from './sent-messages';
import { UnknownAccounts } from './unknown-accounts';

/** Kinds of webhook items that write nothing to a conversation. */
const writesNothing: ReadonlySet<Inbound['kind']> = new Set([
  'template',
  'account',
  'ignored',
  'unsupported',
]);

/**
 * Turns verified webhooks into commands. Every step is idempotent, so that a redelivered webhook completes the steps
 * that a crash interrupted.
 */
@Injectable()
export class InboundConsumer implements Consumer {
  readonly topic = topics.inbound;
  readonly group = 'inbound';
  readonly lanes = 48;
  private readonly logger = new Logger('worker/inbound');

  constructor(
    private readonly channels: ChannelQueries,
    private readonly administer: AdministerChannels,
    private readonly contacts: IdentifyContact,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    private readonly sent: SentMessages,
    private readonly unknown: UnknownAccounts,
    private readonly templates: TakeTemplateNews,
    private readonly pictures: PictureFetcher,
    private readonly threads: MailThreads,
  ) {}

  async process(delivered: DeliveredMessage): Promise<void> {
    const { id, value } = delivered;
    const webhook = JSON.parse(value.toString()) as InboundWebhook;
    const { contentType, query = '', headers = {} } = webhook;
    const posted = { body: Buffer.from(webhook.body, 'base64'), contentType, query, headers };
    const found = adapterOf(webhook.provider).parse(posted, webhook.receivedAt);
    const strangers: Inbound[] = [];
    const failures: unknown[] = [];
    for (const [index, inbound] of found.entries()) {
      const channel = await this.channelOf(inbound, webhook);
      if (!channel) {
        strangers.push(inbound);
        continue;
      }
      const { customerId, channelId, receivedAt: now } = webhook;
      const context = deliveredBy(delivered, { customerId, doing: `${id}/${index}`, within: channelId, now });
      try {
        // Contact and conversation may come from the cache, although other processes may have appended since: every
        // step detects that by its expected version.
        await this.take(inbound, channel, { ...context, asOf: '' });
      } catch (error) {
        // A webhook may contain a thousand items, so an item that fails on its own does not delay the others.
        if (isPassing(error) && failureOf(error) !== 'retry') throw error;
        failures.push(error);
      }
    }
    // A retry of the dead letter handles all items again. A transient error is thrown first, since the bus retries it
    // more often.
    if (failures.length > 0) throw failures.find(isPassing) ?? failures[0];
    await this.unknown.leaveOut(strangers, webhook);
  }

  private async take(inbound: Inbound, channel: Channel, context: CommandContext): Promise<void> {
    switch (inbound.kind) {
      case 'message':
      case 'echo':
        return this.write(inbound, channel, context);
      case 'edit':
      case 'deletion':
      case 'reaction':
        return this.amend(inbound, channel, context);
      case 'status':
        return this.report(inbound, channel, context);
      case 'receipt':
        return this.receive(inbound, channel, context);
      case 'watermark':
        return this.reportUpTo(inbound, channel, context);
      case 'account':
        // The webhook does not name the number that it is about, so the channel's status is queried from the
        // provider.
        await this.administer.test(channel.id, context);
        return;
      case 'introduction':
        await this.contactOf(inbound.contact, context);
        return;
      case 'consent':
        return this.agree(inbound, context);
      case 'template':
        return this.hear(inbound, channel, context);
      default:
        // Only the kind is logged, never the content.
        this.logger.log(
          `${channel.provider} ${inbound.kind} on channel ${channel.id} (${context.correlationId})`,
        );
    }
  }

  /**
   * Records a contact's consent. The consent of an unknown person is dropped, since a new contact starts without
   * consent.
   */
  private async agree({ contact: person, isGiven }: InboundConsent, context: CommandContext): Promise<void> {
    const id = await this.contacts.find(person.aliases, context.customerId);
    if (id === null) return;
    const actor = { type: 'contact', id } as const;
    const type = isGiven ? 'OptIn' : 'Refuse';
    await this.commands.execute(new ToContact(id, { type }, { ...context, actor }));
  }

  /**
   * Passes news about a template to the template's business account, which may be another account than that of the
   * channel.
   */
  private async hear(
    { template, name }: InboundNotice,
    channel: Channel,
    context: CommandContext,
  ): Promise<void> {
    if (!template || !name) return;
    const { businessAccountId, language, news } = template;
    const own = templateAccountOf(channel);
    const account = { ...own, accountId: (channel.businessAccountId && businessAccountId) || own.accountId };
    const named = { ...account, name, language };
    if (!(await this.templates.take(named, news, context))) {
      this.logger.log(`Channel ${channel.id} has no such template yet (${context.correlationId})`);
    }
  }

  private async write(
    inbound: InboundMessage | InboundEcho,
    channel: Channel,
    context: CommandContext,
  ): Promise<void> {
    const { externalId, content, providerTime } = inbound;
    const mail = channel.platform === 'email' ? await this.threads.of(inbound, channel) : null;
    if (mail?.isTaken) return;
    const contactId =
      mail?.contactId ??
      (await this.contactOf(inbound.contact, context, this.describerOf(inbound.contact, channel)));
    const newConversationId = mail?.conversationId ?? randomUUID();
    const { conversationId } =
      mail ??
      (await this.contacts.currentConversation({
        ...{ contactId, channelId: channel.id, newConversationId, context },
      }));
    const thread = { customerId: context.customerId, conversationId };
    if (inbound.kind === 'echo' && (await this.sent.includes(thread, externalId))) return;
    const { readForAll } = channel;
    const startedAt = messageTime({ contentType: content.type, providerTime }, context.now);
    await this.commands.execute(
      new ToConversation(
        conversationId,
        { type: 'Start', contactId, channelId: channel.id, readForAll, startedAt },
        context,
        conversationId === newConversationId && !mail?.contactId,
      ),
    );
    const written = {
      context: contextOf(inbound, channel),
      channelId: channel.id,
      identityId: senderOf(inbound.accountId, channel),
      ...{ externalId, content, providerTime, contactId, conversationId },
    };
    const id = idOfProviderMessage(channel.id, externalId);
    if (inbound.kind === 'echo') {
      await this.commands.execute(new ToMessage(id, { type: 'Echo', ...written }, context));
      return;
    }
    const { isAutomatic = false } = inbound;
    const actor = { type: 'contact', id: contactId } as const;
    await this.commands.execute(
      new ToMessage(id, { type: 'Receive', isAutomatic, ...written }, { ...context, actor }, true),
    );
    if (mail) await this.threads.noteArrival(inbound, channel, context);
    this.pictures.note(inbound.contact, contactId, channel);
    const adapter = adapterOf(channel.provider);
    if (!adapter.acknowledge) return;
    const connection = await this.channels.connectionForWorker(channel.customerId, channel);
    await adapter.acknowledge(inbound, connection);
  }

  private async amend(
    inbound: InboundEdit | InboundDeletion | InboundReaction,
    channel: Channel,
    context: CommandContext,
  ): Promise<void> {
    const id = idOfProviderMessage(channel.id, inbound.externalId);
    const { at, by } = inbound;
    if (inbound.kind === 'deletion') {
      await this.commands.execute(new ToMessage(id, { type: 'Delete', at }, context));
      return;
    }
    const contactId = await this.contactOf(inbound.contact, context);
    const command =
      inbound.kind === 'edit'
        ? ({ type: 'Edit', contactId, content: inbound.content, at } as const)
        : ({ type: 'React', contactId, by, emoji: inbound.emoji, at } as const);
    await this.commands.execute(new ToMessage(id, command, context));
  }

  private async report(inbound: InboundStatus, channel: Channel, context: CommandContext): Promise<void> {
    const { status, at, statusReason, providerCode, detail } = inbound;
    const id = await this.reported(inbound, channel, context);
    const told = { reason: statusReason, providerCode };
    const reason = await this.sent.whyDeclined(told, id, context.customerId);
    await this.commands.execute(
      new ToMessage(
        id,
        { type: 'Report', status, at, reason, providerCode, detail },
        step(context, 'report'),
      ),
    );
  }

  /** Records a mail server's report about one recipient of our message. */
  private async receive(inbound: InboundReceipt, channel: Channel, context: CommandContext): Promise<void> {
    const { recipient: address, outcome, reason, providerCode, detail, at } = inbound;
    const id = await this.reported(inbound, channel, context);
    const told = { address, outcome, reason, providerCode, detail, at };
    const command = { type: 'ReportRecipient', ...told } as const;
    await this.commands.execute(new ToMessage(id, command, step(context, 'report')));
  }

  /**
   * @returns id of the message that a report is about. Since a report proves that the message was sent, that is
   * recorded first.
   */
  private async reported(
    { externalId, opaque }: InboundStatus | InboundReceipt,
    channel: Channel,
    context: CommandContext,
  ): Promise<string> {
    const aliasId = idOfProviderMessage(channel.id, externalId);
    const ours = await this.ownMessage(opaque, channel, context.customerId);
    if (!ours) return aliasId;
    const record = { type: 'RecordSent', externalId, aliasId } as const;
    await this.commands.execute(new ToMessage(ours, record, step(context, 'sent')));
    return ours;
  }

  /**
   * Records a status for all messages up to a time. An unknown person was sent no messages, so nothing is recorded.
   */
  private async reportUpTo(
    { contact: person, status, until }: InboundWatermark,
    channel: Channel,
    context: CommandContext,
  ): Promise<void> {
    const { customerId } = context;
    const contactId = await this.contacts.find(person.aliases, customerId);
    if (contactId === null) return;
    const { state } = await this.aggregates.load(contact, 'contact', contactId, customerId);
    const conversationId = state.conversations[channel.id];
    if (!conversationId) return;
    for (const id of await this.sent.upTo({ customerId, conversationId }, status, until)) {
      await this.commands.execute(
        new ToMessage(id, { type: 'Report', status, at: until }, step(context, `report/${id}`)),
      );
    }
  }

  /**
   * Returns the id of our message that a provider's status contains, which identifies the message even if the
   * response to the send was lost.
   * @returns null if the value is no id of ours, since another system may send from the same account
   */
  private async ownMessage(
    opaque: string | undefined,
    channel: Channel,
    customerId: string,
  ): Promise<string | null> {
    if (!opaque || !isUuid(opaque)) return null;
    const isOurs = ({ state: { origin, written } }: Loaded<MessageState>) =>
      origin === 'queued' && written?.channelId === channel.id;
    // A message that was queued stays queued, so the cached state suffices; the log is read only for a message that
    // is not cached.
    const known = this.aggregates.peek(message, 'message', { id: opaque, customerId, asOf: '' });
    if (known && isOurs(known)) return opaque;
    return isOurs(await this.aggregates.load(message, 'message', opaque, customerId)) ? opaque : null;
  }

  /**
   * @returns a function that fetches the sender's profile from the provider; undefined if the provider has no such
   * call
   */
  private describerOf(person: Person, channel: Channel): (() => Promise<ContactProfile>) | undefined {
    const adapter = adapterOf(channel.provider);
    if (!adapter.profileOf) return undefined;
    return async () => {
      try {
        const connection = await this.channels.connectionForWorker(channel.customerId, channel);
        return (await adapter.profileOf?.(person, connection)) ?? {};
      } catch (error) {
        if (isPassing(error)) throw error;
        // Continues without a profile, so that the message is not lost.
        this.logger.warn(`Who wrote on channel ${channel.id} cannot be asked: ${String(error)}`);
        return {};
      }
    };
  }

  private async contactOf(
    { aliases, profile }: Person,
    context: CommandContext,
    describe?: () => Promise<ContactProfile>,
  ): Promise<string> {
    const newContactId = randomUUID();
    const { contactId } = await this.contacts.identify({ aliases, profile, newContactId, context, describe });
    return contactId;
  }

  /**
   * @returns the channel of the account that an item names, since one webhook address may serve several accounts of
   * an organisation. Null if the item would write something but names no account of the organisation, even though
   * the signature is valid.
   */
  private async channelOf(
    inbound: Inbound,
    { customerId, channelId, provider }: InboundWebhook,
  ): Promise<Channel | null> {
    const posted = await this.channels.forWorker(customerId, channelId);
    const { accountId, kind } = inbound;
    const isPosted = posted.identities.some((identity) => identity.accountId === accountId);
    if (isPosted || writesNothing.has(kind)) return posted;
    if (accountId === null && kind === 'status') return posted;
    return accountId === null ? null : this.channels.byAccount(customerId, provider, accountId);
  }
}

/** Id of the channel's sender to which an item was addressed; undefined if that is the channel's own account. */
function senderOf(accountId: string | null, { id, identities }: Channel): string | undefined {
  const identity = identities.find((each) => each.accountId === accountId);
  return identity && identity.id !== id ? identity.id : undefined;
}

function contextOf({ context }: InboundMessage | InboundEcho, channel: Channel): MessageContext {
  const { replyTo, ...rest } = context;
  return replyTo ? { ...rest, replyTo: { messageId: idOfProviderMessage(channel.id, replyTo) } } : rest;
}
