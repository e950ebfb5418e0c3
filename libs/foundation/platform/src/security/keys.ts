export interface Subject {
  customerId: string;
  /** A contact's or user's id. */
  subject: string;
}

/** What `forOpening` names a subject's key by: the same id under two customers is two subjects. */
export function subjectName({ customerId, subject }: Subject): string {
  return `${customerId}/${subject}`;
}

/** Keys of subjects (contacts, users): what makes an erased person's facts unreadable for good. */
export abstract class SubjectKeys {
  /** The subject's key, made at first use. Null once the subject was erased. */
  abstract forSealing(customerId: string, subject: string): Promise<Buffer | null>;
  /** Makes the keys of many who are new, so that `forSealing` finds them. */
  async forMany(subjects: Subject[]): Promise<void> {
    for (const { customerId, subject } of subjects) await this.forSealing(customerId, subject);
  }

  /**
   * Keys for reading, by `subjectName`. An erased subject maps to null.
   * @throws MissingKey for a key that is gone without having been erased: reading on would lose data silently.
   */
  abstract forOpening(subjects: Subject[]): Promise<Map<string, Buffer | null>>;
  /** Deletes the subject's key for good and leaves a tombstone. Twice is once. */
  abstract erase(customerId: string, subject: string): Promise<void>;
}

/** The key of a subject that was never erased is gone. */
export class MissingKey extends Error {}

/** A secret as it is kept: only whoever opens it has its words. */
export interface SealedSecret {
  open(): string;
}

/** Tokens and hook secrets, sealed in a table of their own. Owner is a channel's or webhook's id. */
export abstract class Secrets {
  abstract put(customerId: string, owner: string, name: string, value: string): Promise<void>;
  abstract find(customerId: string, owner: string, name: string): Promise<SealedSecret | null>;
  abstract remove(customerId: string, owner: string, name: string): Promise<void>;
  /**
   * Puts a value in the place of a known one, in one step.
   * @returns false where another has been put there since: that one stays
   */
  abstract replace(
    place: { customerId: string; owner: string; name: string },
    values: { from: string; to: string },
  ): Promise<boolean>;

  async get(customerId: string, owner: string, name: string): Promise<string | null> {
    return (await this.find(customerId, owner, name))?.open() ?? null;
  }
}
