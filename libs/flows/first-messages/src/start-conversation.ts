import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import { contact } from '@parley/contacts/domain/contact';
import type { ContactState } from '@parley/contacts/domain/contact-state';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import type { Alias } from '@parley/contacts/write/alias';
import { IdentifyContact } from '@parley/contacts/write/identify-contact';
import { phoneOf } from '@parley/contacts/write/phone';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { StartResponse } from '@parley/contracts/api/starting';
import type { StartRequest } from '@parley/contracts/api/starting.requests';
import type { MessageAsset, MessageContent } from '@parley/contracts/events';
import { assetLimit } from '@parley/contracts/rules/asset-limit';
import { brokenContactRule, contactFieldOf, startRefusal } from '@parley/contracts/rules/contact-rules';
import { unresolvedVariables } from '@parley/contracts/rules/variables';
import {
  isAssignedToOther,
  isCareWindowOpen,
  requireSendable,
  type SendContext,
} from '@parley/conversations/domain/send-context';
import { conversation, ToConversation } from '@parley/conversations/domain/conversation';
import { AssignmentQueries } from '@parley/conversations/read/assignment.queries';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { assetCategory } from '@parley/conversations/write/asset-category';
import { sendContextOf } from '@parley/conversations/write/send-facts';
import { requireMailSize } from '@parley/conversations/write/mail-size';
import { SendMessage } from '@parley/conversations/write/send-message';
import { templateOf } from '@parley/conversations/write/template-of';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { visibleTo, type Viewer } from '@parley/access-rules/viewer';
import type { Principal } from '@parley/platform/http/principal';
import { StartFiles, type StartFile } from './start-files';

/**
 * Time limit in ms for the lists to show the new conversation. After that the request fails, and the client retries
 * with the same key.
 */
const PATIENCE_MS = 5_000;

/** The recipient of a first message: an existing contact, or the phone number and email address for a new one. */
interface Person {
  /** Null if no contact has any of these addresses. */
  id: string | null;
  state: ContactState | null;
  aliases: Alias[];
  profile: { name?: string; phone?: string; email?: string };
}

/**
 * Lets an agent write first: finds or creates the contact and the conversation on the channel, and sends the message.
 * All ids derive from the client's key, and claims of addresses determine the contact, so that a repeated request has
 * no further effect. A refused request creates nothing.
 */
