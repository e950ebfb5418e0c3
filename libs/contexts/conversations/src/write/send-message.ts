import { Injectable, Optional } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { SendResponse } from '@parley/contracts/api/conversations';
import type { SendEmail, SendRequest } from '@parley/contracts/api/conversations.requests';
import type { MessageAsset, MessageContent, MessageContext } from '@parley/contracts/events';
import type { TemplateComponent } from '@parley/contracts/events/template-content';
import { unresolvedVariables } from '@parley/contracts/rules/variables';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { message, ToMessage } from '../domain/message';
import { delayOf, isSendTime } from '../domain/undo-send';
import type { SendContext } from '../domain/send-context';
import { SentDrafts } from '@parley/drafts/sent-drafts';
import { InboxQueries, type SendFacts } from '../read/inbox.queries';
import type { SeenChat } from '../read/visible-chats';
import type { Viewer } from '@parley/access-rules/viewer';
import { sendContextOf, signText } from './send-facts';
import { CountedLinks } from '../links/counted-links';
import { filledTemplate, KnownTemplates } from './known-templates';
import { requireMailSize } from './mail-size';
import { clientKeyOf, idOfSentPart } from './message-ids';
import { RetryMessage } from './retry-message';
import { templateOf } from './template-of';
import { UploadAsset } from './upload-asset';

/** A request to send, with its idempotency key. */
export type KeyedSend = SendRequest & {
  idempotencyKey: string;
  /** Id of the channel's sender (number or address); absent for the sender to which the contact wrote last. */
  identityId?: string;
};

interface Part {
  content: MessageContent;
  context: MessageContext;
}

