export interface Subject {
  customerId: string;
  /** A contact's or user's id. */
  subject: string;
}

/**
 * @returns the map key of a subject in the result of `forOpening`; the same id in two organisations means two
 * subjects
 */
export function subjectName({ customerId, subject }: Subject): string {
  return `${customerId}/${subject}`;
}

/** Keys of subjects (contacts, users): erasing a key makes the person's data in the log permanently unreadable. */
export abstract class SubjectKeys {
  /**
   * Returns the subject's key and creates it at first use.
   * @returns null if the subject was erased
   */
  abstract forSealing(customerId: string, subject: string): Promise<Buffer | null>;
  /** Creates the keys of several new subjects, so that `forSealing` finds them. */
  async forMany(subjects: Subject[]): Promise<void> {
    for (const { customerId, subject } of subjects) await this.forSealing(customerId, subject);
  }

  /**
   * @returns the keys for decryption, by `subjectName`; null for an erased subject
   * @throws MissingKey if a key is missing without an erasure: to continue would lose data silently
   */
  abstract forOpening(subjects: Subject[]): Promise<Map<string, Buffer | null>>;
  /** Deletes the subject's key permanently and leaves a tombstone. Repeating it is a no-op. */
  abstract erase(customerId: string, subject: string): Promise<void>;
}

/** The key of a subject that was never erased is missing. */
export class MissingKey extends Error {}

/** An encrypted secret, which `open` decrypts. */
export interface SealedSecret {
  open(): string;
}

/** Tokens and webhook secrets, encrypted in a table of their own. The owner is the id of a channel or webhook. */
export abstract class Secrets {
  abstract put(customerId: string, owner: string, name: string, value: string): Promise<void>;
  abstract find(customerId: string, owner: string, name: string): Promise<SealedSecret | null>;
  abstract remove(customerId: string, owner: string, name: string): Promise<void>;
  /**
   * Replaces a value atomically if it is still `from`.
   * @returns false if the value is different, in which case it stays unchanged
   */
  abstract replace(
    place: { customerId: string; owner: string; name: string },
    values: { from: string; to: string },
  ): Promise<boolean>;

  async get(customerId: string, owner: string, name: string): Promise<string | null> {
    return (await this.find(customerId, owner, name))?.open() ?? null;
  }
}
