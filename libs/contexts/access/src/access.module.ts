import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { ToApiKey } from './api-keys/api-key';
import { ToIpWhitelist } from './domain/ip-whitelist';
import { ApiKeyQueries } from './api-keys/api-keys.queries';
import { ApiKeySecrets } from './api-keys/api-key-secrets';
import { AccessQueries } from './read/access.queries';
import { OrganisationQueries } from './read/organisations.queries';
import { ChangeCustomerSettings } from './write/change-customer-settings';
import { CustomerHandler } from './write/customer.handler';
import { EditUser } from './write/edit-user';
import { InvitationLinks } from './write/invitation-links';
import { InvitationMailReaction } from './write/invitation-mail.reaction';
import { InviteUser } from './write/invite-user';
import { TeamHandler } from './write/team.handler';
import { TeamMailReaction } from './write/team-mail.reaction';
import { TeamsOfUser } from './write/teams-of-user';
import { UserLimitReaction } from './write/user-limit.reaction';
import { UserHandler } from './write/user.handler';
import { MailboxMailReaction } from './write/mailbox-mail.reaction';
import { AdministratorMails } from './write/mails/administrator-mails';
import { WebhookMailReaction } from './write/webhook-mail.reaction';

@Module({
  imports: [CqrsModule],
  providers: [
    ...handlersOf(ToApiKey, ToIpWhitelist),
    ApiKeyQueries,
    ApiKeySecrets,
    ChangeCustomerSettings,
    CustomerHandler,
    TeamHandler,
    UserHandler,
    EditUser,
    InviteUser,
    TeamsOfUser,
    InvitationLinks,
    AdministratorMails,
    InvitationMailReaction,
    MailboxMailReaction,
    TeamMailReaction,
    UserLimitReaction,
    WebhookMailReaction,
    AccessQueries,
    OrganisationQueries,
  ],
  exports: [
    ApiKeyQueries,
    ApiKeySecrets,
    OrganisationQueries,
    AccessQueries,
    ChangeCustomerSettings,
    EditUser,
    InviteUser,
    InvitationLinks,
  ],
})
export class AccessModule {}
