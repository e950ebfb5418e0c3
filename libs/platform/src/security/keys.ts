/** Keys of subjects (contacts, users): what makes an erased person's facts unreadable for good. */
export abstract class SubjectKeys {
  /** The subject's key, made at first use. Null once the subject was erased. */
  abstract forSealing(customerId: string, subject: string): Promise<Buffer | null>;
  /**
   * Keys for reading. An erased subject maps to null.
   * @throws MissingKey for a key that is gone without having been erased: reading on would lose data silently.
   */
  abstract forOpening(
    subjects: { customerId: string; subject: string }[],
  ): Promise<Map<string, Buffer | null>>;
}

export class MissingKey extends Error {}

/** Tokens and hook secrets, sealed in a table of their own. Owner is a channel's or webhook's id. */
export abstract class Secrets {
  abstract put(customerId: string, owner: string, name: string, value: string): Promise<void>;
  abstract get(customerId: string, owner: string, name: string): Promise<string | null>;
}
