import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { ReadyRouting } from './read/ready-routing';
import { SmartRouteQueries } from './read/smart-route.queries';
import { ToRota } from './domain/rota';
import { ToSmartRoute } from './domain/smart-route';
import { ToSmartRouteOrder } from './domain/smart-route-order';

/** The routing context without its HTTP controllers. */
@Module({
  imports: [CqrsModule],
  providers: [...handlersOf(ToRota, ToSmartRoute, ToSmartRouteOrder), ReadyRouting, SmartRouteQueries],
  exports: [ReadyRouting, SmartRouteQueries],
})
export class RoutingModule {}
