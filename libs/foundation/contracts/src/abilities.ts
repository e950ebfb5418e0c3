import type { Role } from './events/user.events';

/**
 * The lowest role that may do something: agent (`user`), manager or administrator. `contactsModule`: managers, and
 * also agents if their organisation gives agents the contacts module.
 */
export type Least = Role | 'contactsModule';

/** The lowest role for each subject and action. */
export type AbilityTable = Readonly<Record<string, Readonly<Record<string, Least>>>>;

/** Requires the same role for every action on a subject. */
export function all(least: Least): { create: Least; read: Least; update: Least; delete: Least } {
  return { create: least, read: least, update: least, delete: least };
}
