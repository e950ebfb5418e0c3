/** A page of the settings, and what one must be allowed to do to open it (spec, section 2). */
export interface SettingsLink {
  to: string;
  /** Its name in the texts: `settings.page.<name>`. */
  name: 'abilities' | 'account' | 'users' | 'teams' | 'channels' | 'parked';
  action: string;
  subject: string;
}

interface SettingsSection {
  /** Its name in the texts: `settings.section.<name>`. */
  name: 'mine' | 'organisation' | 'developers';
  links: SettingsLink[];
}

/** Every page of the settings, in the order in which they are listed. */
export const sections: SettingsSection[] = [
  {
    name: 'mine',
    links: [{ to: '/settings/account', name: 'account', action: 'read', subject: 'settings' }],
  },
  {
    name: 'organisation',
    links: [
      { to: '/settings/users', name: 'users', action: 'create', subject: 'users' },
      { to: '/settings/teams', name: 'teams', action: 'update', subject: 'teams' },
      { to: '/settings/channels', name: 'channels', action: 'update', subject: 'channels' },
      { to: '/settings/abilities', name: 'abilities', action: 'read', subject: 'abilities' },
    ],
  },
  {
    name: 'developers',
    links: [{ to: '/settings/developers/parked', name: 'parked', action: 'read', subject: 'developers' }],
  },
];
