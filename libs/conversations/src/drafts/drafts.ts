import { Injectable } from '@nestjs/common';
import type { ChatDraftsResponse, Draft, DraftKind, DraftsResponse } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Database } from '@parley/platform/database/database';
import { SubjectKeys, subjectName } from '@parley/platform/security/keys';
import { openText, sealText } from '@parley/platform/security/sealing';
import { newsParameters } from '@parley/realtime/news';
import { InboxQueries } from '../read/inbox.queries';
import { visibleSql, type Viewer } from '@parley/event-sourcing/visibility/viewer';

/** The newest that are listed; an older one is found when its conversation is opened. */
const MOST_LISTED = 500;

interface DraftRow {
  conversation_id: string;
  kind: DraftKind;
  contact_id: string;
  sealed_text: string;
  version: string;
}

/** What users typed and have not sent: their own alone, and no fact. */
@Injectable()
export class Drafts {
  constructor(
    private readonly database: Database,
    private readonly keys: SubjectKeys,
    private readonly inbox: InboxQueries,
  ) {}

  /** Somebody's drafts in conversations that they may see, newest first. */
  list(viewer: Viewer): Promise<DraftsResponse> {
    return this.read(viewer, 'true');
  }

  /**
   * Somebody's drafts in one conversation.
   * @throws NotFound for a conversation this viewer may not see
   */
  async find(viewer: Viewer, chatId: string): Promise<ChatDraftsResponse> {
    await this.inbox.findVisible(viewer, chatId);
    const { reply, note } = await this.read(viewer, 'd.conversation_id = $1', [chatId]);
    return { reply: reply[0] ?? null, note: note[0] ?? null };
  }

  /**
   * Keeps what somebody typed; without text, keeps nothing. The same version twice is once.
   * @throws NotFound for a conversation this viewer may not see
   * @throws Rejected `draft_changed` where they saved other words meanwhile, in another window
   */
  async save(viewer: Viewer, chatId: string, request: SaveDraftRequest): Promise<void> {
    const { kind, text, version, seen } = request;
    const { chat } = await this.inbox.findVisible(viewer, chatId);
    const { customerId, userId } = viewer;
    if (text === '') return this.remove(viewer, chatId, kind, seen);
    const key = await this.keys.forSealing(customerId, chat.contactId);
    if (!key) throw new NotFound();
    const { rowCount } = await this.database.query(
      `insert into parley.draft as d (user_id, conversation_id, kind, customer_id, contact_id, sealed_text, version)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (user_id, conversation_id, kind) do update
         set sealed_text = excluded.sealed_text, version = excluded.version, saved_at = now()
       where d.version in ($7, $8)`,
      [
        ...[userId, chatId, kind, customerId, chat.contactId],
        ...[sealText(key, text, place(userId, chatId, kind)), version, seen],
      ],
    );
    if (rowCount === 0) throw new Rejected('draft_changed');
  }

  /**
   * Forgets a draft that was sent, unless other words have taken its place, and tells the windows of whom it was.
   * @param versions of the words that were sent, and those that they followed on from
   */
  async sent(
    { userId }: Pick<Viewer, 'userId'>,
    chatId: string,
    kind: DraftKind,
    versions: string[],
  ): Promise<void> {
    const payload = { chatId, kind, versions };
    await this.database.query(
      `with sent as (
         delete from parley.draft
          where user_id = $1 and conversation_id = $2 and kind = $3 and version = any($4::text[]))
       select pg_notify($5, piece) from unnest($6::text[]) piece`,
      [userId, chatId, kind, versions, ...newsParameters({ to: { userId }, topic: 'sentDraft', payload })],
    );
  }

  /** Forgets what anybody was about to say to somebody who is erased. */
  async forget(customerId: string, contactId: string): Promise<void> {
    await this.database.query('delete from parley.draft where customer_id = $1 and contact_id = $2', [
      customerId,
      contactId,
    ]);
  }

  /** Forgets what anybody was about to say in a conversation that is deleted. */
  async forgetChat(customerId: string, chatId: string, before: string | null = null): Promise<void> {
    await this.database.query(
      `delete from parley.draft where customer_id = $1 and conversation_id = $2
          and ($3::timestamptz is null or saved_at < $3)`,
      [customerId, chatId, before],
    );
  }

  private async remove(viewer: Viewer, chatId: string, kind: DraftKind, seen: string | null): Promise<void> {
    if (seen !== null) {
      await this.database.query(
        'delete from parley.draft where user_id = $1 and conversation_id = $2 and kind = $3 and version = $4',
        [viewer.userId, chatId, kind, seen],
      );
    }
    const { rowCount } = await this.database.query(
      'select from parley.draft where user_id = $1 and conversation_id = $2 and kind = $3',
      [viewer.userId, chatId, kind],
    );
    if (rowCount !== 0) throw new Rejected('draft_changed');
  }

  private async read(viewer: Viewer, which: string, values: unknown[] = []): Promise<DraftsResponse> {
    const { customerId, userId } = viewer;
    const visible = visibleSql(viewer, 'c', values);
    const { rows } = await this.database.query<DraftRow>(
      `select d.conversation_id, d.kind, d.contact_id, d.sealed_text, d.version
         from parley.draft d join inbox.conversation c on c.id = d.conversation_id
        where d.user_id = $${values.push(userId)} and ${which} and ${visible}
        order by d.saved_at desc limit ${MOST_LISTED}`,
      values,
    );
    const subjects = rows.map((row) => ({ customerId, subject: row.contact_id }));
    const keys = await this.keys.forOpening(subjects);
    const drafts: Record<DraftKind, Draft[]> = { reply: [], note: [] };
    for (const { conversation_id: chatId, kind, contact_id: subject, sealed_text, version } of rows) {
      const key = keys.get(subjectName({ customerId, subject }));
      if (key)
        drafts[kind].push({ chatId, text: openText(key, sealed_text, place(userId, chatId, kind)), version });
    }
    return drafts;
  }
}

/** What was sealed before there were notes was an answer, and says nothing of its kind. */
function place(userId: string, chatId: string, kind: DraftKind): string {
  return kind === 'reply' ? `draft/${userId}/${chatId}` : `draft/${userId}/${chatId}/${kind}`;
}
