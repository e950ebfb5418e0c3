import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { EngageModule } from './engage.module';
import { EngageHttpModule } from './http/engage-http.module';
import { engageView } from './read/engage.view';
import { BroadcastSender } from './write/broadcast-sender';

/** Broadcasts: one template to a list of contacts, each of whom receives it once. */
export const engage: Feature = {
  module: EngageModule,
  views: [engageView],
  work: [BroadcastSender],
  abilities: { engage: all('manager'), engageSettings: { update: 'admin' } },
  http: EngageHttpModule,
};
