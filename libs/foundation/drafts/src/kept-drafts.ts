import type { Draft, DraftKind, DraftsResponse } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import type { Database } from '@parley/platform/database/database';
import { subjectName, type SubjectKeys } from '@parley/platform/security/keys';
import { openText, sealText } from '@parley/platform/security/sealing';
import { newsParameters } from '@parley/realtime/news';

/** The newest that are listed; an older one is found when its conversation is opened. */
const MOST_LISTED = 500;

/** A conversation of any kind, and whose drafts in it are meant. */
export interface Place {
  customerId: string;
  userId: string;
  chatId: string;
}

interface DraftRow {
  conversation_id: string;
  kind: DraftKind;
  contact_id: string;
  sealed_text: string;
  version: string;
}

/**
 * What users typed in conversations of any kind and have not sent: their own alone, and no fact. Who may see a
 * conversation is asked by whoever calls.
 */
export class KeptDrafts {
  constructor(
    private readonly database: Database,
    private readonly keys: SubjectKeys,
  ) {}

  /**
   * Keeps what somebody typed; without text, keeps nothing. The same version twice is once.
   * @param subject with whose key it is sealed: their erasure erases it
   * @throws NotFound for a subject who is erased
   * @throws Rejected `draft_changed` where they saved other words meanwhile, in another window
   */
  async save(place: Place, subject: string, request: SaveDraftRequest): Promise<void> {
    const { customerId, userId, chatId } = place;
    const { kind, text, version, seen } = request;
    if (text === '') return this.remove(place, kind, seen);
    const key = await this.keys.forSealing(customerId, subject);
    if (!key) throw new NotFound();
    const { rowCount } = await this.database.query(
      `insert into parley.draft as d (user_id, conversation_id, kind, customer_id, contact_id, sealed_text, version)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (user_id, conversation_id, kind) do update
         set sealed_text = excluded.sealed_text, version = excluded.version, saved_at = now()
       where d.version in ($7, $8)`,
      [
        ...[userId, chatId, kind, customerId, subject],
        ...[sealText(key, text, sealedFor(userId, chatId, kind)), version, seen],
      ],
    );
    if (rowCount === 0) throw new Rejected('draft_changed');
  }

  /**
   * Forgets a draft that was sent, unless other words have taken its place, and tells the windows of whom it was.
   * @param versions of the words that were sent, and those that they followed on from
   */
  async sent(
    { userId, chatId }: Pick<Place, 'userId' | 'chatId'>,
    kind: DraftKind,
    versions: string[],
  ): Promise<void> {
    const payload = { chatId, kind, versions };
    await this.database.query(
      `with sent as (
         delete from parley.draft
          where user_id = $1 and conversation_id = $2 and kind = $3 and version = any($4::text[]))
       select pg_notify($5, piece) from unnest($6::text[]) piece`,
      [
        userId,
        chatId,
        kind,
        versions,
        ...newsParameters(this.database.notices, { to: { userId }, topic: 'sentDraft', payload }),
      ],
    );
  }

  /** Forgets what anybody was about to say that is sealed for somebody who is erased. */
  async forget(customerId: string, subject: string): Promise<void> {
    await this.database.query('delete from parley.draft where customer_id = $1 and contact_id = $2', [
      customerId,
      subject,
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

  /**
   * Somebody's drafts, newest first.
   * @param visible SQL: what draft `d` is joined to, and the condition under which its writer may see the conversation
   * @param values of the parameters in it
   */
  async read(
    { customerId, userId }: Pick<Place, 'customerId' | 'userId'>,
    visible: { join: string; where: string },
    values: unknown[],
  ): Promise<DraftsResponse> {
    const { rows } = await this.database.query<DraftRow>(
      `select d.conversation_id, d.kind, d.contact_id, d.sealed_text, d.version
         from parley.draft d join ${visible.join}
        where d.user_id = $${values.push(userId)} and ${visible.where}
        order by d.saved_at desc limit ${MOST_LISTED}`,
      values,
    );
    const subjects = rows.map((row) => ({ customerId, subject: row.contact_id }));
    const keys = await this.keys.forOpening(subjects);
    const drafts: Record<DraftKind, Draft[]> = { reply: [], note: [] };
    for (const { conversation_id: chatId, kind, contact_id: subject, sealed_text, version } of rows) {
      const key = keys.get(subjectName({ customerId, subject }));
      if (!key) continue;
      drafts[kind].push({
        chatId,
        text: openText(key, sealed_text, sealedFor(userId, chatId, kind)),
        version,
      });
    }
    return drafts;
  }

  private async remove({ userId, chatId }: Place, kind: DraftKind, seen: string | null): Promise<void> {
    if (seen !== null) {
      await this.database.query(
        'delete from parley.draft where user_id = $1 and conversation_id = $2 and kind = $3 and version = $4',
        [userId, chatId, kind, seen],
      );
    }
    const { rowCount } = await this.database.query(
      'select from parley.draft where user_id = $1 and conversation_id = $2 and kind = $3',
      [userId, chatId, kind],
    );
    if (rowCount !== 0) throw new Rejected('draft_changed');
  }
}

/** What was sealed before there were notes was an answer, and says nothing of its kind. */
function sealedFor(userId: string, chatId: string, kind: DraftKind): string {
  return kind === 'reply' ? `draft/${userId}/${chatId}` : `draft/${userId}/${chatId}/${kind}`;
}
