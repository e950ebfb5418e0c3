import { CodedError } from '@parley/contracts/api/coded-error';
import type { Fact } from '@parley/contracts/events';

/**
 * The rules of one aggregate, as pure functions. `decide` answers with the facts a command makes (none if they
 * already hold) or throws `Rejected`; `evolve` folds a fact into the state and never refuses one.
 */
export interface Decider<Command, State, Event extends Fact> {
  initialState: State;
  decide(command: Command, state: State): Event[];
  evolve(state: State, event: Event): State;
}

/** The state after these facts. */
export function evolved<State, Event extends Fact>(
  decider: Decider<never, State, Event>,
  state: State,
  events: Event[],
): State {
  return events.reduce((folded, event) => decider.evolve(folded, event), state);
}

/** A command that a rule forbids. The code is stable: the API answers with it and the client translates it. */
export class Rejected extends CodedError {}

/** What was asked for does not exist, or not for this customer or viewer: the answer is the same. */
export class NotFound extends Rejected {
  constructor(detail?: string) {
    super('not_found', detail);
  }
}
