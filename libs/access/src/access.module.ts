import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AccessQueries } from './read/access.queries';
import { OrganisationQueries } from './read/organisations.queries';
import { ChangeCustomerSettings } from './write/change-customer-settings';
import { CustomerHandler } from './write/customer.handler';
import { EditUser } from './write/edit-user';
import { InvitationLinks } from './write/invitation-links';
import { InvitationMailReaction } from './write/invitation-mail.reaction';
import { InviteUser } from './write/invite-user';
import { IpWhitelistHandler } from './write/ip-whitelist.handler';
import { TeamHandler } from './write/team.handler';
import { TeamMailReaction } from './write/team-mail.reaction';
import { TeamsOfUser } from './write/teams-of-user';
import { UserLimitReaction } from './write/user-limit.reaction';
import { UserHandler } from './write/user.handler';

@Module({
  imports: [CqrsModule],
  providers: [
    ChangeCustomerSettings,
    CustomerHandler,
    IpWhitelistHandler,
    TeamHandler,
    UserHandler,
    EditUser,
    InviteUser,
    TeamsOfUser,
    InvitationLinks,
    InvitationMailReaction,
    TeamMailReaction,
    UserLimitReaction,
    AccessQueries,
    OrganisationQueries,
  ],
  exports: [
    OrganisationQueries,
    AccessQueries,
    ChangeCustomerSettings,
    EditUser,
    InviteUser,
    InvitationLinks,
  ],
})
export class AccessModule {}
