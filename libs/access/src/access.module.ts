import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { Authenticator } from '@parley/platform/http/principal';
import { IpGate } from './http/sign-in/ip-gate';
import { OidcAuthenticator } from './http/sign-in/oidc-authenticator';
import { OidcClient } from './http/sign-in/oidc-client';
import { Sessions } from './http/sign-in/sessions';
import { SignIn } from './http/sign-in/sign-in';
import { Sites } from './http/sign-in/sites';
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
import { TeamsOfUser } from './write/teams-of-user';
import { UserLimitReaction } from './write/user-limit.reaction';
import { UserHandler } from './write/user.handler';

/** Global for its `Authenticator`: every route and socket asks it who is there. */
@Global()
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
    UserLimitReaction,
    AccessQueries,
    OrganisationQueries,
    Sites,
    IpGate,
    OidcClient,
    OidcAuthenticator,
    { provide: Authenticator, useExisting: OidcAuthenticator },
    Sessions,
    SignIn,
  ],
  exports: [
    OrganisationQueries,
    AccessQueries,
    Authenticator,
    ChangeCustomerSettings,
    EditUser,
    InviteUser,
    InvitationLinks,
    InvitationMailReaction,
    SignIn,
    Sites,
    UserLimitReaction,
  ],
})
export class AccessModule {}
