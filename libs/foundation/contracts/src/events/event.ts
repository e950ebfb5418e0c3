/**
 * Who caused an event. Contacts act through a channel; `integration` names the API key that a program used; `system` names
 * the part of the product that acted.
 */
export interface Actor {
  type: 'user' | 'contact' | 'integration' | 'system';
  id: string;
}

/** A fact as domain code sees it: a past-tense name and what is known about it. */
export interface Fact<Type extends string = string, Data = unknown> {
  type: Type;
  data: Data;
}

/**
 * Data with personal fields. `personal` is sealed at rest with the key of `subject` (a contact's or user's id)
 * and reads as `null` once that subject was erased: everything that folds events copes with that.
 */
export interface Personal<P> {
  subject: string;
  personal: P | null;
}

/** What every event carries beside its data. Times are ISO 8601 UTC. */
export interface EventMetadata {
  customerId: string;
  actor: Actor;
  /** The same for everything that one request or one webhook caused. */
  correlationId: string;
  /** The id of the command, event or bus message that caused this event. */
  causationId: string;
  /** The address of the person who acted, where a person did. */
  ip?: string;
  /** When it was decided: the command's `now`. */
  time: string;
}

/** A fact as the event log holds it. */
export interface RecordedEvent<E extends Fact = Fact> extends EventMetadata {
  id: string;
  stream: string;
  /** Zero for the first event of its stream. */
  version: number;
  /** Fixed-width; its text order is log order. */
  position: string;
  schemaVersion: number;
  type: E['type'];
  data: E['data'];
  /**
   * Why it cannot be read, of an event that a subscription brings all the same: its data is as it is stored then, and means
   * nothing. Whoever follows the log goes on without it, rather than stand still for everybody.
   */
  fault?: Error;
}
