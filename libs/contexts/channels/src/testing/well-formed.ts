import { statusReasons } from '@parley/contracts/events';
import type { Inbound } from '../adapters/adapter';

/** All kinds of items: first those with content or about messages, then notices and content that is left out. */
export const kinds: Inbound['kind'][] = [
  ...([
    'message',
    'echo',
    'edit',
    'deletion',
    'reaction',
    'watermark',
    'status',
    'receipt',
    'introduction',
    'consent',
  ] as const),
  ...(['template', 'account', 'ignored', 'unsupported'] as const),
];

/** Checks the guarantees on which the worker relies for every input. */
export function expectWellFormed(inbound: Inbound): void {
  expect(kinds).toContain(inbound.kind);
  // Stream ids contain the external id, so that it has to be encodable.
  if ('externalId' in inbound) expect(() => encodeURIComponent(inbound.externalId ?? '')).not.toThrow();
  if ('contact' in inbound) {
    const { aliases } = inbound.contact;
    expect(aliases.length).toBeGreaterThan(0);
    expect(aliases.every(({ value }) => typeof value === 'string' && value !== '')).toBe(true);
  }
  if (inbound.kind === 'message' || inbound.kind === 'echo') {
    expect(inbound.providerTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
  if (inbound.kind === 'status' && inbound.status === 'declined') {
    expect(statusReasons).toContain(inbound.statusReason);
  }
  if (inbound.kind === 'ignored' || inbound.kind === 'unsupported') expect(inbound.reason).not.toBe('');
}
