import type { Fact } from '@parley/contracts/events';

/**
 * The rules of one kind of aggregate, as pure functions. `decide` returns the events of a command (none if it changes
 * nothing) or throws `Rejected`; `evolve` folds an event into the state and never throws.
 */
export interface Decider<Command, State, Event extends Fact> {
  initialState: State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
  /**
   * Id of the aggregate on which the command is executed as well, such as the contact that this one was merged into;
   * null if there is none.
   */
  redirect?(command: Command, state: State): string | null;
}

export function evolved<State, Event extends Fact>(
  decider: Decider<never, State, Event>,
  state: State,
  events: Event[],
): State {
  return events.reduce((folded, event) => decider.evolve(folded, event), state);
}

export { NotFound, Rejected } from '../rejected';
