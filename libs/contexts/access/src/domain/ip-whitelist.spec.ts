import type { IpWhitelistEvent } from '@parley/contracts/events';
import { given } from '@parley/event-sourcing/decider/given';
import { isCovered, normalPattern } from './address-pattern';
import { ipWhitelist } from './ip-whitelist';

const added = (entryId: string, address: string, name = entryId): IpWhitelistEvent => ({
  type: 'IpWhitelistEntryAdded',
  data: { entryId, name, address },
});
const ownAddress = '192.0.2.7';
const office = added('office', '192.0.2.*');
const home = added('home', '2001:db8::/48');

describe('The IP whitelist', () => {
  const add = { type: 'Add', entryId: 'office', name: 'Office', address: '192.0.2.*', ownAddress } as const;

  test('the whitelist has to begin with an address of the user who adds it', () => {
    expect(given(ipWhitelist, []).when(add)).toEqual([added('office', '192.0.2.*', 'Office')]);
    for (const own of ['198.51.100.7', '2001:db8::1', undefined]) {
      expect(() => given(ipWhitelist, []).when({ ...add, ownAddress: own })).toThrow('ip_own_address_first');
    }
  });

  test('the whitelist accepts further addresses without duplicates', () => {
    const other = { ...add, entryId: 'vpn', address: '203.0.113.9' };
    expect(given(ipWhitelist, [office]).when(other)).toEqual([added('vpn', '203.0.113.9', 'Office')]);
    const again = () => given(ipWhitelist, [home]).when({ ...other, address: '2001:DB8:0::/48' });
    expect(again).toThrow('ip_address_taken');
    expect(given(ipWhitelist, [office]).when(add)).toEqual([]);
  });

  test('the whitelist changes an entry once, and rejects a change that locks its author out', () => {
    const change = { ...add, type: 'Change', name: 'Hall', address: '192.0.2.7' } as const;
    expect(given(ipWhitelist, [office]).when(change)).toEqual([
      { type: 'IpWhitelistEntryChanged', data: { entryId: 'office', name: 'Hall', address: '192.0.2.7' } },
    ]);
    const same = { ...change, name: 'office', address: '192.0.2.*' };
    expect(given(ipWhitelist, [office]).when(same)).toEqual([]);
    const lockOut = () => given(ipWhitelist, [office]).when({ ...change, address: '203.0.113.9' });
    expect(lockOut).toThrow('ip_locks_you_out');
    const covered = given(ipWhitelist, [office, added('me', '192.0.2.7')]);
    expect(covered.when({ ...change, address: '203.0.113.9' })).toHaveLength(1);
    expect(() => given(ipWhitelist, [home]).when(change)).toThrow('not_found');
  });

  test('the whitelist rejects removing the entry that covers the user who removes it', () => {
    const remove = { type: 'Remove', entryId: 'home', ownAddress, switchOff: false } as const;
    expect(given(ipWhitelist, [office, home]).when(remove)).toEqual([
      { type: 'IpWhitelistEntryRemoved', data: { entryId: 'home' } },
    ]);
    const own = () => given(ipWhitelist, [office, home]).when({ ...remove, entryId: 'office' });
    expect(own).toThrow('ip_locks_you_out');
    expect(() => given(ipWhitelist, [office]).when(remove)).toThrow('not_found');
  });

  test('removing the last entry switches the whitelist off, if the user confirms it', () => {
    const remove = { type: 'Remove', entryId: 'office', ownAddress, switchOff: false } as const;
    expect(() => given(ipWhitelist, [office]).when(remove)).toThrow('ip_last_entry');
    expect(given(ipWhitelist, [office]).when({ ...remove, switchOff: true })).toHaveLength(1);
    expect(() => given(ipWhitelist, [office, home]).when({ ...remove, switchOff: true })).toThrow(
      'ip_locks_you_out',
    );
  });

  test('the operator clears the whitelist once', () => {
    const cleared: IpWhitelistEvent[] = [{ type: 'IpWhitelistCleared', data: {} }];
    expect(given(ipWhitelist, [office, home]).when({ type: 'Clear' })).toEqual(cleared);
    expect(given(ipWhitelist, [office, ...cleared]).when({ type: 'Clear' })).toEqual([]);
  });

  test.each([
    '',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '*.2.3.4',
    '1.*.3.4',
    '10.0.0.0/8',
    'localhost',
  ])('the whitelist refuses "%s" as an address', (address) => {
    expect(() => given(ipWhitelist, [office]).when({ ...add, entryId: 'x', address })).toThrow(
      'ip_address_invalid',
    );
  });
});

describe('An address pattern', () => {
  test.each([
    [' 192.0.2.7 ', '192.0.2.7'],
    ['192.0.*.*', '192.0.*.*'],
    ['192.0.*.7', '192.0.*.7'],
    ['2001:DB8:0:0::1', '2001:db8::1'],
    ['2001:db8:1:2:3::/48', '2001:db8:1::/48'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['fe80::1%eth0', null],
    ['2001:db8::/129', null],
    ['2001:db8::/0', null],
    ['::ffff:192.0.2.0/120', null],
    ['0x7f.1', null],
    ['2130706433', null],
  ])('the pattern "%s" is normalised to %s', (text, kept) => {
    expect(normalPattern(text)).toBe(kept);
  });

  test.each([
    ['192.0.2.7', '192.0.2.7', true],
    ['192.0.2.7', '192.0.2.70', false],
    ['192.0.2.*', '192.0.2.255', true],
    ['192.0.2.*', '192.0.20.1', false],
    ['192.0.*.*', '192.0.20.1', true],
    ['192.0.2.7', '::ffff:192.0.2.7', true],
    ['2001:db8::/48', '2001:db8:0:ffff::1', true],
    ['2001:db8::/48', '2001:db8:1::1', false],
    ['2001:db8::1', '2001:DB8:0::1', true],
    ['2001:db8::/48', '192.0.2.7', false],
    ['192.0.2.*', '2001:db8::1', false],
    ['192.0.2.*', '192.0.2.*', false],
    ['192.0.2.*', '', false],
  ])('the pattern %s covers "%s": %s', (pattern, address, expected) => {
    expect(isCovered([pattern], address)).toBe(expected);
  });
});
