import { Injectable } from '@nestjs/common';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { KeptDrafts } from '@parley/drafts/kept-drafts';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { SubjectKeys } from '@parley/platform/security/keys';
import { InboxQueries } from '../read/inbox.queries';

/** Texts that users have typed in conversations but not sent, encrypted with the contact's subject key. */
@Injectable()
export class Drafts extends KeptDrafts {
  constructor(
    database: Database,
    keys: SubjectKeys,
    private readonly inbox: InboxQueries,
  ) {
    super(database, keys);
  }

  /** A user's drafts in conversations that they may see, newest first. */
  list(viewer: Viewer): Promise<DraftsResponse> {
    return this.visible(viewer, 'true', []);
  }

  /**
   * A user's drafts in one conversation.
   * @throws NotFound if this viewer may not see the conversation
   */
  async find(viewer: Viewer, chatId: string): Promise<ChatDraftsResponse> {
    await this.inbox.findVisible(viewer, chatId);
    const { reply, note } = await this.visible(viewer, 'd.conversation_id = $1', [chatId]);
    return { reply: reply[0] ?? null, note: note[0] ?? null };
  }

  /**
   * Saves a user's draft; an empty text removes it.
   * @throws NotFound if this viewer may not see the conversation
   * @throws Rejected `draft_changed` if another window of the user has saved a different text since
   */
  async saveIn(viewer: Viewer, chatId: string, request: SaveDraftRequest): Promise<void> {
    const { chat } = await this.inbox.findVisible(viewer, chatId);
    await this.save({ ...viewer, chatId }, chat.contactId, request);
  }

  private visible(viewer: Viewer, which: string, values: unknown[]): Promise<DraftsResponse> {
    const where = `${which} and ${visibleSql(viewer, 'c', values)}`;
    return this.read(viewer, { join: 'inbox.conversation c on c.id = d.conversation_id', where }, values);
  }
}
