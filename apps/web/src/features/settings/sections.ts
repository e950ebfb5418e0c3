/** A page of the settings, and what one must be allowed to do to open it (spec, section 2). */
export interface SettingsLink {
  to: string;
  /** Its name in the texts: `settings.page.<name>`. */
  name:
    | 'abilities'
    | 'account'
    | 'quickReplies'
    | 'users'
    | 'teams'
    | 'channels'
    | 'tags'
    | 'labels'
    | 'system'
    | 'ipWhitelisting'
    | 'audit'
    | 'parked';
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
    links: [
      { to: '/settings/account', name: 'account', action: 'read', subject: 'settings' },
      { to: '/settings/quick-replies', name: 'quickReplies', action: 'read', subject: 'quickReplies' },
    ],
  },
  {
    name: 'organisation',
    links: [
      { to: '/settings/users', name: 'users', action: 'create', subject: 'users' },
      { to: '/settings/teams', name: 'teams', action: 'update', subject: 'teams' },
      { to: '/settings/channels', name: 'channels', action: 'update', subject: 'channels' },
      { to: '/settings/tags', name: 'tags', action: 'update', subject: 'tags' },
      { to: '/settings/labels', name: 'labels', action: 'update', subject: 'labels' },
      { to: '/settings/abilities', name: 'abilities', action: 'read', subject: 'abilities' },
      { to: '/settings/system', name: 'system', action: 'update', subject: 'customerSettings' },
      {
        to: '/settings/ip-whitelisting',
        name: 'ipWhitelisting',
        action: 'update',
        subject: 'whitelistedIps',
      },
      { to: '/settings/audit', name: 'audit', action: 'read', subject: 'audit' },
    ],
  },
  {
    name: 'developers',
    links: [{ to: '/settings/developers/parked', name: 'parked', action: 'read', subject: 'developers' }],
  },
];
