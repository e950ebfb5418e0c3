import type { Fact } from './event';

/** Turns the data of one stored version into that of the next. Personal fields are null where they were erased. */
export type Upcaster = (data: unknown) => unknown;

/** The facts of one kind of stream, as a context registers them in `domain-event.ts`. */
export interface Facts<E extends Fact = Fact, C extends string = string> {
  /**
   * What the names of its streams begin with, before the first hyphen: it contains none, as EventStoreDB takes all
   * before that for the category.
   */
  category: C;
  /**
   * By type: the upcaster from version 1 to 2, from 2 to 3, and so on; none for a type that never changed its shape. A
   * change of shape adds an upcaster, and a golden file of the new version; the old files stay.
   */
  upcasters: Readonly<Record<E['type'], readonly Upcaster[]>>;
  /** Carries the type of the facts; no value has it. */
  readonly fact?: E;
}

/** Facts of what administrators, or people for themselves, set up: they are audited, and told to open windows. */
export interface SettingFacts<E extends Fact = Fact, C extends string = string> extends Facts<E, C> {
  isSetting: true;
}

/** The union of the facts that some registrations name. */
export type FactIn<Registered> = Registered extends Facts<infer E> ? E : never;
