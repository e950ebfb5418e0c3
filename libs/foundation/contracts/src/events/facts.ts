import type { Fact } from './event';

/** Turns the data of one stored version into that of the next. Personal fields of an erased subject are null. */
export type Upcaster = (data: unknown) => unknown;

/** The events of one kind of stream, as a context registers them in `domain-event.ts`. */
export interface Facts<E extends Fact = Fact, C extends string = string> {
  /**
   * The part of a stream name before the first hyphen. Must not contain a hyphen, because EventStoreDB derives the
   * category from that
   * part.
   */
  category: C;
  /**
   * By event type: the upcaster from version 1 to 2, from 2 to 3, and so on; an empty list if the shape never
   * changed. A change of
   * shape adds an upcaster and a golden file of the new version; the old files stay.
   */
  upcasters: Readonly<Record<E['type'], readonly Upcaster[]>>;
  /** Type parameter only; no object has this property. */
  readonly fact?: E;
}

/**
 * Events of settings that administrators, or users for themselves, change: the audit lists them, and the server
 * pushes them to open
 * windows.
 */
export interface SettingFacts<E extends Fact = Fact, C extends string = string> extends Facts<E, C> {
  isSetting: true;
}

/** The union of the events of some registrations. */
export type FactIn<Registered> = Registered extends Facts<infer E> ? E : never;
