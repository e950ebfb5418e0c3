import { CodedError } from '@parley/contracts/api/coded-error';

/** Thrown if a rule forbids a command. The code is stable: the API returns it and the client translates it. */
export class Rejected extends CodedError {}

/** Thrown if the requested object does not exist, belongs to another organisation, or is hidden from the viewer. */
export class NotFound extends Rejected {
  constructor(detail?: string) {
    super('not_found', detail);
  }
}
