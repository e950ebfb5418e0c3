import { claimId } from './claims';

const key = Buffer.alloc(32, 1);

test('a claim is named alike each time', () => {
  expect(claimId(key, 'customer', 'phone', '+31612345678')).toBe(
    claimId(key, 'customer', 'phone', '+31612345678'),
  );
  expect(claimId(key, 'customer', 'phone', '+31612345678')).toMatch(/^[0-9a-f]{64}$/);
});

test('customer, kind, value and key each make another claim', () => {
  const names = [
    claimId(key, 'customer', 'phone', '1'),
    claimId(key, 'other', 'phone', '1'),
    claimId(key, 'customer', 'email', '1'),
    claimId(key, 'customer', 'phone', '2'),
    claimId(Buffer.alloc(32, 2), 'customer', 'phone', '1'),
    claimId(key, 'customer', 'phone1', ''),
    claimId(key, 'customer","phone', '', '1'),
  ];
  expect(new Set(names).size).toBe(names.length);
});
