import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { RoutingHttpModule } from './http/routing-http.module';
import { routingView } from './read/routing.view';
import { RoutingModule } from './routing.module';

/** Rules that an organisation sets up for what comes in. */
export const routing: Feature = {
  module: RoutingModule,
  views: [routingView],
  abilities: { 'smart-routing': all('manager') },
  http: RoutingHttpModule,
};
