import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { Personal, RecordedEvent } from '@parley/contracts/events';
import { isConnectionError } from '@parley/platform/database/database';
import { MissingKey, subjectName, type Subject, type SubjectKeys } from '@parley/platform/security/keys';
import { EventStore, type EventBatch, type ExpectedVersion, type NewEvent } from './event-store';
import type { LogAudit } from './log-audit';
import { requireStorable } from './storable';

const PREFIX = 'v1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Number of events of a stream whose keys are fetched with one query. */
const CHUNK = 200;
const CACHED_KEYS = 10_000;
/** Time in ms for which this process caches a key, and so may not notice an erasure by another process. */
const CACHED_MS = 60_000;

/**
 * Encrypts personal data when it is appended and decrypts it when it is read (AES-256-GCM, a key per subject). The
 * data of an erased subject reads as null. Subscriptions deliver events that cannot be decrypted with a `fault`.
 */
export class SealedEventStore extends EventStore {
  private readonly cache = new Map<string, { key: Buffer | null; until: number }>();

  constructor(
    private readonly store: EventStore,
    private readonly keys: SubjectKeys,
  ) {
    super();
  }

  get engineId(): string {
    return this.store.engineId;
  }

  get audit(): LogAudit {
    return this.store.audit;
  }

  async append(
    stream: string,
    events: NewEvent[],
    options: { expected: ExpectedVersion; customerId: string },
  ): Promise<{ version: number; position: string }> {
    return this.store.append(stream, await this.sealed(stream, events), options);
  }

  /** Encrypts events for code that appends them by other means. */
  async sealed(stream: string, events: NewEvent[]): Promise<NewEvent[]> {
    // Checked before encryption, since encrypted values can no longer be checked.
    requireStorable(stream, events);
    return Promise.all(events.map((event) => this.seal(stream, event)));
  }

  async *readStream(
    stream: string,
    options: { customerId: string; from?: number; max?: number },
  ): AsyncIterable<RecordedEvent> {
    let chunk: RecordedEvent[] = [];
    for await (const event of this.store.readStream(stream, options)) {
      chunk.push(event);
      if (chunk.length < CHUNK) continue;
      yield* await this.open(chunk);
      chunk = [];
    }
    yield* await this.open(chunk);
  }

  async *subscribeAll(options: {
    after?: string;
    prefixes: string[];
    except?: readonly string[];
    signal: AbortSignal;
    batchSize?: number;
  }): AsyncIterable<EventBatch> {
    for await (const batch of this.store.subscribeAll(options)) {
      yield { ...batch, events: await this.opened(batch.events) };
    }
  }

  override aboutBetween(from: string, to: string): number {
    return this.store.aboutBetween(from, to);
  }

  override movedSince(...args: Parameters<EventStore['movedSince']>): Promise<Set<string>> {
    return this.store.movedSince(...args);
  }

  async head(): Promise<string | null> {
    return this.store.head();
  }

  private async seal(stream: string, event: NewEvent): Promise<NewEvent> {
    const { data } = event;
    if (!hasPersonal(data) || data.personal === null) return event;
    const subject = { customerId: event.customerId, subject: data.subject };
    const name = subjectName(subject);
    const key =
      this.cached(name) ??
      this.remember(name, await this.keys.forSealing(subject.customerId, subject.subject));
    const personal = key && seal(JSON.stringify(data.personal), key, place(stream, event.id, subject));
    return { ...event, data: { ...data, personal } };
  }

  /** Decrypts events; those that cannot be decrypted get a `fault`. */
  private async opened(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    try {
      return await this.open(events);
    } catch (error) {
      const [first] = events;
      // The error is about the connection to the keys, not about an event.
      if (!first || isConnectionError(error)) throw error;
      if (events.length === 1) {
        return [{ ...first, fault: error instanceof Error ? error : new Error(String(error)) }];
      }
      const middle = events.length >> 1;
      const before = await this.opened(events.slice(0, middle));
      return [...before, ...(await this.opened(events.slice(middle)))];
    }
  }

  /** @throws MissingKey if a key is missing although its subject was not erased */
  private async open(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const keys = await this.keysOf(events);
    return events.map((event) => {
      const { data, customerId } = event;
      if (!hasPersonal(data) || !isSealed(data.personal)) return event;
      const subject = { customerId, subject: data.subject };
      const key = keys.get(subjectName(subject));
      if (key === undefined)
        throw new MissingKey(`The key of ${data.subject} is gone, yet it was not erased.`);
      const personal: unknown =
        key && JSON.parse(open(data.personal, key, place(event.stream, event.id, subject)));
      return { ...event, data: { ...data, personal } };
    });
  }

  private async keysOf(events: RecordedEvent[]): Promise<Map<string, Buffer | null>> {
    const keys = new Map<string, Buffer | null>();
    const unknown = new Map<string, Subject>();
    for (const { data, customerId } of events) {
      if (!hasPersonal(data) || !isSealed(data.personal)) continue;
      const subject = { customerId, subject: data.subject };
      const name = subjectName(subject);
      const cached = this.cached(name);
      if (cached === undefined) unknown.set(name, subject);
      else keys.set(name, cached);
    }
    if (unknown.size === 0) return keys;
    for (const [name, key] of await this.keys.forOpening([...unknown.values()])) {
      keys.set(name, this.remember(name, key));
    }
    return keys;
  }

  /** The cached key. Undefined if the key has to be fetched; null for an erased subject. */
  private cached(name: string): Buffer | null | undefined {
    const entry = this.cache.get(name);
    return entry && entry.until > Date.now() ? entry.key : undefined;
  }

  private remember(name: string, key: Buffer | null): Buffer | null {
    this.cache.delete(name);
    this.cache.set(name, { key, until: Date.now() + CACHED_MS });
    if (this.cache.size > CACHED_KEYS) {
      const [oldest] = this.cache.keys();
      if (oldest !== undefined) this.cache.delete(oldest);
    }
    return key;
  }
}

function hasPersonal(data: unknown): data is Personal<unknown> {
  return (
    typeof data === 'object' &&
    data !== null &&
    'personal' in data &&
    'subject' in data &&
    typeof data.subject === 'string'
  );
}

function isSealed(personal: unknown): personal is string {
  return typeof personal === 'string' && personal.startsWith(PREFIX);
}

/** The context to which an encrypted value is bound: the value cannot be decrypted in another event. */
function place(stream: string, eventId: string, subject: Subject): Buffer {
  return Buffer.from(JSON.stringify([stream, eventId, subject.customerId, subject.subject]));
}

function seal(text: string, key: Buffer, aad: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(aad);
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return PREFIX + sealed.toString('base64url');
}

function open(personal: string, key: Buffer, aad: Buffer): string {
  const sealed = Buffer.from(personal.slice(PREFIX.length), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(aad).setAuthTag(sealed.subarray(-TAG_BYTES));
  return (
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  );
}
