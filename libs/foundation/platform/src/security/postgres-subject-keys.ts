import { randomBytes } from 'node:crypto';
import type { Sql } from '../database/database';
import { KeyReads } from './key-reads';
import { MissingKey, SubjectKeys, subjectName, type Subject } from './keys';
import type { MasterKey } from './master-key';
import { open, seal } from './sealing';

/** Maximum number of cached keys, at some 100 bytes each. */
const CACHED = 20_000;
/** Time in ms after which a cached key is read again, and an erasure in another process takes effect. */
const CACHED_MS = 60_000;

interface Cached {
  key: Buffer | null;
  until: number;
}

/** Keys of subjects in a table, each encrypted with the master key. */
export class PostgresSubjectKeys extends SubjectKeys {
  private readonly wrappingKey: Buffer;
  private readonly cache = new Map<string, Cached>();
  private readonly reads: KeyReads;
  /** Number of erasures in this process; a key is not cached if an erasure has taken place since its read began. */
  private erasures = 0;

  constructor(
    private readonly database: Sql,
    masterKey: MasterKey,
    private readonly now: () => number = Date.now,
  ) {
    super();
    this.wrappingKey = masterKey.purpose('subject-keys');
    this.reads = new KeyReads(database);
  }

  async forSealing(customerId: string, subject: string): Promise<Buffer | null> {
    const who = { customerId, subject };
    const known = this.remembered(who);
    if (known !== undefined) return known;
    const fresh = randomBytes(32);
    const name = subjectName(who);
    const erasuresBefore = this.erasures;
    // If several processes create the key at once, all use the one that was stored first.
    const { rows } = await this.database.query<{ sealedKey: Buffer | null }>(
      `with known as (select sealed_key from parley.subject_key where customer_id = $1 and subject = $2),
            made as (
              insert into parley.subject_key (customer_id, subject, sealed_key)
              select $1, $2, $3::bytea where not exists (select from known)
              on conflict do nothing returning sealed_key)
       select sealed_key as "sealedKey" from known union all select sealed_key from made`,
      [customerId, subject, seal(this.wrappingKey, fresh, name)],
    );
    const [row] = rows;
    // Another process stored a key at the same moment.
    if (!row) return (await this.load([who])).get(name) ?? null;
    const key = row.sealedKey && open(this.wrappingKey, row.sealedKey, name);
    if (this.erasures === erasuresBefore) this.remember(name, key);
    return key;
  }

  override async forMany(subjects: Subject[]): Promise<void> {
    const made = subjects.map((who) => ({ ...who, key: randomBytes(32) }));
    const sealed = made.map(({ key, ...who }) => seal(this.wrappingKey, key, subjectName(who)));
    const erasuresBefore = this.erasures;
    const { rows } = await this.database.query<Subject>(
      `insert into parley.subject_key (customer_id, subject, sealed_key)
       select * from unnest($1::text[], $2::text[], $3::bytea[]) on conflict do nothing
       returning customer_id as "customerId", subject`,
      [made.map(({ customerId }) => customerId), made.map(({ subject }) => subject), sealed],
    );
    if (this.erasures !== erasuresBefore) return;
    const stored = new Set(rows.map(subjectName));
    for (const { key, ...who } of made)
      if (stored.has(subjectName(who))) this.remember(subjectName(who), key);
  }

  async forOpening(subjects: Subject[]): Promise<Map<string, Buffer | null>> {
    const keys = new Map<string, Buffer | null>();
    const unknown = new Map<string, Subject>();
    for (const subject of subjects) {
      const known = this.remembered(subject);
      if (known === undefined) unknown.set(subjectName(subject), subject);
      else keys.set(subjectName(subject), known);
    }
    if (unknown.size === 0) return keys;
    const found = await this.load([...unknown.values()]);
    for (const name of unknown.keys()) {
      const key = found.get(name);
      if (key === undefined)
        throw new MissingKey(`The key of subject ${name} is gone, but it was not erased.`);
      keys.set(name, key);
    }
    return keys;
  }

  /**
   * Deletes the subject's key permanently, so that data encrypted with it stays unreadable. Repeating it is a no-op.
   */
  async erase(customerId: string, subject: string): Promise<void> {
    await this.database.query(
      `insert into parley.subject_key as k (customer_id, subject, erased_at) values ($1, $2, now())
       on conflict (customer_id, subject) do update
       set sealed_key = null, erased_at = coalesce(k.erased_at, excluded.erased_at)`,
      [customerId, subject],
    );
    this.erasures++;
    this.cache.delete(subjectName({ customerId, subject }));
  }

  /** @returns keys by `subjectName`; subjects without a row are absent */
  private async load(subjects: Subject[]): Promise<Map<string, Buffer | null>> {
    const erasuresBefore = this.erasures;
    const keys = new Map<string, Buffer | null>();
    for (const [name, sealed] of await this.reads.read(subjects)) {
      const key = sealed && open(this.wrappingKey, sealed, name);
      keys.set(name, key);
      if (this.erasures === erasuresBefore) this.remember(name, key);
    }
    return keys;
  }

  private remembered(subject: Subject): Buffer | null | undefined {
    const cached = this.cache.get(subjectName(subject));
    return cached && cached.until > this.now() ? cached.key : undefined;
  }

  private remember(name: string, key: Buffer | null): void {
    this.cache.delete(name);
    this.cache.set(name, { key, until: this.now() + CACHED_MS });
    const oldest = this.cache.keys().next();
    if (this.cache.size > CACHED && !oldest.done) this.cache.delete(oldest.value);
  }
}
