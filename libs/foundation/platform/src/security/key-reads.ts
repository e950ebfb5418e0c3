import type { Sql } from '../database/database';
import { SharedReads } from '../database/shared-reads';
import { subjectName, type Subject } from './keys';

/** Maximum number of keys per statement, unless a single request has more. */
const BATCH = 500;

/**
 * Combines concurrent reads of sealed keys into shared statements: code that reads the streams of many people
 * requests the key of each person separately.
 */
export class KeyReads {
  private readonly reads: SharedReads<Subject[], Map<string, Buffer | null>>;

  constructor(private readonly database: Sql) {
    this.reads = new SharedReads((asked) => this.readAll(asked), {
      most: BATCH,
      sizeOf: (subjects) => subjects.length,
    });
  }

  /** @returns sealed keys by `subjectName`, null for an erased subject; subjects without a row are absent */
  read(subjects: Subject[]): Promise<Map<string, Buffer | null>> {
    return this.reads.read(subjects);
  }

  private async readAll(asked: Subject[][]): Promise<Map<string, Buffer | null>[]> {
    const all = asked.flat();
    const { rows } = await this.database.query<Subject & { sealedKey: Buffer | null }>(
      `select customer_id as "customerId", subject, sealed_key as "sealedKey"
         from parley.subject_key
         join (select distinct * from unnest($1::text[], $2::text[])) as wanted (customer_id, subject)
        using (customer_id, subject)`,
      [all.map(({ customerId }) => customerId), all.map(({ subject }) => subject)],
    );
    const found = new Map(rows.map((row) => [subjectName(row), row.sealedKey]));
    return asked.map((subjects) => ofThese(subjects, found));
  }
}

function ofThese(subjects: Subject[], found: ReadonlyMap<string, Buffer | null>): Map<string, Buffer | null> {
  const theirs = new Map<string, Buffer | null>();
  for (const subject of subjects) {
    const key = found.get(subjectName(subject));
    if (key !== undefined) theirs.set(subjectName(subject), key);
  }
  return theirs;
}
