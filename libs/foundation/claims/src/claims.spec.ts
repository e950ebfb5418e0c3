import { MasterKey } from '@parley/platform/security/master-key';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedNow, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { claim } from './claim';
import { Claims, type Claimable, type Holding, type Owner } from './claims';

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

describe('of what the log had nothing a moment ago', () => {
  const wanted = { ...address, taken: 'user_email_taken' };
  const takes = (ownerId: string, unheldAt: number) =>
    claims.take([wanted], { ownerId, holding: () => Promise.resolve('held'), unheldAt }, context(), () =>
      Promise.resolve(),
    );

  test('a claim is taken without reading', async () => {
    const read = jest.spyOn(store, 'readStream');
    await takes('ana', performance.now());
    expect(read).not.toHaveBeenCalled();
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('a claim is theirs who were faster', async () => {
    const unheldAt = performance.now();
    await takes('ana', unheldAt);
    await expect(takes('ben', unheldAt)).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('the log is asked again once that is too long ago to be sure', async () => {
    const read = jest.spyOn(store, 'readStream');
    await takes('ana', performance.now() - claims.sayWithinMs);
    expect(read).toHaveBeenCalled();
  });
});

describe('an owner that has not said so yet', () => {
  const wanted = { ...address, taken: 'user_email_taken' };
  const crash = () => Promise.reject(new Error('crash'));
  /** What each owner has said, and what happens when one is asked. */
  let said: Map<string, Holding>;
  let asked: () => Promise<unknown>;

  const holding = async (_: Claimable, { id }: Owner) => {
    const says = said.get(id) ?? 'pending';
    await asked();
    return says;
  };
  const take = (ownerId: string, work: (inTime: CommandContext) => Promise<unknown> = () => say(ownerId)) =>
    claims.take([wanted], { ownerId, holding }, context(), work);

  function say(ownerId: string): Promise<void> {
    said.set(ownerId, 'held');
    return Promise.resolve();
  }

  beforeEach(async () => {
    said = new Map();
    asked = () => Promise.resolve();
    claims.patienceMs = 0;
    await expect(take('ana', crash)).rejects.toThrow('crash');
  });

  test('and does so while somebody waits keeps what it has', async () => {
    claims.patienceMs = 60_000;
    asked = () => say('ana');
    await expect(take('ben')).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('and has stopped half-way loses it to whoever waited', async () => {
    await take('ben');
    expect(await claims.ownerOf(address, 'acme')).toBe('ben');
  });

  test('and is too slow appends nothing, and keeps nothing', async () => {
    claims.sayWithinMs = -1;
    said.set('ana', 'gone');
    const aggregates = new Aggregates(store);
    const command = { type: 'Claim', kind: 'phone', ownerId: 'ben' } as const;
    const slow = take('ben', (inTime) =>
      aggregates.execute(claim, 'claim', { id: 'fact', command, context: inTime }),
    );
    await expect(slow).rejects.toThrow('busy');
    expect(store.events.filter(({ stream }) => stream === 'claim-fact')).toEqual([]);
    expect(await claims.ownerOf(address, 'acme')).toBeNull();
  });

  test('and tries again has its time anew: whoever waited for the first try does not take it', async () => {
    let asks = 0;
    asked = () => (++asks === 2 ? take('ana') : Promise.resolve());
    await expect(take('ben')).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('and does so in the moment in which it is taken over gets it back', async () => {
    let asks = 0;
    asked = () => (++asks === 2 ? say('ana') : Promise.resolve());
    await expect(take('ben')).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('and never will, since it is gone, is waited for by nobody', async () => {
    claims.patienceMs = 60_000;
    said.set('ana', 'gone');
    await take('ben');
    expect(await claims.ownerOf(address, 'acme')).toBe('ben');
  });
});

test('what was taken for a fact that is refused is free', async () => {
  const wanted = { ...address, taken: 'user_email_taken' };
  const holding = () => Promise.resolve<Holding>('pending');
  const refused = () => Promise.reject(new Rejected('no'));
  await expect(claims.take([wanted], { ownerId: 'ana', holding }, context(), refused)).rejects.toThrow('no');
  expect(await claims.ownerOf(address, 'acme')).toBeNull();
});

test('of several that are wanted, those that were taken first are free again where one is refused', async () => {
  await claims.claim(address, 'ana', context());
  const phone = { kind: 'phone', value: '1', taken: 'phone_taken' } as const;
  const wanted = [phone, { ...address, taken: 'user_email_taken' }];
  const holding = (_: Claimable, { id }: Owner) =>
    Promise.resolve<Holding>(id === 'ana' ? 'held' : 'pending');
  const work = jest.fn();
  const taken = claims.take(wanted, { ownerId: 'ben', holding }, context(), work);
  await expect(taken).rejects.toThrow('user_email_taken');
  expect(work).not.toHaveBeenCalled();
  expect(await claims.ownerOf(phone, 'acme')).toBeNull();
});

test('of several that are wanted, those that were renewed while another was waited for are free again, too', async () => {
  claims.patienceMs = 50;
  await claims.claim(address, 'ana', context());
  const phone = { kind: 'phone', value: '1', taken: 'phone_taken' } as const;
  const wanted = [phone, { ...address, taken: 'user_email_taken' }];
  const holding = () => Promise.resolve<Holding>('pending');
  const refused = () => Promise.reject(new Rejected('no'));
  await expect(claims.take(wanted, { ownerId: 'ben', holding }, context(), refused)).rejects.toThrow('no');
  expect(await claims.ownerOf(phone, 'acme')).toBeNull();
  expect(await claims.ownerOf(address, 'acme')).toBeNull();
});
