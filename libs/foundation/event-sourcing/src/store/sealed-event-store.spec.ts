import { randomUUID } from 'node:crypto';
import { MissingKey } from '@parley/platform/security/keys';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { collect, eventStoreConformance, follow, noted } from './conformance';
import type { NewEvent } from './event-store';
import { SealedEventStore } from './sealed-event-store';

const customerId = 'customer-of-the-suite';

eventStoreConformance('a sealed store', () =>
  Promise.resolve(new SealedEventStore(new InMemoryEventStore(), new InMemorySubjectKeys())),
);

function setUp() {
  const log = new InMemoryEventStore();
  const keys = new InMemorySubjectKeys();
  /** Opens another store on the same log, like another process that has not cached any key. */
  const open = () => new SealedEventStore(log, keys);
  return { log, keys, open, store: open() };
}

function named(subject: string, personal: unknown = { name: 'Rosa Luz' }): NewEvent {
  return { ...noted('x'), type: 'Named', data: { subject, personal, colour: 'red' } };
}

const read = (store: SealedEventStore, stream: string) => collect(store.readStream(stream, { customerId }));

test('encrypts personal data in the log and decrypts it when it is read', async () => {
  const { log, store, open } = setUp();
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  expect(JSON.stringify(log.events)).not.toContain('Rosa');
  expect(log.events[0]?.data).toMatchObject({ subject: 's1', colour: 'red' });
  const data = { subject: 's1', personal: { name: 'Rosa Luz' }, colour: 'red' };
  expect((await read(open(), 'contact-1'))[0]?.data).toEqual(data);
  const { events } = await follow(open(), { prefixes: ['contact-'] }, ({ length }) => length === 1);
  expect(events[0]?.data).toEqual(data);
});

test('encrypts the same personal data differently each time', async () => {
  const { log, store } = setUp();
  await store.append('contact-1', [named('s1'), named('s1')], { expected: 'any', customerId });
  const [one, two] = log.events.map(({ data }) => (data as { personal: string }).personal);
  expect(one).not.toBe(two);
});

test('returns null for the personal data of an erased subject, and keeps that of others', async () => {
  const { keys, store, open } = setUp();
  await store.append('contact-1', [named('s1'), named('s2')], { expected: 'any', customerId });
  await keys.erase(customerId, 's1');
  const [erased, kept] = await read(open(), 'contact-1');
  expect(erased?.data).toEqual({ subject: 's1', personal: null, colour: 'red' });
  expect(kept?.data).toMatchObject({ personal: { name: 'Rosa Luz' } });
});

test('does not store personal data that is appended for an erased subject', async () => {
  const { log, keys, store } = setUp();
  await keys.erase(customerId, 's1');
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  expect(log.events[0]?.data).toMatchObject({ personal: null });
});

test('stops the reader if a key is missing although its subject was not erased', async () => {
  const { keys, store, open } = setUp();
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  keys.lose(customerId, 's1');
  await expect(read(open(), 'contact-1')).rejects.toThrow(MissingKey);
});

test('does not decrypt data that was changed or moved to another event', async () => {
  const { log, store, open } = setUp();
  await store.append('contact-1', [named('s1'), named('s1')], { expected: 'any', customerId });
  const [one, two] = log.events.map(({ data }) => data as { personal: string });
  if (!one || !two) throw new Error('Two events were appended.');
  const sealed = one.personal;
  one.personal = sealed.slice(0, 10) + (sealed[10] === 'A' ? 'B' : 'A') + sealed.slice(11);
  await expect(read(open(), 'contact-1')).rejects.toThrow();
  one.personal = two.personal;
  await expect(read(open(), 'contact-1')).rejects.toThrow();
  one.personal = sealed;
  await expect(read(open(), 'contact-1')).resolves.toHaveLength(2);
});

test('accepts a repeated append although it is encrypted differently', async () => {
  const { log, store } = setUp();
  const event = named('s1');
  const first = await store.append('contact-1', [event], { expected: 'no-stream', customerId });
  expect(await store.append('contact-1', [event], { expected: 'no-stream', customerId })).toEqual(first);
  expect(log.events).toHaveLength(1);
});

test('treats the same subject id of another customer as another subject', async () => {
  const { keys, store, open } = setUp();
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  const other = { ...named('s1'), customerId: 'other' };
  await store.append('contact-2', [other], { expected: 'any', customerId: 'other' });
  await keys.erase('other', 's1');
  expect((await read(open(), 'contact-1'))[0]?.data).toMatchObject({ personal: { name: 'Rosa Luz' } });
});

test('fetches the keys of a whole batch at once', async () => {
  const { keys, store, open } = setUp();
  const asked = jest.spyOn(keys, 'forOpening');
  for (let i = 0; i < 20; i++)
    await store.append(`contact-${randomUUID()}`, [named(`s${i % 4}`)], { expected: 'any', customerId });
  await follow(open(), { prefixes: ['contact-'] }, ({ length }) => length === 20);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]?.[0]).toHaveLength(4);
});
