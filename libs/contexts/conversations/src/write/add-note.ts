import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CreatedResponse } from '@parley/contracts/api/conversations';
import type { NoteRequest } from '@parley/contracts/api/conversations.requests';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { conversation, ToConversation } from '../domain/conversation';
import { SentDrafts } from '@parley/drafts/sent-drafts';
import { Mentionable } from '../read/mentionable';
import { InboxQueries } from '../read/inbox.queries';
import type { Viewer } from '@parley/access-rules/viewer';
import { idOfNote } from './message-ids';

/** Adds a user's note for colleagues to a conversation. */
@Injectable()
export class AddNote {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly drafts: SentDrafts,
    private readonly mentionable: Mentionable,
  ) {}

  /**
   * @throws NotFound if the viewer cannot see the conversation
   * @throws Rejected `draft_already_sent`; `mention_hidden` if a mentioned colleague cannot see the conversation
   */
  async add(
    viewer: Viewer,
    chatId: string,
    { text, ...request }: NoteRequest,
    context: CommandContext,
  ): Promise<CreatedResponse> {
    const { chat } = await this.inbox.findVisible(viewer, chatId);
    const { customerId, userId } = viewer;
    const mentions = { userIds: request.mentionedUserIds ?? [], teamIds: request.mentionedTeamIds ?? [] };
    await this.mentionable.require(customerId, chat, mentions);
    const idOf = (key: string) => idOfNote(customerId, userId, chatId, key);
    const { idempotencyKey: clientKey } = request;
    const id = idOf(clientKey);
    const isAdded = async (key: string) => {
      const { state } = await this.aggregates.load(conversation, 'conversation', chatId, customerId);
      return state.commentIds.includes(idOf(key));
    };
    const { position } = await this.drafts.sendOnce(
      { userId, chatId, kind: 'note' },
      request,
      isAdded,
      () => {
        const command = { type: 'AddComment', commentId: id, userId, text, clientKey, mentions } as const;
        return this.commands.execute(new ToConversation(chatId, command, context));
      },
    );
    return { id, position: position ?? '' };
  }
}
