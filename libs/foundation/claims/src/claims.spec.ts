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

test('gives a value to one of several concurrent claimants and returns the owner to each', async () => {
  const owners = await Promise.all(
    ['ana', 'ben', 'cleo'].map((ownerId) => claims.claim(address, ownerId, context())),
  );
  expect(new Set(owners).size).toBe(1);
  expect(store.events).toHaveLength(1);
  expect(await claims.ownerOf(address, 'acme')).toBe(owners[0]);
});

test('frees a released value, also for its former owner', async () => {
  await claims.claim(address, 'ana', context());
  await claims.release(address, 'ben', context());
  expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  await claims.release(address, 'ana', context());
  expect(await claims.ownerOf(address, 'acme')).toBeNull();
  expect(await claims.claim(address, 'ana', context())).toBe('ana');
});

test('separates the claims of each organisation and each kind', async () => {
  await claims.claim(address, 'ana', context());
  expect(await claims.claim(address, 'ben', context('other'))).toBe('ben');
  expect(await claims.claim({ ...address, kind: 'email' }, 'cleo', context())).toBe('cleo');
});

test('shows neither the value nor the kind in the name of the stream', async () => {
  await claims.claim(address, 'ana', context());
  expect(store.events[0]?.stream).toMatch(/^claim-[0-9a-f]{64}$/);
});

describe('claims on recently free values', () => {
  const wanted = { ...address, taken: 'user_email_taken' };
  const takes = (ownerId: string, unheldAt: number) =>
    claims.take([wanted], { ownerId, holding: () => Promise.resolve('held'), unheldAt }, context(), () =>
      Promise.resolve(),
    );

  test('claims a value without reading its stream if a recent read found it free', async () => {
    const read = jest.spyOn(store, 'readStream');
    await takes('ana', performance.now());
    expect(read).not.toHaveBeenCalled();
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('refuses a recently free value if another owner was faster', async () => {
    const unheldAt = performance.now();
    await takes('ana', unheldAt);
    await expect(takes('ben', unheldAt)).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('reads the stream again if the read that found the value free is too old', async () => {
    const read = jest.spyOn(store, 'readStream');
    await takes('ana', performance.now() - claims.sayWithinMs);
    expect(read).toHaveBeenCalled();
  });
});

describe('claims whose fact is not in the log yet', () => {
  const wanted = { ...address, taken: 'user_email_taken' };
  const crash = () => Promise.reject(new Error('crash'));
  /** `said`: the result of the callback `holding` for each owner. `asked`: runs at each call of `holding`. */
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

  test('an owner keeps its claim if it appends its fact while another owner waits', async () => {
    claims.patienceMs = 60_000;
    asked = () => say('ana');
    await expect(take('ben')).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('an owner that stopped before the append loses its claim to a waiting owner', async () => {
    await take('ben');
    expect(await claims.ownerOf(address, 'acme')).toBe('ben');
  });

  test('an owner that is too slow appends nothing and loses its claim', async () => {
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

  test('a retry gives an owner its full time again, so another owner that waited since the first try cannot take over', async () => {
    let asks = 0;
    asked = () => (++asks === 2 ? take('ana') : Promise.resolve());
    await expect(take('ben')).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('an owner that appends at the moment of a takeover gets its claim back', async () => {
    let asks = 0;
    asked = () => (++asks === 2 ? say('ana') : Promise.resolve());
    await expect(take('ben')).rejects.toThrow('user_email_taken');
    expect(await claims.ownerOf(address, 'acme')).toBe('ana');
  });

  test('an owner that no longer exists loses its claim without delay', async () => {
    claims.patienceMs = 60_000;
    said.set('ana', 'gone');
    await take('ben');
    expect(await claims.ownerOf(address, 'acme')).toBe('ben');
  });
});

test('frees the claim for a fact that is refused', async () => {
  const wanted = { ...address, taken: 'user_email_taken' };
  const holding = () => Promise.resolve<Holding>('pending');
  const refused = () => Promise.reject(new Rejected('no'));
  await expect(claims.take([wanted], { ownerId: 'ana', holding }, context(), refused)).rejects.toThrow('no');
  expect(await claims.ownerOf(address, 'acme')).toBeNull();
});

test('frees earlier claims of a command if a later claim is refused', async () => {
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

test('frees earlier claims of a command that were renewed during a wait, if the command is refused', async () => {
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
