import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { AccessModule } from './access.module';
import { ApiKeySecret1765300000000 } from './api-keys/api-key-secret.migration';
import { apiKeysView } from './api-keys/api-keys.view';
import { AccessHttpModule } from './http/access-http.module';
import { EndedSessions1764630000000 } from './http/sign-in/ended-sessions.migration';
import { EndedSessionUntil1767590000300 } from './http/sign-in/ended-session-until.migration';
import { Session1763700006000 } from './http/sign-in/session.migration';
import { UserPresence1764640000000 } from './presence/user-presence.migration';
import { accessView } from './read/access.projector';
import { InvitationMailReaction } from './write/invitation-mail.reaction';
import { TeamMailReaction } from './write/team-mail.reaction';
import { UserLimitReaction } from './write/user-limit.reaction';
import { MailboxMailReaction } from './write/mailbox-mail.reaction';
import { WebhookMailReaction } from './write/webhook-mail.reaction';

/** Organisations with their users, teams, roles and access rules. */
export const access: Feature = {
  module: AccessModule,
  migrations: [
    Session1763700006000,
    UserPresence1764640000000,
    EndedSessions1764630000000,
    ApiKeySecret1765300000000,
    EndedSessionUntil1767590000300,
  ],
  views: [accessView, apiKeysView],
  reactions: [
    InvitationMailReaction,
    MailboxMailReaction,
    TeamMailReaction,
    UserLimitReaction,
    WebhookMailReaction,
  ],
  abilities: {
    // Every user may read and change their own account.
    settings: { read: 'user', update: 'user' },
    // Every user may read users, to see the names of the participants of a conversation.
    users: { ...all('manager'), read: 'user', delete: 'admin' },
    teams: { ...all('manager'), read: 'user' },
    whitelistedIps: all('admin'),
    customerSettings: { read: 'admin', update: 'admin' },
    abilities: { read: 'admin' },
    developers: all('admin'),
    // The client reads this data at every start.
    auth: { read: 'user' },
  },
  http: AccessHttpModule,
};
