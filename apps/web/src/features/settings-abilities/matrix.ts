import { queryOptions } from '@tanstack/react-query';
import type { AbilityResponse } from '@parley/contracts/api/access';
import type { Role } from '@parley/contracts/events/user.events';
import { freshest } from '../../lib/directory';

/** The actions that exist for a subject, and those allowed to each role. */
export interface MatrixRow {
  subject: string;
  actions: Action[];
  allowed: Record<Role, Action[]>;
}

const order = ['read', 'create', 'update', 'delete'] as const;
type Action = (typeof order)[number];

/**
 * Query for the roles' abilities. Its key begins with `permissions`, so that it is refetched when the organisation's
 * settings, on which abilities depend, change.
 */
export const abilitiesQuery = queryOptions({
  queryKey: ['permissions', 'matrix'],
  queryFn: async ({ signal }) =>
    (await freshest<{ data: AbilityResponse[] }>('permissions', '/api/v3/abilities', signal)).data,
});

/** One row per subject in the server's order, with actions in the order of `order`. */
export function matrixOf(abilities: AbilityResponse[]): MatrixRow[] {
  const subjects = [...new Set(abilities.map(({ subject }) => subject))];
  return subjects.map((subject) => {
    const of = (role?: Role) =>
      order.filter((action) =>
        abilities.some(
          (one) =>
            one.subject === subject &&
            one.action === action &&
            (role === undefined || one.roles.includes(role)),
        ),
      );
    return {
      subject,
      actions: of(),
      allowed: { user: of('user'), manager: of('manager'), admin: of('admin') },
    };
  });
}