@Injectable()
export class StartConversation {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly contacts: ContactQueries,
    private readonly identifying: IdentifyContact,
    private readonly inbox: InboxQueries,
    private readonly assignments: AssignmentQueries,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
    private readonly views: Views,
    private readonly sending: SendMessage,
    private readonly files: StartFiles,
  ) {}

  /**
   * @throws NotFound if the contact, the channel or a file does not exist or is hidden from the user
   * @throws Rejected `invalid_input` for a sender of another channel, `file_too_large`, `unresolved_variables`,
   * `contact_invalid`, `contact_unreachable`, `conversation_with_colleague`, `template_link_invalid`, or an error
   * of the rules of sending
   */
  async start(me: Principal, request: StartRequest, context: CommandContext): Promise<StartResponse> {
    const { customerId, userId } = me;
    const channel = await this.channels.one(me, request.channelId);
    const { identityId } = request;
    if (identityId && !channel.identities.some(({ id }) => id === identityId))
      throw new Rejected('invalid_input', 'identityId');
    const viewer = await this.inbox.viewer(me);
    // On a channel with mandatory assignment only the assignee may reply, so the writer becomes the assignee.
    const toUserId = request.userId ?? (channel.mandatoryAssign ? userId : null);
    if (toUserId) await this.assignments.requireAssignee(customerId, { userId: toUserId, teamId: null });
    const person = await this.personOf(me, request);
    const files = await this.files.take(me, request.content.attachments ?? []);
    requireFiles(channel, request, files);
    const content = contentOf(request, files);
    await this.requireStartable(viewer, { channel, person, content, toUserId, now: context.now });
    if (content.type === 'template') await this.sending.counting(customerId, content);

    const named = (what: string) => uuidV5(`${userId}/start/${request.idempotencyKey}/${what}`, customerId);
    const contactId = person.id ?? (await this.register(person, named('contact'), step(context, 'contact')));
    // Each e-mail thread is a conversation of its own.
    const { conversationId } =
      channel.platform === 'email'
        ? { conversationId: named('conversation') }
        : await this.identifying.currentConversation({
            ...{ contactId, channelId: channel.id, newConversationId: named('conversation'), context },
          });
    const position = await this.writeFirst(
      conversationId,
      { contactId, channel, userId, toUserId },
      { viewer, context: step(context, 'conversation') },
    );
    await this.files.give({ id: conversationId, contactId }, files, context);
    await this.views.catchUp(inboxView.name, position, PATIENCE_MS);
    const { idempotencyKey } = request;
    const asked = { chat: { id: conversationId }, content: request.content, idempotencyKey, identityId };
    const sent = await this.sending.send(viewer, asked, step(context, 'send'));
    return { ...sent, chatId: conversationId };
  }

  private async personOf(
    me: Principal,
    { contact: { id, name, ...given }, channelId: _channelId }: StartRequest,
  ): Promise<Person> {
    if (id !== undefined) {
      const { viewer } = await this.contacts.viewerAt(me);
      await this.contacts.requireVisible(viewer, id);
      const { state } = await this.aggregates.load(contact, 'contact', id, me.customerId);
      if (state.status !== 'known') throw new NotFound();
      return { id, state, aliases: [], profile: {} };
    }
    const profile: Person['profile'] = name ? { name } : {};
    const aliases: Alias[] = [];
    for (const field of ['phone', 'email'] as const) {
      const value = await this.addressOf(field, given[field] ?? null, me.customerId);
      const rule = brokenContactRule(field, value);
      if (rule) throw new Rejected('contact_invalid', undefined, [{ field: `contact.${field}`, rule }]);
      if (value === null) continue;
      profile[field] = value;
      aliases.push({ kind: field, value });
    }
    if (aliases.length === 0) throw new Rejected('contact_invalid');
    const known = await this.identifying.find(aliases, me.customerId);
    if (known === null) return { id: null, state: null, aliases, profile };
    const { state } = await this.aggregates.load(contact, 'contact', known, me.customerId);
    return { id: state.status === 'known' ? known : null, state, aliases, profile };
  }

  /** Normalises an address. A phone number without a country code is taken to be from the organisation's country. */
  private async addressOf(
    field: 'phone' | 'email',
    text: string | null,
    customerId: string,
  ): Promise<string | null> {
    const value = contactFieldOf(field, text);
    if (field === 'email' || !value || value.startsWith('+')) return value;
    return phoneOf(text!, await this.contacts.homeCountry(customerId));
  }

  private async register(
    { aliases, profile }: Person,
    newContactId: string,
    context: CommandContext,
  ): Promise<string> {
    return (await this.identifying.identify({ aliases, profile, newContactId, context })).contactId;
  }

  /** Checks the rules of sending, before anything is created, against the conversation as it will be. */
  private async requireStartable(
    viewer: Viewer,
    start: {
      channel: ChannelResponse;
      person: Person;
      content: MessageContent;
      toUserId: string | null;
      now: string;
    },
  ): Promise<void> {
    const { channel, person, content, toUserId, now } = start;
    const access = { channelId: channel.id, assignedUserId: toUserId, assignedTeamId: null };
    // A user may not begin a conversation if they could not see the replies to it.
    if (!visibleTo(viewer, access)) throw new Rejected('conversation_not_yours');
    const isEmail = channel.platform === 'email';
    if (isEmail !== (content.type === 'email')) throw new Rejected('invalid_input', 'content');
    const chatId = isEmail ? undefined : person.state?.conversations[channel.id];
    const { phone = null, email = null } = { ...person.state?.profile, ...person.profile };
    const refusal = startRefusal(channel, { phone: phone || null, email: email || null });
    if (refusal) throw new Rejected('contact_unreachable', refusal);
    const facts = chatId ? await this.inbox.find(viewer.customerId, chatId, viewer.userId) : null;
    const known = facts && sendContextOf(facts, { userId: viewer.userId, seenUpTo: undefined, now });
    const sendContext: SendContext = {
      isWindowOpen: isCareWindowOpen(null, channel.customerCareWindowLength, now),
      hasNewerReply: false,
      medium: channel,
      ...known,
      isBlocked: person.state?.isBlocked ?? false,
      isConnected: channel.isConnected,
      // The conversation will be open and assigned by the time the message is sent.
      isOpen: true,
      isAssignedToOther: isAssignedToOther(channel, toUserId, viewer.userId),
    };
    requireSendable(sendContext, content);
  }

  /**
   * Creates the conversation and sends its first message.
   * @returns log position from which on the lists show the conversation
   */
  private async writeFirst(
    conversationId: string,
    first: { contactId: string; channel: ChannelResponse; userId: string; toUserId: string | null },
    { viewer, context }: { viewer: Viewer; context: CommandContext },
  ): Promise<string> {
    const { contactId, channel, userId, toUserId } = first;
    const { id: channelId, readForAll } = channel;
    const command = {
      ...({ type: 'WriteFirst', contactId, channelId, readForAll, startedAt: context.now } as const),
      ...{ userId, toUserId },
    };
    try {
      const { position } = await this.commands.execute(new ToConversation(conversationId, command, context));
      if (position === null) throw new NotFound();
      return position;
    } catch (error) {
      if (!(error instanceof Rejected) || error.code !== 'conversation_with_colleague') throw error;
      throw await this.withHolder(conversationId, channelId, viewer);
    }
  }

  /**
   * The refusal `conversation_with_colleague`; with the conversation and its assignee if the viewer may see these.
   */
  private async withHolder(id: string, channelId: string, viewer: Viewer): Promise<Rejected> {
    const code = 'conversation_with_colleague';
    const { state } = await this.aggregates.load(conversation, 'conversation', id, viewer.customerId);
    const { userId: assignedUserId, teamId: assignedTeamId } = state.assignee;
    if (!assignedUserId || !visibleTo(viewer, { channelId, assignedUserId, assignedTeamId })) {
      return new Rejected(code);
    }
    return new Rejected(code, undefined, undefined, { conversation: { id, assignedUserId } });
  }
}

