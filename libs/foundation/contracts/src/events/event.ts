/**
 * The cause of an event. Contacts act through a channel; `integration` names the API key that a program used;
 * `system` names the part
 * of the product that acted.
 */
export interface Actor {
  type: 'user' | 'contact' | 'integration' | 'system';
  id: string;
}

/** An event before it is recorded: a name in the past tense and its data. */
export interface Fact<Type extends string = string, Data = unknown> {
  type: Type;
  data: Data;
}

/**
 * Data with personal fields. `personal` is encrypted at rest with the subject key of `subject`, the id of a contact
 * or user. After
 * that subject's erasure `personal` is null, so everything that folds events must accept null.
 */
export interface Personal<P> {
  subject: string;
  personal: P | null;
}

/** Fields that every event has in addition to its data. */
export interface EventMetadata {
  customerId: string;
  actor: Actor;
  /** The same for everything that one request or one webhook caused. */
  correlationId: string;
  /** The id of the command, event or bus message that caused this event. */
  causationId: string;
  /** IP address of the person who acted; absent if no person acted. */
  ip?: string;
  /** Time of the decision, the command's `now`. ISO 8601 UTC. */
  time: string;
}

/** An event as the log stores it. */
export interface RecordedEvent<E extends Fact = Fact> extends EventMetadata {
  id: string;
  stream: string;
  /** Number of the event in its stream; 0 for the first. */
  version: number;
  /** Place in the whole log, of fixed width: sorting positions as text gives the order of the log. */
  position: string;
  schemaVersion: number;
  type: E['type'];
  data: E['data'];
  /**
   * The error if the event cannot be read. Some subscriptions deliver such an event instead of stopping at it; `data`
   * is then the
   * stored data, which must not be interpreted.
   */
  fault?: Error;
}
