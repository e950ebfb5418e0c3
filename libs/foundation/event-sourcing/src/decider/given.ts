import type { Fact } from '@parley/contracts/events';
import type { Decider } from './decider';

/**
 * Given, when, then for deciders: `given(conversation, [started]).when({ type: 'Archive', … })` returns the events of
 * the command or throws its rejection.
 */
export function given<Command, State, Event extends Fact>(
  decider: Decider<Command, State, Event>,
  events: Event[],
) {
  const state = events.reduce<State>((folded, event) => decider.evolve(folded, event), decider.initialState);
  return { state, when: (command: Command): Event[] => decider.decide(command, state) };
}
