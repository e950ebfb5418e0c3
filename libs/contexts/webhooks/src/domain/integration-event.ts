import type { EventReference, IntegrationEvent } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import type { Decider } from '@parley/event-sourcing/decider/decider';

export interface StateEvent {
  type: 'State';
  name: string;
  from: EventReference;
  target: EventReference | null;
}

/** An event that an integration states once, under an id of its own. */
export const integrationEvent: Decider<StateEvent, { isStated: boolean }, IntegrationEvent> = {
  initialState: { isStated: false },

  decide({ name, from, target }, { isStated }) {
    return isStated ? [] : [{ type: 'IntegrationEventStated', data: { name, from, target } }];
  },

  evolve() {
    return { isStated: true };
  },
};

export class ToIntegrationEvent extends commandTo(integrationEvent, 'integration') {}
