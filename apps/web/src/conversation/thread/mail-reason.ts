import type { StatusReason } from '@parley/contracts/events/message-content';

/** Reason why an e-mail did not arrive; the code `wrong_number`, made for phones, becomes `wrong_address`. */
export function mailReason(reason: StatusReason | null | undefined): StatusReason | 'wrong_address' {
  return reason === 'wrong_number' ? 'wrong_address' : (reason ?? 'delivery_failure');
}