/** Queues what an agent sends: the text is one message, and each attachment is another (specification, section 5). */
@Injectable()
export class SendMessage {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly assets: UploadAsset,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly drafts: SentDrafts,
    private readonly retrying: RetryMessage,
    private readonly links: CountedLinks,
    @Optional() private readonly templates?: KnownTemplates,
  ) {}

  /**
   * Sends a request. The ids of its messages derive from the key, so that a repeated request returns the messages
   * that were queued first.
   * @throws NotFound
   * @throws Rejected `empty_message`; a code of the rules of `Queue`; or, for a retry, the errors of `RetryMessage`
   */
  async send(viewer: Viewer, request: KeyedSend, context: CommandContext): Promise<SendResponse> {
    const facts = await this.inbox.findVisible(viewer, request.chat.id);
    return this.sendIn({ viewer, ...facts }, request, context);
  }

  /** Sends like `send`, in a conversation that the caller has read as visible to the sender. */
  async sendIn(
    { viewer, ...facts }: SeenChat,
    request: KeyedSend,
    context: CommandContext,
  ): Promise<SendResponse> {
    const { chat } = facts;
    const { userId } = viewer;
    const { id: actorId, reference: actor = actorId } = request.channelActor ?? {};
    if (actor !== undefined && actor !== userId) throw new Rejected('not_authorized', 'channelActor');
    const sendContext = sendContextOf(facts, { userId, seenUpTo: request.seenUpTo, now: context.now });
    const { retryOf: failedId } = request.content;
    if (failedId) {
      const { idempotencyKey } = request;
      return this.retrying.retry({ chatId: chat.id, failedId, idempotencyKey, sendContext }, context);
    }
    const parts = await this.partsOf(viewer, request, facts);
    if (parts.length === 0) throw new Rejected('empty_message');
    const { sendAt } = request;
    if (sendAt && !isSendTime(sendAt, context.now)) throw new Rejected('time_passed');
    const isSent = async (key: string) => {
      const id = idOfSentPart(viewer.customerId, userId, key, 0);
      const { state } = await this.aggregates.load(message, 'message', id, viewer.customerId);
      return state.origin !== 'none' && state.origin !== 'withdrawn';
    };
    return this.drafts.sendOnce({ userId, chatId: chat.id, kind: 'reply' }, request, isSent, () =>
      this.queue(viewer, request, { parts, facts, sendContext }, context),
    );
  }

  private async queue(
    viewer: Viewer,
    request: KeyedSend,
    { parts, facts, sendContext }: { parts: Part[]; facts: SendFacts; sendContext: SendContext },
    context: CommandContext,
  ): Promise<SendResponse> {
    const { chat } = facts;
    const { userId } = viewer;
    const { identityId = chat.identityId } = request;
    const entries: SendResponse['entries'] = [];
    let position = '';
    for (const [index, part] of parts.entries()) {
      const clientKey = clientKeyOf(request.idempotencyKey, index);
      const id = idOfSentPart(viewer.customerId, userId, request.idempotencyKey, index);
      const hold = delayOf(request, { userId, now: context.now, index });
      const queued = await this.commands.execute(
        new ToMessage(
          id,
          {
            type: 'Queue',
            conversationId: chat.id,
            channelId: chat.channelId,
            contactId: chat.contactId,
            identityId: identityId === chat.channelId ? undefined : identityId,
            ...part,
            ...{ clientKey, sendContext, hold },
          },
          step(context, index),
          true,
        ),
      );
      // The key was used in another conversation, whose message the viewer may not be allowed to see.
      if (queued.state.written?.conversationId !== chat.id) throw new Rejected('idempotency_key_reused');
      entries.push({ id, status: queued.state.status ?? 'pending', statusReason: null, clientKey });
      if (queued.position && queued.position > position) position = queued.position;
    }
    return { entries, position };
  }

  /**
   * Requires that a quoted message belongs to the same conversation, because the sender may not be allowed to see
   * others.
   * @throws NotFound if it belongs to another conversation
   */
  private async requireInChat(customerId: string, chatId: string, messageId: string): Promise<void> {
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    if (state.written?.conversationId !== chatId) throw new NotFound();
  }

  /**
   * The content of an e-mail from a request.
   * @throws NotFound if a file belongs to another conversation
   * @throws Rejected `invalid_input`, `unresolved_variables` or `file_too_large`
   */
  private async emailOf(
    { customerId }: Viewer,
    { chat, email, content }: Pick<SendRequest, 'chat' | 'content'> & { email: SendEmail },
    facts: SendFacts,
  ): Promise<MessageContent> {
    if (facts.chat.platform !== 'email') throw new Rejected('invalid_input', 'email');
    const unresolved = unresolvedVariables(email.text);
    if (unresolved.length > 0) throw new Rejected('unresolved_variables', unresolved.join(', '));
    const files = (content.attachments ?? []).map((id) => this.assets.find(customerId, chat.id, id));
    const attached = (await Promise.all(files)).map((file): MessageAsset =>
      email.html?.includes(`cid:${file.assetId}`)
        ? { ...file, part: 'inline', contentId: file.assetId }
        : file,
    );
    const html = email.html === undefined ? [] : [await this.assets.keepHtml(chat.id, email.html)];
    const assets = [...html, ...attached];
    requireMailSize(assets.map(({ size = 0 }) => size));
    const { subject, to, cc = [], bcc = [], text } = email;
    return { type: 'email', subject, from: null, to, cc, bcc, text, assets };
  }

  /** @throws NotFound if a file belongs to another conversation */
  private filesOf(
    components: TemplateComponent[],
    customerId: string,
    chatId: string,
  ): Promise<MessageAsset[]> {
    const ids = components.flatMap((component) => (component.type === 'media' ? component.assetId : []));
    return Promise.all([...new Set(ids)].map((id) => this.assets.find(customerId, chatId, id)));
  }

  /** @throws NotFound if the organisation has no such template; and the errors of `filledTemplate` */
  private async knownTemplate(
    customerId: string,
    { templateId, components = [] }: SendRequest['content'],
  ): Promise<NonNullable<SendRequest['content']['template']> | null> {
    if (!templateId) {
      if (components.length > 0) throw new Rejected('invalid_input', 'components: templateId');
      return null;
    }
    const known = await this.templates?.find(customerId, templateId);
    if (!known) throw new NotFound();
    return filledTemplate(known, components);
  }

  /**
   * Marks the link buttons of a template whose clicks are counted.
   * @throws Rejected `template_link_invalid` if such a button does not lead to a web address
   */
  async counting(
    customerId: string,
    template: ReturnType<typeof templateOf>,
  ): Promise<ReturnType<typeof templateOf>> {
    const { templateId, components = [] } = template;
    const hasAddress = components.some((each) => each.type === 'button' && each.kind === 'url');
    const known = templateId && hasAddress ? await this.templates?.find(customerId, templateId) : null;
    return known ? this.links.mark(template, known.content) : template;
  }

  private async partsOf(
    viewer: Viewer,
    { chat, content, metadata, holdForSeconds, sendAt }: SendRequest,
    facts: SendFacts,
  ): Promise<Part[]> {
    const contents: MessageContent[] = [];
    if (content.text?.trim()) {
      const unresolved = unresolvedVariables(content.text);
      if (unresolved.length > 0) throw new Rejected('unresolved_variables', unresolved.join(', '));
      // A delayed message is signed when it is sent, so that undoing the send returns the text as its writer wrote
      // it.
      const isSigned = !holdForSeconds && !sendAt;
      const text = isSigned ? signText(content.text, facts) : content.text;
      contents.push({ type: 'text', text });
    }
    const written =
      content.email && (await this.emailOf(viewer, { chat, email: content.email, content }, facts));
    if (written) contents.push(written);
    if (content.location) contents.push({ type: 'location', ...content.location });
    const asked = content.template ?? (await this.knownTemplate(viewer.customerId, content));
    if (asked) {
      const template = await this.counting(viewer.customerId, templateOf(asked));
      const assets = await this.filesOf(template.components ?? [], viewer.customerId, chat.id);
      contents.push({ ...template, ...(assets.length > 0 && { assets }) });
    }
    // The files of an e-mail are part of the e-mail, not separate messages.
    for (const assetId of written ? [] : (content.attachments ?? [])) {
      contents.push({ type: 'asset', assets: [await this.assets.find(viewer.customerId, chat.id, assetId)] });
    }
    const { replyTo } = content;
    if (replyTo) await this.requireInChat(viewer.customerId, chat.id, replyTo);
    // Only the first part of the send quotes the message.
    const contextOf = (index: number) => ({
      ...(replyTo && index === 0 && { replyTo: { messageId: replyTo } }),
      ...(metadata && metadata.length > 0 && { metadata }),
    });
    return contents.map((each, index) => ({ content: each, context: contextOf(index) }));
  }
}
