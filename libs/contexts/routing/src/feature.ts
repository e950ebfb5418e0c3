import { all } from '@parley/contracts/abilities';
import type { Feature } from '@parley/feature/feature';
import { RoutingHttpModule } from './http/routing-http.module';
import { routingView } from './read/routing.view';
import { RoutingModule } from './routing.module';

/** An organisation's rules that route incoming messages. */
export const routing: Feature = {
  module: RoutingModule,
  views: [routingView],
  abilities: { 'smart-routing': all('manager') },
  http: RoutingHttpModule,
};
