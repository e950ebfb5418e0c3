import { CodedError } from '@parley/contracts/api/coded-error';

/** Why a provider gave no answer, by the codes of the specification (section 8). */
export type FailureCode =
  | 'assistant_no_key'
  | 'assistant_quota'
  | 'assistant_too_long'
  | 'assistant_model'
  | 'assistant_unreachable'
  | 'assistant_failed';

export class ProviderFailure extends CodedError {
  constructor(
    override readonly code: FailureCode,
    detail?: string,
  ) {
    super(code, detail);
  }
}
