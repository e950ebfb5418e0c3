import type { Role } from './events/user.events';

/**
 * The least role that may do something: agents (`user`), managers or administrators. `contactsModule` is for managers,
 * and for agents where their organisation has the contacts module for them.
 */
export type Least = Role | 'contactsModule';

/** Who may do what, by subject and action. */
export type AbilityTable = Readonly<Record<string, Readonly<Record<string, Least>>>>;

/** Every action on a subject, for one least role. */
export function all(least: Least): { create: Least; read: Least; update: Least; delete: Least } {
  return { create: least, read: least, update: least, delete: least };
}
