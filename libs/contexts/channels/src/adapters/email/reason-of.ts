import type { StatusReason } from '@parley/contracts/events';

/** Maps an enhanced status code (RFC 3463) to the reason that a message shows. */
export function reasonOf(code: string): StatusReason {
  if (code.startsWith('4.')) return 'waiting';
  if (/^5\.1\./.test(code)) return 'wrong_number';
  if (code === '5.2.3' || code === '5.3.4') return 'too_long';
  if (/^5\.(2|4)\./.test(code)) return 'unreachable';
  if (/^5\.7\./.test(code)) return 'blacklisted';
  if (/^5\.(5|6)\./.test(code)) return 'message_invalid';
  return 'delivery_failure';
}