/**
 * Checks files and text by the rules of sending, before anything is created.
 * @throws Rejected `invalid_input` for files with a template, `file_too_large`, `unresolved_variables`
 */
function requireFiles(channel: ChannelResponse, { content }: StartRequest, files: StartFile[]): void {
  if (content.template && files.length > 0) throw new Rejected('invalid_input', 'content.attachments');
  const unresolved = unresolvedVariables(content.email?.text ?? content.text ?? '');
  if (unresolved.length > 0) throw new Rejected('unresolved_variables', unresolved.join(', '));
  for (const { contentType, size } of files) {
    const limit = assetLimit(channel, contentType);
    if (size > limit) throw new Rejected('file_too_large', `at most ${limit} bytes`);
  }
  if (content.email) {
    const html = Buffer.byteLength(content.email.html ?? '');
    requireMailSize([html, ...files.map(({ size }) => size)]);
  }
}

/** The first message's content, in the form that the rules of sending check. */
function contentOf({ content: { text, template, email } }: StartRequest, files: StartFile[]): MessageContent {
  const assets = files.map(({ id: assetId, ...file }): MessageAsset => ({
    ...{ ...file, assetId, category: assetCategory(file.contentType) },
  }));
  if (email) {
    const { subject, to, cc = [], bcc = [] } = email;
    return { type: 'email', subject, from: null, to, cc, bcc, text: email.text, assets };
  }
  if (template) return templateOf(template);
  return text === undefined ? { type: 'asset', assets } : { type: 'text', text };
}
