import { CodedError } from '@parley/contracts/api/coded-error';
import type { DraftKind } from '@parley/contracts/api/drafts';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Database } from '@parley/platform/database/database';
import { newsParameters } from '@parley/realtime/news';
import type { KeptDrafts } from './kept-drafts';

/** A send that stopped half-way for longer than this does not go on by itself. */
const UNDER_WAY_MS = 10_000;
/** A window that was left open for longer shows other words by now. */
const KEPT = `interval '7 days'`;

interface Whose {
  userId: string;
  chatId: string;
  kind: DraftKind;
}

/** One revision of what somebody typed in a conversation, in whichever of their windows. */
interface Revision extends Whose {
  version: string;
}

/** What a request to send says of the draft that it was. */
interface DraftOf {
  idempotencyKey: string;
  /** The revision that these words are; left out: they are none that was saved. */
  draftVersion?: string;
  /** The revision that they followed on from. */
  draftSeen?: string;
}

/** Which send each revision of a draft became: the same words in two windows are sent from one of them. */
export class SentDrafts {
  constructor(
    private readonly database: Database,
    private readonly drafts: KeptDrafts,
  ) {}

  /**
   * Sends words that may be a draft, by `work`, and forgets the draft in all windows. Under the same key they may be
   * sent again.
   * @param isSent whether what was asked for under a key is there
   * @throws Rejected `draft_already_sent` where another send has this revision, and whatever `work` throws
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
      // What fails in another way may have been done all the same.
      if (error instanceof CodedError && !(await isSent(key))) await this.giveBack(revision, key, draft);
      throw error;
    }
  }

  /**
   * Gives a revision to one send, forgets its draft and tells the windows of whom it was, in one statement: its words
   * are in the outbox of the window that sends them.
   * @returns the draft, sealed, as it is put back should the send be refused
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
    // The window that took it may have been closed before its words were queued.
    const isLeft = age > UNDER_WAY_MS && !(await isSent(holder));
    if (!isLeft || !(await this.takeOver(revision, holder, key))) throw new Rejected('draft_already_sent');
    return draft;
  }

  /** The send was refused: its words are a draft again, and may be sent from any window. */
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
