import type { Feature } from '@parley/feature/feature';
import { AppsModule } from './apps.module';
import { AppPurge } from './data/app-purge';
import { Apps1767340000000 } from './data/apps.migration';
import { AppConnections1767463000000 } from './connect/app-connections.migration';
import { UnauthorisedSince1767464000000 } from './connect/unauthorised-since.migration';
import { AppsHttpModule } from './http/apps-http.module';
import { appsView } from './read/apps.view';

/** Apps: programs of others that appear in the inbox, with the scopes that an organisation granted. */
export const apps: Feature = {
  module: AppsModule,
  migrations: [Apps1767340000000, AppConnections1767463000000, UnauthorisedSince1767464000000],
  views: [appsView],
  work: [AppPurge],
  abilities: { apps: { read: 'user', update: 'admin' } },
  http: AppsHttpModule,
};
