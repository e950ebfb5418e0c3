import type { SmartRouteEvent, SmartRouteOrderEvent } from '@parley/contracts/events';
import { CommandTo, type CommandContext } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { smartRoute, type SmartRouteCommand, type SmartRouteState } from '../domain/smart-route';
import { smartRouteOrder, type SmartRouteOrderCommand } from '../domain/smart-route-order';

/** The command envelope for one rule. */
export class ToSmartRoute extends CommandTo<SmartRouteCommand, SmartRouteState, SmartRouteEvent> {}

/** The command envelope for the order of an organisation's rules, a stream with the organisation's id. */
export class ToSmartRouteOrder extends CommandTo<
  SmartRouteOrderCommand,
  { routeIds: readonly string[] },
  SmartRouteOrderEvent
> {
  constructor(command: SmartRouteOrderCommand, context: CommandContext) {
    super(context.customerId, command, context);
  }
}

export const SmartRouteHandler = handlerOf(ToSmartRoute, smartRoute, 'smartRoute');
export const SmartRouteOrderHandler = handlerOf(ToSmartRouteOrder, smartRouteOrder, 'smartRouteOrder');
