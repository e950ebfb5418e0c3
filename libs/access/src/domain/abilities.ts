import { createMongoAbility, type MongoAbility } from '@casl/ability';
import { roles, type Role } from '@parley/contracts/events';

/**
 * The least role that may do something: agents (`user`), managers or administrators. `contactsModule` is for managers,
 * and for agents where their organisation has the contacts module for them.
 */
type Least = Role | 'contactsModule';

const all = <L extends Least>(least: L) => ({ create: least, read: least, update: least, delete: least });

/**
 * Who may do what, by subject and action. What is not named here is for administrators alone, so that nothing new is
 * open by mistake.
 */
export const abilities: Readonly<Record<string, Readonly<Record<string, Least>>>> = {
  inbox: all('user'),
  // Everything that matches, assigned at once.
  assignmentJobs: all('manager'),
  emailInbox: all('user'),
  teamChats: all('user'),
  contacts: all('contactsModule'),
  engage: all('manager'),
  insights: all('manager'),
  'secure-exports': all('manager'),
  workload: { read: 'manager' },
  'smart-routing': all('manager'),
  messageTemplatesManager: all('manager'),
  apps: all('manager'),
  // One's own account.
  settings: { read: 'user', update: 'user' },
  // Whoever and whatever is in a conversation has a name.
  users: { ...all('manager'), read: 'user', delete: 'admin' },
  teams: { ...all('manager'), read: 'user' },
  channels: { ...all('manager'), read: 'user' },
  tags: { ...all('manager'), read: 'user' },
  labels: { ...all('manager'), read: 'user' },
  // One's own, and to insert everybody's. Those are in everybody's mouth: managers change them.
  quickReplies: all('user'),
  sharedQuickReplies: all('manager'),
  whitelistedIps: all('admin'),
  customerSettings: { read: 'admin', update: 'admin' },
  abilities: { read: 'admin' },
  audit: { read: 'admin' },
  // Whether everything works: everybody notices when it does not.
  status: { read: 'user' },
  developers: all('admin'),
  // What the client asks at every start.
  auth: { read: 'user' },
};

/**
 * Subjects of modules that do not exist yet. The abilities hold, so that a client may ask for them, and nobody is shown
 * them. A test asks for a subject to be taken out here once a route requires it.
 */
export const withoutModule: ReadonlySet<string> = new Set([
  'emailInbox',
  'teamChats',
  'engage',
  'insights',
  'secure-exports',
  'smart-routing',
  'messageTemplatesManager',
  'apps',
]);

/** What of an organisation's settings decides what its users may do. */
export interface AbilitySettings {
  contactsModuleForAgentsEnabled: boolean;
}

/** Whether the table gives a role what is for `least` and those above. */
function reaches(role: Role, least: Least, { contactsModuleForAgentsEnabled }: AbilitySettings): boolean {
  const wanted = least === 'contactsModule' ? (contactsModuleForAgentsEnabled ? 'user' : 'manager') : least;
  return roles.indexOf(role) >= roles.indexOf(wanted);
}

/** The same as CASL's raw rules, as the client gets them. */
export function rulesOf(role: Role, settings: AbilitySettings): { action: string; subject: string }[] {
  if (role === 'admin') return [{ action: 'manage', subject: 'all' }];
  return Object.entries(abilities).flatMap(([subject, actions]) =>
    Object.entries(actions)
      .filter(([, least]) => reaches(role, least, settings))
      .map(([action]) => ({ action, subject })),
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

/** The table as an organisation has it, of what exists: for each subject and action the roles that may. */
export function abilityMatrix(
  settings: AbilitySettings,
): { subject: string; action: string; roles: Role[] }[] {
  const existing = Object.entries(abilities).filter(([subject]) => !withoutModule.has(subject));
  return existing.flatMap(([subject, actions]) =>
    Object.keys(actions).map((action) => ({
      subject,
      action,
      roles: roles.filter((role) => isAllowed(role, settings, action, subject)),
    })),
  );
}
