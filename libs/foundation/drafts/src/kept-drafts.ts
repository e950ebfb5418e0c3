import type { Draft, DraftKind, DraftsResponse } from '@parley/contracts/api/drafts';
import type { SaveDraftRequest } from '@parley/contracts/api/drafts.requests';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import type { Database } from '@parley/platform/database/database';
import { subjectName, type SubjectKeys } from '@parley/platform/security/keys';
import { openText, sealText } from '@parley/platform/security/sealing';
import { newsParameters } from '@parley/realtime/news';

/** Maximum number of drafts in a list, newest first; an older draft is loaded when its conversation is opened. */
const MAX_LISTED = 500;

/** A conversation of any kind, and the user whose drafts in it are read or changed. */
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
 * Unsent texts of users in conversations of any kind. Drafts are private to their user and are not in the log. The
 * caller checks whether the user may see the conversation.
 */
export class KeptDrafts {
  constructor(
    private readonly database: Database,
    private readonly keys: SubjectKeys,
  ) {}

  /**
   * Saves a draft, or deletes it if the text is empty. Saving the same version twice is a no-op.
   * @param subject contact or user whose key encrypts the draft, so that their erasure erases it
   * @throws NotFound if the subject is erased
   * @throws Rejected `draft_changed` if the user has saved another version in another window
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
   * Deletes a sent draft unless it has a newer version, and notifies the windows of its user.
   * @param versions versions of the draft that was sent, and of the drafts on which it was based
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

  /** Deletes all drafts that are encrypted with the key of an erased subject. */
  async forget(customerId: string, subject: string): Promise<void> {
    await this.database.query('delete from parley.draft where customer_id = $1 and contact_id = $2', [
      customerId,
      subject,
    ]);
  }

  /**
   * Deletes all drafts in a deleted conversation.
   * @param before ISO time; only drafts that were saved earlier are deleted, null for all
   */
  async forgetChat(customerId: string, chatId: string, before: string | null = null): Promise<void> {
    await this.database.query(
      `delete from parley.draft where customer_id = $1 and conversation_id = $2
          and ($3::timestamptz is null or saved_at < $3)`,
      [customerId, chatId, before],
    );
  }

  /**
   * @returns the user's drafts, newest first
   * @param visible SQL: the table to which draft `d` is joined, and the condition under which its user may see the
   * conversation
   * @param values values of the parameters in `visible`
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
        order by d.saved_at desc limit ${MAX_LISTED}`,
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

/**
 * @returns the `place` for `sealText` and `openText`. For a reply it does not contain the kind, since replies were
 * encrypted like this before notes had drafts.
 */
function sealedFor(userId: string, chatId: string, kind: DraftKind): string {
  return kind === 'reply' ? `draft/${userId}/${chatId}` : `draft/${userId}/${chatId}/${kind}`;
}
