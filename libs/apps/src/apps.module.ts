import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { AppCatalogue } from './catalogue/app-catalogue';
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
    ...[AppQueries, AppRecords, AppSecrets, AppTokens],
  ],
  exports: [
    ...[
      AdministerApps,
      AppCalls,
      AppCatalogue,
      AppMails,
      AppProxy,
      AppQueries,
      AppRecords,
      AppSecrets,
      AppTokens,
    ],
  ],
})
export class AppsModule {}
