import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { ReadyRouting } from './read/ready-routing';
import { SmartRouteQueries } from './read/smart-route.queries';
import { RotaHandler } from './write/rota.handler';
import { SmartRouteHandler, SmartRouteOrderHandler } from './write/smart-route.handlers';

/** The routing context without its HTTP controllers. */
@Module({
  imports: [CqrsModule],
  providers: [ReadyRouting, RotaHandler, SmartRouteHandler, SmartRouteOrderHandler, SmartRouteQueries],
  exports: [ReadyRouting, SmartRouteQueries],
})
export class RoutingModule {}
