import type { Fact } from '@parley/contracts/events';

/**
 * The rules of one aggregate, as pure functions. `decide` answers with the facts a command makes (none if they
 * already hold) or throws `Rejected`; `evolve` folds a fact into the state and never refuses one.
 */
export interface Decider<Command, State, Event extends Fact> {
  initialState: State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
  /** Id of the aggregate for which this one stands: the command goes there too. */
  redirect?(command: Command, state: State): string | null;
}

/** The state after these facts. */
export function evolved<State, Event extends Fact>(
  decider: Decider<never, State, Event>,
  state: State,
  events: Event[],
): State {
  return events.reduce((folded, event) => decider.evolve(folded, event), state);
}

export { NotFound, Rejected } from '../rejected';
