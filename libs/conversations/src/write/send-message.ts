import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { SendResponse } from '@parley/contracts/api/conversations';
import type { SendRequest } from '@parley/contracts/api/conversations.requests';
import type { MessageContent } from '@parley/contracts/events';
import { textLimit } from '@parley/contracts/events/text-limit';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { message } from '../domain/message';
import { signatureOf, signed } from '../domain/signature';
import { Drafts } from '../drafts/drafts';
import { InboxQueries, type ComposerFacts } from '../read/inbox.queries';
import type { Viewer } from '../read/visibility';
import { composerOf } from './composer';
import { idOfClientMessage } from './message-ids';
import { ToMessage } from './message.handler';
import { UploadAsset } from './upload-asset';

/** Queues what an agent writes: text is one message, each attachment another (spec, section 5). */
@Injectable()
export class SendMessage {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly assets: UploadAsset,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly drafts: Drafts,
  ) {}

  /**
   * Twice with one key is once: the messages' ids come from the key, so a retry answers with what was queued first.
   * @throws NotFound, and Rejected `empty_message` or by the rules of `Queue`
   */
  async send(viewer: Viewer, request: SendRequest, context: CommandContext): Promise<SendResponse> {
    const facts = await this.inbox.findVisible(viewer, request.chat.id);
    const { chat } = facts;
    const { userId } = viewer;
    const composer = composerOf(facts, { userId, seenUpTo: request.seenUpTo, now: context.now });
    const contents = await this.contentsOf(viewer, request, facts);
    if (contents.length === 0) throw new Rejected('empty_message');
    const replyTo = request.content.replyTo;
    if (replyTo) await this.requireInChat(viewer.customerId, chat.id, replyTo);
    const entries: SendResponse['entries'] = [];
    let position = '';
    for (const [index, content] of contents.entries()) {
      const clientKey = `${request.idempotencyKey}:${index}`;
      const id = idOfClientMessage(viewer.customerId, `${viewer.userId}/${clientKey}`);
      const queued = await this.commands.execute(
        new ToMessage(
          id,
          {
            type: 'Queue',
            conversationId: chat.id,
            channelId: chat.channelId,
            contactId: chat.contactId,
            content,
            // Only what opens the answer quotes.
            context: replyTo && index === 0 ? { replyTo: { messageId: replyTo } } : {},
            ...{ clientKey, composer },
          },
          { ...context, commandId: uuidV5(String(index), context.commandId) },
        ),
      );
      // A key that was used for another conversation would answer with a message the viewer may not see.
      if (queued.state.written?.conversationId !== chat.id) throw new Rejected('idempotency_key_reused');
      entries.push({ id, status: queued.state.status ?? 'pending', statusReason: null, clientKey });
      if (queued.position && queued.position > position) position = queued.position;
    }
    if (request.draftVersion) await this.drafts.sent(viewer, chat.id, request.draftVersion);
    return { entries, position };
  }

  private async signed(text: string, viewer: Viewer, { chat, channel }: ComposerFacts): Promise<string> {
    const { displayName: name, automaticSignature } = await this.inbox.signer(viewer);
    const signature = signatureOf(automaticSignature, channel?.settings.automaticSignature ?? 'none');
    return signed(text, { name, signature, textLimit: textLimit(chat.platform) });
  }

  /**
   * What an answer quotes has to be of the same conversation: of another one the sender may not know.
   * @throws NotFound
   */
  private async requireInChat(customerId: string, chatId: string, messageId: string): Promise<void> {
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    if (state.written?.conversationId !== chatId) throw new NotFound();
  }

  private async contentsOf(
    viewer: Viewer,
    { chat, content }: SendRequest,
    facts: ComposerFacts,
  ): Promise<MessageContent[]> {
    const contents: MessageContent[] = [];
    if (content.text?.trim()) {
      contents.push({ type: 'text', text: await this.signed(content.text, viewer, facts) });
    }
    if (content.location) contents.push({ type: 'location', ...content.location });
    if (content.template) contents.push({ type: 'template', ...content.template });
    for (const assetId of content.attachments ?? []) {
      contents.push({ type: 'asset', assets: [await this.assets.find(viewer.customerId, chat.id, assetId)] });
    }
    return contents;
  }
}
