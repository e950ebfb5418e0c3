import { Injectable } from '@nestjs/common';
import type { ChatDraftsResponse, DraftsResponse } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { KeptDrafts } from '@parley/drafts/kept-drafts';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { SubjectKeys } from '@parley/platform/security/keys';
import { InboxQueries } from '../read/inbox.queries';

/** What users typed in conversations that they may see and have not sent, sealed with the contact's key. */
@Injectable()
export class Drafts extends KeptDrafts {
  constructor(
    database: Database,
    keys: SubjectKeys,
    private readonly inbox: InboxQueries,
  ) {
    super(database, keys);
  }

  /** Somebody's drafts in conversations that they may see, newest first. */
  list(viewer: Viewer): Promise<DraftsResponse> {
    return this.visible(viewer, 'true', []);
  }

  /**
   * Somebody's drafts in one conversation.
   * @throws NotFound for a conversation this viewer may not see
   */
  async find(viewer: Viewer, chatId: string): Promise<ChatDraftsResponse> {
    await this.inbox.findVisible(viewer, chatId);
    const { reply, note } = await this.visible(viewer, 'd.conversation_id = $1', [chatId]);
    return { reply: reply[0] ?? null, note: note[0] ?? null };
  }

  /**
   * Keeps what somebody typed; without text, keeps nothing.
   * @throws NotFound for a conversation this viewer may not see
   * @throws Rejected `draft_changed` where they saved other words meanwhile, in another window
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
