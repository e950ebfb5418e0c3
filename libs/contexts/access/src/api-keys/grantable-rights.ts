import type { AbilityTable } from '@parley/contracts/abilities';

/** A key makes no keys, and nobody's own account is a program's. */
const NEVER_GRANTED = new Set(['developers', 'settings', 'auth', 'abilities']);

/** The rights that a key may be given by who can do so much: `subject:read`, `subject:write`, sorted. */
export function grantableRights(
  declared: AbilityTable,
  can: (action: string, subject: string) => boolean,
): string[] {
  return Object.entries(declared)
    .filter(([subject]) => !NEVER_GRANTED.has(subject))
    .flatMap(([subject, actions]) => [
      ...('read' in actions && can('read', subject) ? [`${subject}:read`] : []),
      ...(Object.keys(actions).some((action) => action !== 'read' && can(action, subject))
        ? [`${subject}:write`]
        : []),
    ])
    .sort();
}
