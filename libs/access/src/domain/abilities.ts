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
  // One's own, and to insert everybody's. Those are in everybody's mouth: managers change them.
  quickReplies: ['manage'],
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
    sharedQuickReplies: ['manage'],
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

/** What agents may do besides where their organisation has the contacts module for them. */
const contactsModule: Abilities = { contacts: ['manage'] };

/** What of an organisation's settings decides what its users may do. */
export interface AbilitySettings {
  contactsModuleForAgentsEnabled: boolean;
}

/** The same as CASL's raw rules, as the client gets them. */
export function rulesOf(
  role: Role,
  { contactsModuleForAgentsEnabled }: AbilitySettings,
): { action: string; subject: string }[] {
  const more = role === 'user' && contactsModuleForAgentsEnabled ? contactsModule : {};
  return Object.entries({ ...abilitiesOfRole[role], ...more }).flatMap(([subject, actions]) =>
    actions.map((action) => ({ action, subject })),
  );
}

const built = new Map<string, MongoAbility>();

/** Whether a role allows an action on a subject, in an organisation with these settings. */
export function isAllowed(role: Role, settings: AbilitySettings, action: string, subject: string): boolean {
  const key = `${role}/${settings.contactsModuleForAgentsEnabled}`;
  const ability = built.get(key) ?? createMongoAbility(rulesOf(role, settings));
  built.set(key, ability);
  return ability.can(action, subject);
}
