import { createMongoAbility, type MongoAbility } from '@casl/ability';
import type { Role } from '@parley/contracts/events';

/** `subject: actions`; `manage` is every action. */
type Abilities = Record<string, readonly string[]>;

/** What everyone in an organisation may do: who and what is in a conversation has names, and the account is theirs. */
const everyone: Abilities = {
  auth: ['read'],
  users: ['read'],
  teams: ['read'],
  channels: ['read'],
  tags: ['read'],
  labels: ['read'],
  settings: ['read', 'update'],
  inbox: ['manage'],
  emailInbox: ['manage'],
  teamChats: ['manage'],
};

/** Which role may do what. Nothing that is not named here is allowed. */
export const abilitiesOfRole: Record<Role, Abilities> = {
  user: everyone,
  // Everything but system settings, developers, IP whitelisting and deleting users.
  manager: {
    ...everyone,
    users: ['read', 'create', 'update'],
    teams: ['manage'],
    channels: ['manage'],
    tags: ['manage'],
    labels: ['manage'],
    apps: ['manage'],
    contacts: ['manage'],
    engage: ['manage'],
    insights: ['manage'],
    'secure-exports': ['manage'],
    'smart-routing': ['manage'],
    messageTemplatesManager: ['manage'],
  },
  admin: { all: ['manage'] },
};

/** The same as CASL's raw rules, as the client gets them. */
export function rulesOf(role: Role): { action: string; subject: string }[] {
  return Object.entries(abilitiesOfRole[role]).flatMap(([subject, actions]) =>
    actions.map((action) => ({ action, subject })),
  );
}

const built = new Map<Role, MongoAbility>();

/** Whether a role allows an action on a subject. */
export function isAllowed(role: Role, action: string, subject: string): boolean {
  const ability = built.get(role) ?? createMongoAbility(rulesOf(role));
  built.set(role, ability);
  return ability.can(action, subject);
}
