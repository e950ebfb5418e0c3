import { claimId } from './claims';

const key = Buffer.alloc(32, 1);

test('gives the same claim the same id', () => {
  expect(claimId(key, 'customer', 'phone', '+31612345678')).toBe(
    claimId(key, 'customer', 'phone', '+31612345678'),
  );
  expect(claimId(key, 'customer', 'phone', '+31612345678')).toMatch(/^[0-9a-f]{64}$/);
});

test('gives different ids if the organisation, kind, value or key differs', () => {
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
