import type { Sql } from '../database/database';
import { subjectName, type Subject } from './keys';

/** Keys that one statement reads at most, unless one asks for more. */
const BATCH = 500;
/** Statements under way at once: what is asked for meanwhile shares the next one. */
const LANES = 2;

interface Pending {
  subjects: Subject[];
  resolve: (found: Map<string, Buffer | null>) => void;
  reject: (error: unknown) => void;
}

/** Reads sealed keys for many who ask at once: whoever reads streams of many people asks for each alone. */
export class KeyReads {
  private readonly queue: Pending[] = [];
  private busy = 0;

  constructor(private readonly database: Sql) {}

  /** Sealed keys by `subjectName`, null for the erased; subjects without a row are left out. */
  read(subjects: Subject[]): Promise<Map<string, Buffer | null>> {
    return new Promise((resolve, reject) => {
      this.queue.push({ subjects, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    while (this.busy < LANES && this.queue.length > 0) {
      this.busy++;
      void this.run(this.takeBatch()).finally(() => {
        this.busy--;
        this.next();
      });
    }
  }

  private takeBatch(): Pending[] {
    let [count, subjects] = [0, 0];
    for (const pending of this.queue) {
      if (count > 0 && subjects + pending.subjects.length > BATCH) break;
      count++;
      subjects += pending.subjects.length;
    }
    return this.queue.splice(0, count);
  }

  private async run(batch: Pending[]): Promise<void> {
    try {
      const all = batch.flatMap(({ subjects }) => subjects);
      const { rows } = await this.database.query<Subject & { sealedKey: Buffer | null }>(
        `select customer_id as "customerId", subject, sealed_key as "sealedKey"
           from parley.subject_key
           join (select distinct * from unnest($1::text[], $2::text[])) as wanted (customer_id, subject)
          using (customer_id, subject)`,
        [all.map(({ customerId }) => customerId), all.map(({ subject }) => subject)],
      );
      const found = new Map(rows.map((row) => [subjectName(row), row.sealedKey]));
      for (const { subjects, resolve } of batch) resolve(ofThese(subjects, found));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
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
