import type { StatusReason } from '@parley/contracts/events/message-content';

/** Why an e-mail did not arrive, as it is shown: what is no number is an address. */
export function mailReason(reason: StatusReason | null | undefined): StatusReason | 'wrong_address' {
  return reason === 'wrong_number' ? 'wrong_address' : (reason ?? 'delivery_failure');
}
