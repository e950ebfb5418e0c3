import { randomBytes } from 'node:crypto';
import { MissingKey, SubjectKeys, subjectName, type Subject } from '@parley/platform/security/keys';

/** Keys of subjects in memory. */
export class InMemorySubjectKeys extends SubjectKeys {
  private readonly keys = new Map<string, Buffer | null>();

  forSealing(customerId: string, subject: string): Promise<Buffer | null> {
    const name = subjectName({ customerId, subject });
    const key = this.keys.has(name) ? this.keys.get(name) : randomBytes(32);
    this.keys.set(name, key ?? null);
    return Promise.resolve(key ?? null);
  }

  forOpening(subjects: Subject[]): Promise<Map<string, Buffer | null>> {
    const found = new Map<string, Buffer | null>();
    for (const name of subjects.map(subjectName)) {
      const key = this.keys.get(name);
      if (key === undefined) return Promise.reject(new MissingKey(`The key of ${name} is gone.`));
      found.set(name, key);
    }
    return Promise.resolve(found);
  }

  /** Erases a subject: replaces its key by a tombstone. */
  erase(customerId: string, subject: string): Promise<void> {
    this.keys.set(subjectName({ customerId, subject }), null);
    return Promise.resolve();
  }

  /** Removes a key without leaving a tombstone, as a loss of data would. An erasure always leaves one. */
  lose(customerId: string, subject: string): void {
    this.keys.delete(subjectName({ customerId, subject }));
  }
}
