import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { ContactAttributeQueries } from '@parley/catalogue/read/contact-settings.queries';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { contact } from '@parley/contacts/domain/contact';
import type { ContactState } from '@parley/contacts/domain/contact-state';
import { IdentifyContact } from '@parley/contacts/write/identify-contact';
import { broadcastKey } from '@parley/contracts/rules/broadcast-key';
import { brokenContactRule, contactFieldOf } from '@parley/contracts/rules/contact-rules';
import type { BroadcastTemplate, MessageAsset, MessageContent, SkipReason } from '@parley/contracts/events';
import { componentsOf, isMedia, shownTemplate, slotsOf } from '@parley/contracts/rules/template-filling';
import { CountedLinks } from '@parley/conversations/links/counted-links';
import type { SendContext } from '@parley/conversations/domain/send-context';
import { ToConversation } from '@parley/conversations/domain/conversation';
import { ToMessage } from '@parley/conversations/domain/message';
import { idOfBroadcastMessage } from '@parley/engage/write/broadcast-ids';
import { BroadcastMessages, type BroadcastMessage } from '@parley/engage/write/neighbours';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { attributeNames } from './attribute-names';
import { fillTemplate } from './fill-template';

/**
 * Error codes with which a message is refused for its recipient only: the broadcast skips this recipient for the
 * given reason. Any other refusal fails the broadcast's step.
 */
const skippedBy: Readonly<Record<string, SkipReason>> = {
  contact_blocked: 'blocked',
  template_value_not_plain: 'missing_value',
  template_link_invalid: 'missing_value',
  already_retried: 'already_retried',
  not_retryable: 'already_retried',
};

/**
 * Time in ms for which attribute names are cached: they rarely change, and every message of a broadcast reads them.
 */
const NAMES_KEPT_MS = 10_000;

type Names = ReadonlyMap<string, string>;

/** Queues a broadcast's messages in the contacts' conversations, with the same commands as for agents' messages. */
@Injectable()
export class ContactMessages extends BroadcastMessages {
  private readonly names = new Map<string, { at: number; names: Names }>();

  constructor(
    private readonly aggregates: Aggregates,
    private readonly channels: ChannelQueries,
    private readonly identifying: IdentifyContact,
    private readonly attributes: ContactAttributeQueries,
    private readonly commands: CommandBus,
    private readonly links: CountedLinks,
  ) {
    super();
  }

  async queue(
    message: BroadcastMessage,
    context: CommandContext,
  ): Promise<{ position: string | null } | { skipped: SkipReason }> {
    const { customerId, contactId, broadcastId, attempt, consent } = message;
    const whom = { id: contactId, customerId, asOf: '' };
    const { state } = await this.aggregates.getCached(contact, 'contact', whom);
    const refused = refusalOf(state, consent);
    if (refused) return { skipped: refused };
    try {
      const content = await this.contentOf(message, state);
      if (!content) return { skipped: 'missing_value' };
      const id = idOfBroadcastMessage(broadcastId, contactId, attempt);
      return { position: await this.write(id, { ...message, content, state }, context) };
    } catch (error) {
      const skipped = error instanceof Rejected ? skippedBy[error.code] : undefined;
      if (!skipped) throw error;
      return { skipped };
    }
  }

  async test(
    message: Parameters<BroadcastMessages['test']>[0],
    phone: string,
    context: CommandContext,
  ): Promise<{ position: string }> {
    const { customerId } = message;
    const value = contactFieldOf('phone', phone);
    if (value === null || brokenContactRule('phone', value)) throw new Rejected('contact_invalid');
    const named = (what: string) => uuidV5(what, context.commandId);
    const { contactId } = await this.identifying.identify({
      ...{ aliases: [{ kind: 'phone', value }], profile: { phone: value }, newContactId: named('contact') },
      context: step(context, 'contact'),
    });
    const { state } = await this.aggregates.load(contact, 'contact', contactId, customerId);
    const content = await this.contentOf(message, state);
    if (!content) throw new Rejected('broadcast_value_missing');
    const queued = { ...message, contactId, attempt: 1, content, state, broadcastId: undefined };
    return { position: (await this.write(named('message'), queued, context)) ?? '' };
  }

