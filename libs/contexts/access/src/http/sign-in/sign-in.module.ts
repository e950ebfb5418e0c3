import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ApiKeys, Authenticator } from '@parley/platform/http/principal';
import { AccessModule } from '../../access.module';
import { ApiKeyAuthenticator } from '../../api-keys/api-key-authenticator';
import { AssetCookies } from './asset-cookies';
import { EndedSessions } from './ended-sessions';
import { IpGate } from './ip-gate';
import { OidcAuthenticator } from './oidc-authenticator';
import { OidcClient } from './oidc-client';
import { Sessions } from './sessions';
import { SignIn } from './sign-in';
import { Sites } from './sites';

/** Global because every route and socket uses its `Authenticator`. */
@Global()
@Module({
  imports: [CqrsModule, AccessModule],
  providers: [
    Sites,
    IpGate,
    OidcClient,
    OidcAuthenticator,
    { provide: Authenticator, useExisting: OidcAuthenticator },
    { provide: ApiKeys, useClass: ApiKeyAuthenticator },
    Sessions,
    EndedSessions,
    AssetCookies,
    SignIn,
  ],
  exports: [ApiKeys, Authenticator, AssetCookies, SignIn, Sites],
})
export class SignInModule {}
