import { Injectable } from '@nestjs/common';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { KeptDrafts } from '@parley/drafts/kept-drafts';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { SubjectKeys } from '@parley/platform/security/keys';
import { TeamChatQueries, type Viewer } from '../read/team-chat.queries';

/** Texts that participants have typed in team chats but not sent, encrypted with the writer's subject key. */
@Injectable()
export class TeamChatDrafts extends KeptDrafts {
  constructor(
    database: Database,
    keys: SubjectKeys,
    private readonly chats: TeamChatQueries,
  ) {
    super(database, keys);
  }

  /** A user's drafts in the chats in which they take part, newest first. */
  list(me: Viewer): Promise<DraftsResponse> {
    return this.visible(me, 'true', []);
  }

  /**
   * A user's drafts in one chat.
   * @throws NotFound if this viewer never took part in the chat
   */
  async find(me: Viewer, chatId: string): Promise<ChatDraftsResponse> {
    await this.chats.find(me, chatId);
    const { reply } = await this.visible(me, 'd.conversation_id = $1', [chatId]);
    return { reply: reply[0] ?? null, note: null };
  }

  /**
   * Saves a user's draft; an empty text removes it.
   * @throws NotFound if this viewer does not take part in the chat
   * @throws Rejected `draft_changed` if another window of the user has saved a different text since
   */
  async saveIn(me: Viewer, chatId: string, request: SaveDraftRequest): Promise<void> {
    const { isArchived } = await this.chats.find(me, chatId);
    if (isArchived && request.text !== '') throw new NotFound();
    await this.save({ ...me, chatId }, me.userId, { ...request, kind: 'reply' });
  }

  private visible(me: Viewer, which: string, values: unknown[]): Promise<DraftsResponse> {
    const join = 'team_chat.participant p on p.chat_id = d.conversation_id and p.user_id = d.user_id';
    const where = `${which} and p.customer_id = $${values.push(me.customerId)} and p.left_position is null`;
    return this.read(me, { join, where }, values);
  }
}
