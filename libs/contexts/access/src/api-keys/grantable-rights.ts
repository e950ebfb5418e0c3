import type { AbilityTable } from '@parley/contracts/abilities';

/** Subjects for which no API key gets rights: managing API keys, and the account and abilities of the key's owner. */
const NEVER_GRANTED = new Set(['developers', 'settings', 'auth', 'abilities']);

/** The rights that a user with these abilities may grant to a key: `subject:read` and `subject:write`, sorted. */
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
