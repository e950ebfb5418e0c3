import type { SmartRouteOrderEvent } from '@parley/contracts/events';
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
