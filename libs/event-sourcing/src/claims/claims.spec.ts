import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { Aggregates } from '../decider/aggregates';
import { requestedNow } from '../decider/command';
import { Claims } from './claims';

const context = (customerId = 'acme') => requestedNow({ userId: 'admin', customerId });
const address = { kind: 'user-email', value: 'ana@acme.example' } as const;

let store: InMemoryEventStore;
let claims: Claims;
beforeEach(() => {
  store = new InMemoryEventStore();
  claims = new Claims(new Aggregates(store), new MasterKey('a secret that is long enough for tests'));
});

test('of many who claim at once one wins, and each learns who', async () => {
  const owners = await Promise.all(
    ['ana', 'ben', 'cleo'].map((ownerId) => claims.claim(address, ownerId, context())),
  );
  expect(new Set(owners).size).toBe(1);
  expect(store.events).toHaveLength(1);
  expect(await claims.ownerOf(address, 'acme')).toBe(owners[0]);
});

test('what was released is free, for its owner too', async () => {
  await claims.claim(address, 'ana', context());
  await claims.release(address, 'ben', context());
  expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  await claims.release(address, 'ana', context());
  expect(await claims.ownerOf(address, 'acme')).toBeNull();
  expect(await claims.claim(address, 'ana', context())).toBe('ana');
});

test('another organisation, and another kind, is another claim', async () => {
  await claims.claim(address, 'ana', context());
  expect(await claims.claim(address, 'ben', context('other'))).toBe('ben');
  expect(await claims.claim({ ...address, kind: 'email' }, 'cleo', context())).toBe('cleo');
});

test('the log shows neither the value nor the kind in the name of its stream', async () => {
  await claims.claim(address, 'ana', context());
  expect(store.events[0]?.stream).toMatch(/^claim-[0-9a-f]{64}$/);
});
