import { createMongoAbility, type MongoAbility } from '@casl/ability';
import { all, type AbilityTable, type Least } from '@parley/contracts/abilities';
import { roles, type Role } from '@parley/contracts/events';

/**
 * Subjects of the specification whose modules do not exist yet. The abilities hold, so that a client may ask for them,
 * and nobody is shown them. A feature that declares its subject takes its place.
 */
const announced: AbilityTable = {
  teamChats: all('user'),
  engage: all('manager'),
  insights: all('manager'),
  'secure-exports': all('manager'),
  'smart-routing': all('manager'),
  messageTemplatesManager: all('manager'),
  apps: all('manager'),
};

/** What of an organisation's settings decides what its users may do. */
export interface AbilitySettings {
  contactsModuleForAgentsEnabled: boolean;
}

/** What every role may do, by what the features declare. Nobody but administrators may do what none of them names. */
export class Abilities {
  private readonly built = new Map<string, MongoAbility>();

  /** @throws where two of the tables declare one subject */
  static of(tables: AbilityTable[]): Abilities {
    const subjects = tables.flatMap((table) => Object.keys(table));
    const twice = subjects.find((subject, index) => subjects.indexOf(subject) !== index);
    if (twice) throw new Error(`Two features declare the abilities of ${twice}.`);
    return new Abilities(Object.assign({}, ...tables) as AbilityTable);
  }

  constructor(readonly declared: AbilityTable) {}

  /** The same as CASL's raw rules, as the client gets them. */
  rulesOf(role: Role, settings: AbilitySettings): { action: string; subject: string }[] {
    if (role === 'admin') return [{ action: 'manage', subject: 'all' }];
    return Object.entries({ ...announced, ...this.declared }).flatMap(([subject, actions]) =>
      Object.entries(actions)
        .filter(([, least]) => reaches(role, least, settings))
        .map(([action]) => ({ action, subject })),
    );
  }

  /** Whether a role allows an action on a subject, in an organisation with these settings. */
  isAllowed(role: Role, settings: AbilitySettings, action: string, subject: string): boolean {
    const key = `${role}/${settings.contactsModuleForAgentsEnabled}`;
    const ability = this.built.get(key) ?? createMongoAbility(this.rulesOf(role, settings));
    this.built.set(key, ability);
    return ability.can(action, subject);
  }

  /** The declared table as an organisation has it: for each subject and action the roles that may. */
  matrix(settings: AbilitySettings): { subject: string; action: string; roles: Role[] }[] {
    return Object.entries(this.declared).flatMap(([subject, actions]) =>
      Object.keys(actions).map((action) => ({
        subject,
        action,
        roles: roles.filter((role) => this.isAllowed(role, settings, action, subject)),
      })),
    );
  }
}

/** Whether the table gives a role what is for `least` and those above. */
function reaches(role: Role, least: Least, { contactsModuleForAgentsEnabled }: AbilitySettings): boolean {
  const wanted = least === 'contactsModule' ? (contactsModuleForAgentsEnabled ? 'user' : 'manager') : least;
  return roles.indexOf(role) >= roles.indexOf(wanted);
}
