import { createMongoAbility, type MongoAbility } from '@casl/ability';
import { all, type AbilityTable, type Least } from '@parley/contracts/abilities';
import { roles, type Role } from '@parley/contracts/events';

/**
 * Subjects of the specification whose modules do not exist yet. Their abilities apply, so that a client can check
 * them, but the matrix leaves them out. When a feature declares such a subject, its declaration replaces the one
 * here.
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

/** The settings of an organisation on which its users' abilities depend. */
export interface AbilitySettings {
  contactsModuleForAgentsEnabled: boolean;
}

/**
 * The abilities of each role, as the features declare them. Subjects that no feature declares are for administrators
 * only.
 */
export class Abilities {
  private readonly built = new Map<string, MongoAbility>();

  /**
   * Combines the tables of all features.
   * @throws Error if two of the tables declare the same subject
   */
  static of(tables: AbilityTable[]): Abilities {
    const subjects = tables.flatMap((table) => Object.keys(table));
    const twice = subjects.find((subject, index) => subjects.indexOf(subject) !== index);
    if (twice) throw new Error(`Two features declare the abilities of ${twice}.`);
    return new Abilities(Object.assign({}, ...tables) as AbilityTable);
  }

  constructor(readonly declared: AbilityTable) {}

  /** The abilities of a role as raw CASL rules, which clients get. */
  rulesOf(role: Role, settings: AbilitySettings): { action: string; subject: string }[] {
    if (role === 'admin') return [{ action: 'manage', subject: 'all' }];
    return Object.entries({ ...announced, ...this.declared }).flatMap(([subject, actions]) =>
      Object.entries(actions)
        .filter(([, least]) => reaches(role, least, settings))
        .map(([action]) => ({ action, subject })),
    );
  }

  /** Whether a role may do an action on a subject, in an organisation with these settings. */
  isAllowed(role: Role, settings: AbilitySettings, action: string, subject: string): boolean {
    const key = `${role}/${settings.contactsModuleForAgentsEnabled}`;
    const ability = this.built.get(key) ?? createMongoAbility(this.rulesOf(role, settings));
    this.built.set(key, ability);
    return ability.can(action, subject);
  }

  /** The declared abilities in an organisation: for each subject and action, the roles that have them. */
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

/** Whether the role is at least `least`. */
function reaches(role: Role, least: Least, { contactsModuleForAgentsEnabled }: AbilitySettings): boolean {
  const wanted = least === 'contactsModule' ? (contactsModuleForAgentsEnabled ? 'user' : 'manager') : least;
  return roles.indexOf(role) >= roles.indexOf(wanted);
}
