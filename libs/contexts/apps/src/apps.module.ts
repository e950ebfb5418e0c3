import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AppCatalogue } from './catalogue/app-catalogue';
import { SignedCatalogue } from './catalogue/signed-catalogue';
import { AppConnections } from './connect/app-connections';
import { AppSignIns } from './connect/app-sign-ins';
import { TokenEndpoint } from './connect/token-endpoint';
import { AppPurge } from './data/app-purge';
import { AppRecords } from './data/app-records';
import { AppTokens } from './identity/app-tokens';
import { AppMails } from './mail/app-mails';
import { AppAddresses } from './proxy/app-addresses';
import { AppCalls } from './proxy/app-calls';
import { AppProxy } from './proxy/app-proxy';
import { AppQueries } from './read/apps.queries';
import { AdministerApps } from './write/administer-apps';
import { AppHandler } from './write/app.handler';
import { AppSecrets } from './write/app-secrets';

@Module({
  imports: [CqrsModule],
  providers: [
    ...[AdministerApps, AppAddresses, AppCalls, AppCatalogue, AppHandler, AppMails, AppProxy, AppPurge],
    ...[
      AppConnections,
      AppQueries,
      AppRecords,
      AppSecrets,
      AppSignIns,
      AppTokens,
      SignedCatalogue,
      TokenEndpoint,
    ],
  ],
  exports: [
    ...[
      AdministerApps,
      AppCalls,
      AppCatalogue,
      AppConnections,
      AppMails,
      AppProxy,
      AppQueries,
      AppRecords,
      AppSecrets,
      AppSignIns,
      AppTokens,
    ],
  ],
})
export class AppsModule {}
