import { CodedError } from '@parley/contracts/api/coded-error';

/** A command that a rule forbids. The code is stable: the API returns it and the client translates it. */
export class Rejected extends CodedError {}

/** The requested thing does not exist, belongs to another organisation, or is hidden from the viewer. */
export class NotFound extends Rejected {
  constructor(detail?: string) {
    super('not_found', detail);
  }
}
