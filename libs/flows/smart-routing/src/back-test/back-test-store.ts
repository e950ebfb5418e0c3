import { Injectable } from '@nestjs/common';
import {
  backTestOutcomes,
  type BackTestOutcome,
  type BackTestResponse,
  type RouteWish,
} from '@parley/contracts/api/route-back-tests';
import type { RouteHit } from '@parley/contracts/events';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';

const ROWS_PER_PAGE = 50;

/** The result for one message: the actions of the tested rules, and those of the rules at the time of the message. */
export interface TestedRow {
  /** Index of the message among all messages of the test, in log order. */
  place: number;
  outcome: BackTestOutcome;
  messageId: string;
  conversationId: string;
  hits: RouteHit[];
  wishedThen: RouteWish[] | null;
  wishedNow: RouteWish[] | null;
  wasByHand: boolean;
}

/** Results for a range of messages. */
export interface TestedPiece {
  /** Index of the first message. */
  place: number;
  tested: number;
  skipped: number;
  rows: TestedRow[];
}

type StoredRow = TestedRow & { contactName: string | null };

/** Stores results in parley.back_test_part and parley.back_test_row. They are deleted together with their job. */
@Injectable()
export class BackTestStore {
  constructor(private readonly database: Database) {}

  /** Saves a range's results in place of those of an earlier try, so that saving can be repeated after a crash. */
  async save(jobId: string, { place, tested, skipped, rows }: TestedPiece): Promise<void> {
    const counts = Object.fromEntries(
      backTestOutcomes.map((outcome) => [outcome, rows.filter((row) => row.outcome === outcome).length]),
    );
    await this.database.transaction(async (tx) => {
      const { rows: before } = await tx.query(
        `insert into parley.back_test_part as p (job_id, place, tested, skipped, counts) values ($1, $2, $3, $4, $5)
         on conflict (job_id, place) do update
            set tested = excluded.tested, skipped = excluded.skipped, counts = excluded.counts
         returning xmax <> 0 as "isAgain"`,
        [jobId, place, tested, skipped, counts],
      );
      if ((before[0] as { isAgain: boolean }).isAgain)
        await tx.query(
          `delete from parley.back_test_row where job_id = $1 and place >= $2
              and place < coalesce((select min(place) from parley.back_test_part where job_id = $1 and place > $2), $3)`,
          [jobId, place, 2 ** 31 - 1],
        );
      if (rows.length > 0)
        await tx.query(
          `insert into parley.back_test_row
             (job_id, place, outcome, message_id, conversation_id, hits, wished_then, wished_now, was_by_hand)
           select $1, place, outcome, "messageId", "conversationId", hits, nullif("wishedThen", 'null'),
                  nullif("wishedNow", 'null'), "wasByHand"
             from jsonb_to_recordset($2) as tested (place int, outcome text, "messageId" uuid, "conversationId" uuid,
                  hits jsonb, "wishedThen" jsonb, "wishedNow" jsonb, "wasByHand" boolean)`,
          [jobId, JSON.stringify(rows)],
        );
    });
  }

  async counts(jobId: string): Promise<Pick<BackTestResponse, 'tested' | 'skipped' | 'counts'>> {
    const sum = (outcome: BackTestOutcome) =>
      `'${outcome}', coalesce(sum((counts ->> '${outcome}')::int), 0)`;
    const { rows } = await this.database.query<Pick<BackTestResponse, 'tested' | 'skipped' | 'counts'>>(
      `select coalesce(sum(tested), 0)::int as tested, coalesce(sum(skipped), 0)::int as skipped,
              jsonb_build_object(${backTestOutcomes.map(sum).join(', ')}) as counts
         from parley.back_test_part where job_id = $1`,
      [jobId],
    );
    return rows[0]!;
  }

  /** @returns a page of rows with this outcome, only of conversations that the viewer may see at present */
  async rows(
    viewer: Viewer,
    jobId: string,
    { outcome, from }: { outcome: BackTestOutcome; from: number },
  ): Promise<{ page: StoredRow[]; next: number | null }> {
    const values: unknown[] = [jobId, outcome, from];
    const { rows } = await this.database.query<StoredRow>(
      `select r.place, r.outcome, r.message_id as "messageId", r.conversation_id as "conversationId", r.hits,
              r.wished_then as "wishedThen", r.wished_now as "wishedNow", r.was_by_hand as "wasByHand",
              nullif(coalesce(k.name, k.phone, k.email, k.username), '') as "contactName"
         from parley.back_test_row r join inbox.conversation c on c.id = r.conversation_id
         left join inbox.contact k on k.id = c.contact_id
        where r.job_id = $1 and r.outcome = $2 and r.place >= $3 and ${visibleSql(viewer, 'c', values)}
        order by r.place limit ${ROWS_PER_PAGE + 1}`,
      values,
    );
    const page = rows.slice(0, ROWS_PER_PAGE);
    return { page, next: rows[ROWS_PER_PAGE]?.place ?? null };
  }
}
