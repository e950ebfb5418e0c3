import { CodedError } from '@parley/contracts/api/coded-error';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Database } from '@parley/platform/database/database';
import { newsParameters } from '@parley/realtime/news';
import type { KeptDrafts } from './kept-drafts';

/** Time in ms after which a send whose message does not exist no longer prevents another send of the draft. */
const UNDER_WAY_MS = 10_000;
/** Time for which sent versions of drafts are remembered; no window shows a draft that was sent longer ago. */
const KEPT = `interval '7 days'`;

interface Whose {
  userId: string;
  chatId: string;
  kind: DraftKind;
}

/** A version of a user's draft in a conversation, in any of the user's windows. */
interface Revision extends Whose {
  version: string;
}

/** Fields of a request to send that identify the draft. */
interface DraftOf {
  idempotencyKey: string;
  /** Version of the draft that is sent; undefined if the text was not saved as a draft. */
  draftVersion?: string;
  /** Version of the draft on which the text is based. */
  draftSeen?: string;
}

/**
 * Records which send used each version of a draft, so that a draft that is open in two windows is sent from one only.
 */
export class SentDrafts {
  constructor(
    private readonly database: Database,
    private readonly drafts: KeptDrafts,
  ) {}

  /**
   * Calls `work` to send a text, which may be a draft, and deletes the draft in all windows. A retry with the same
   * key is allowed.
   * @param isSent whether the message of a key exists
   * @throws Rejected `draft_already_sent` if another send has this version, and the error of `work`
   */
  async sendOnce<T>(
    whose: Whose,
    { idempotencyKey: key, draftVersion: version, draftSeen }: DraftOf,
    isSent: (key: string) => Promise<boolean>,
    work: () => Promise<T>,
  ): Promise<T> {
    if (version === undefined) {
      const done = await work();
      if (draftSeen !== undefined) await this.drafts.sent(whose, whose.kind, [draftSeen]);
      return done;
    }
    const revision = { ...whose, version };
    const draft = await this.take(revision, key, isSent);
    try {
      return await work();
    } catch (error) {
      // After any other error the message may exist all the same, so the version stays with this send.
      if (error instanceof CodedError && !(await isSent(key))) await this.giveBack(revision, key, draft);
      throw error;
    }
  }

  /**
   * Assigns a version to one send, deletes its draft and notifies the windows of its user, in one statement. The
   * draft can be deleted before the send, since the sending window keeps the text in its outbox.
   * @returns the encrypted draft, to restore it if the send is refused; null if there was none
   */
  private async take(
    revision: Revision,
    key: string,
    isSent: (key: string) => Promise<boolean>,
  ): Promise<string | null> {
    const { userId, version, ...of } = revision;
    const payload = { ...of, versions: [version] };
    const { rows } = await this.database.query<{ holder: string; age_ms: number; draft: string | null }>(
      `with old as (delete from parley.sent_draft where user_id = $1 and taken_at < now() - ${KEPT}),
            gone as (
              delete from parley.draft d where user_id = $1 and conversation_id = $2 and kind = $3 and version = $4
              returning to_jsonb(d)::text as draft)
       insert into parley.sent_draft as s (user_id, conversation_id, kind, version, send_key)
       values ($1, $2, $3, $4, $5)
       on conflict (user_id, conversation_id, kind, version) do update set send_key = s.send_key
       returning send_key as holder, extract(epoch from clock_timestamp() - taken_at)::float8 * 1000 as age_ms,
                 (select draft from gone), (select count(pg_notify($6, piece)) from unnest($7::text[]) piece)`,
      [
        ...valuesOf(revision),
        key,
        ...newsParameters(this.database.notices, { to: { userId }, topic: 'sentDraft', payload }),
      ],
    );
    const { holder, age_ms: age, draft } = rows[0]!;
    if (holder === key) return draft;
    // The window of the other send may have been closed before its message was queued.
    const isLeft = age > UNDER_WAY_MS && !(await isSent(holder));
    if (!isLeft || !(await this.takeOver(revision, holder, key))) throw new Rejected('draft_already_sent');
    return draft;
  }

  /** Restores the draft after a refused send, so that any window can send it. */
  private async giveBack(revision: Revision, key: string, draft: string | null): Promise<void> {
    await this.database.query(
      `with freed as (
         delete from parley.sent_draft
          where user_id = $1 and conversation_id = $2 and kind = $3 and version = $4 and send_key = $5)
       insert into parley.draft select * from jsonb_populate_record(null::parley.draft, $6::jsonb)
        where $6 is not null on conflict do nothing`,
      [...valuesOf(revision), key, draft],
    );
  }

  private async takeOver(revision: Revision, holder: string, key: string): Promise<boolean> {
    const { rowCount } = await this.database.query(
      `update parley.sent_draft set send_key = $6, taken_at = now()
        where user_id = $1 and conversation_id = $2 and kind = $3 and version = $4 and send_key = $5`,
      [...valuesOf(revision), holder, key],
    );
    return rowCount === 1;
  }
}

function valuesOf({ userId, chatId, kind, version }: Revision): string[] {
  return [userId, chatId, kind, version];
}
