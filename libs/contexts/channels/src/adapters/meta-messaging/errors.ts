import type { StatusReason } from '@parley/contracts/events';
import { known } from '../json';
import type { NotSent } from '../not-sent';

export interface MetaError {
  code: number;
  subcode?: number;
  /** The provider's description of the error, for people to read. */
  detail?: string;
}

/** By code and subcode, or by code alone (Messenger Platform, error codes). */
const reasons = new Map<string, StatusReason>([
  ['10/2018278', 'outside_window'],
  ['10/2534022', 'outside_window'],
  ['100/2018001', 'wrong_number'],
  ['100', 'message_invalid'],
  ['551', 'unreachable'],
  ['368', 'blacklisted'],
]);

/** Codes after which the same request may succeed a little later. */
const retryable = new Set([2, 4, 613]);

/** The code in the form that is recorded: `code/subcode`, or the code alone. */
export function codeOf({ code, subcode }: MetaError): string {
  return subcode === undefined ? String(code) : `${code}/${subcode}`;
}

/** The reason that is recorded when a message is declined, or when its retries end. */
export function reasonOf(error: MetaError): StatusReason {
  if (error.code === 100 && /too long|characters|length/i.test(error.detail ?? '')) return 'too_long';
  return reasons.get(codeOf(error)) ?? reasons.get(String(error.code)) ?? 'delivery_failure';
}

export function isOutsideWindow(error: MetaError): boolean {
  return reasonOf(error) === 'outside_window';
}

/**
 * Whether the page or its token is at fault.
 * @param providerCode as `codeOf` writes it
 */
export function isChannelBroken(providerCode: string): boolean {
  const [code = '', subcode] = providerCode.split('/');
  if (!/^\d+$/.test(code) || reasons.has(`${code}/${subcode}`)) return false;
  const number = Number(code);
  return number === 10 || number === 102 || number === 190 || (number >= 200 && number <= 299);
}

export function failure(error: MetaError, retryAfterMs: number | undefined): NotSent {
  const { detail } = error;
  const [reason, providerCode] = [reasonOf(error), codeOf(error)];
  if (retryable.has(error.code))
    return known({ outcome: 'throttled', reason, providerCode, detail, retryAfterMs });
  const channelBroken = isChannelBroken(providerCode) || undefined;
  return known({ outcome: 'declined', reason, providerCode, detail, channelBroken });
}