  private async write(
    id: string,
    message: Omit<BroadcastMessage, 'broadcastId' | 'consent'> & {
      broadcastId?: string;
      content: MessageContent;
      state: ContactState;
    },
    context: CommandContext,
  ): Promise<string | null> {
    const { customerId, channelId, contactId, broadcastId, attempt, content, userId } = message;
    const channel = await this.channels.forWorker(customerId, channelId);
    const conversationId = await this.conversationOf(message, channel.readForAll, context);
    const sendContext: SendContext = {
      ...{ isOpen: true, isWindowOpen: false, isBlocked: message.state.isBlocked },
      ...{
        isConnected: channel.isConnected,
        hasNewerReply: false,
        isAssignedToOther: false,
        medium: channel,
      },
    };
    const written = { conversationId, channelId, contactId, content, context: {} };
    if (broadcastId && attempt > 1) {
      // The retry is recorded in the stream of the failed message, so that the message cannot be retried twice.
      const retryOf = idOfBroadcastMessage(broadcastId, contactId, attempt - 1);
      const retry = { type: 'Retry', as: id, userId, sendContext } as const;
      await this.commands.execute(new ToMessage(retryOf, retry, step(context, 'retry')));
      const repeat = {
        type: 'Repeat',
        clientKey: broadcastKey(id),
        retryOf,
        broadcastId,
        ...written,
      } as const;
      return (await this.commands.execute(new ToMessage(id, repeat, step(context, 'repeat')))).position;
    }
    const queue = {
      type: 'Queue',
      clientKey: broadcastKey(id),
      sendContext,
      ...(broadcastId && { broadcastId }),
      ...written,
    } as const;
    return (await this.commands.execute(new ToMessage(id, queue, step(context, 'message'), true))).position;
  }

  /**
   * @returns the contact's conversation on the channel. A conversation that a broadcast begins appears in no list
   * until the contact replies.
   */
  private async conversationOf(
    { state, contactId, channelId }: { state: ContactState; contactId: string; channelId: string },
    readForAll: boolean,
    context: CommandContext,
  ): Promise<string> {
    const known = state.conversations[channelId];
    const newConversationId = uuidV5(`conversation/${channelId}`, contactId);
    const { conversationId } = known
      ? { conversationId: known }
      : await this.identifying.currentConversation({ contactId, channelId, newConversationId, context });
    const start = { type: 'StartQuietly', contactId, channelId, readForAll, startedAt: context.now } as const;
    await this.commands.execute(
      new ToConversation(conversationId, start, { ...step(context, 'conversation'), asOf: '' }, !known),
    );
    return conversationId;
  }

  private async contentOf(
    { template, values, customerId }: Pick<BroadcastMessage, 'template' | 'values' | 'customerId'>,
    { profile, attributes }: ContactState,
  ): Promise<MessageContent | null> {
    const { name = null, phone = null, email = null } = profile;
    const source = { name, phone, email, attributes };
    const { content } = template;
    const counted = this.links.buttonsOf(content);
    const filled = fillTemplate(content, values, source, await this.namesOf(customerId), counted);
    if (filled.missing.length > 0) return null;
    const written = templateContent(template, filled.values);
    return counted.size > 0 ? this.links.mark(written, content) : written;
  }

  private async namesOf(customerId: string): Promise<Names> {
    const known = this.names.get(customerId);
    if (known && Date.now() - known.at < NAMES_KEPT_MS) return known.names;
    const names = await attributeNames(this.attributes, customerId);
    this.names.set(customerId, { at: Date.now(), names });
    return names;
  }
}

function refusalOf(
  { status, isBlocked, optIn, hasRefused, mergedInto }: ContactState,
  consent: BroadcastMessage['consent'],
): SkipReason | null {
  if (status !== 'known') return 'erased';
  if (mergedInto !== null) return 'duplicate_person';
  if (isBlocked) return 'blocked';
  const isOut = consent === 'agreed' ? !optIn : consent === 'not_refused' && hasRefused;
  return isOut ? 'opted_out' : null;
}

/** Content of a message with the filled-in template; a file in its header is the template's own file. */
function templateContent(
  { id, externalId, name, language, content, attachment }: BroadcastTemplate,
  values: Record<string, string>,
): Extract<MessageContent, { type: 'template' }> {
  const file = slotsOf(content).find(({ key, kind }) => key === 'header' && isMedia(kind));
  const withFile = file && attachment ? { ...values, [file.key]: attachment.id } : values;
  const components = componentsOf(content, withFile);
  return {
    type: 'template',
    ...{ name, language, templateId: id, ...(externalId && { externalId }) },
    ...shownTemplate(content, values),
    ...(components.length > 0 && { components }),
    ...(file && attachment && { assets: [assetOf(attachment, file.kind)] }),
  };
}

function assetOf(
  { id, contentType, fileName, size, path }: NonNullable<BroadcastTemplate['attachment']>,
  kind: string,
): MessageAsset {
  const category = kind === 'image' || kind === 'video' ? kind : 'document';
  return { assetId: id, contentType, fileName, size, path, category };
}
