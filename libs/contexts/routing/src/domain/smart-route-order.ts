import type { SmartRouteOrderEvent } from '@parley/contracts/events';
import { commandTo, type CommandContext } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export interface SmartRouteOrderCommand {
  type: 'Order';
  routeIds: string[];
}

/** The order in which an organisation's rules are evaluated. */
export const smartRouteOrder: Decider<
  SmartRouteOrderCommand,
  { routeIds: readonly string[] },
  SmartRouteOrderEvent
> = {
  initialState: { routeIds: [] },

  decide({ routeIds }, state) {
    const once = [...new Set(routeIds)];
    return once.join() === state.routeIds.join()
      ? []
      : [{ type: 'SmartRoutesOrdered', data: { routeIds: once } }];
  },

  evolve: (_, { data: { routeIds } }) => ({ routeIds }),
};

/** The envelope for the order, whose id is that of its organisation. */
export class ToSmartRouteOrder extends commandTo(smartRouteOrder, 'smartRouteOrder') {
  constructor(command: SmartRouteOrderCommand, context: CommandContext) {
    super(context.customerId, command, context);
  }
}
