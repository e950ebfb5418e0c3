import type { Fact } from '@parley/contracts/events';
import type { Decider } from './decider';

/**
 * Given, when, then for deciders:
 * `given(conversation, [started]).when({ type: 'Archive', … })` is the facts it makes; a rejection is thrown.
 */
export function given<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
  events: Event[],
) {
  const state = events.reduce<State>((folded, event) => decider.evolve(folded, event), decider.initialState);
  return { state, when: (command: Command): Event[] => decider.decide(command, state) };
}
