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
  /** Another process: it has read no key yet. */
  const open = () => new SealedEventStore(log, keys);
  return { log, keys, open, store: open() };
}

function named(subject: string, personal: unknown = { name: 'Rosa Luz' }): NewEvent {
  return { ...noted('x'), type: 'Named', data: { subject, personal, colour: 'red' } };
}

const read = (store: SealedEventStore, stream: string) => collect(store.readStream(stream, { customerId }));

test('what is personal is unreadable in the log and readable through the store', async () => {
  const { log, store, open } = setUp();
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  expect(JSON.stringify(log.events)).not.toContain('Rosa');
  expect(log.events[0]?.data).toMatchObject({ subject: 's1', colour: 'red' });
  const data = { subject: 's1', personal: { name: 'Rosa Luz' }, colour: 'red' };
  expect((await read(open(), 'contact-1'))[0]?.data).toEqual(data);
  const { events } = await follow(open(), { prefixes: ['contact-'] }, ({ length }) => length === 1);
  expect(events[0]?.data).toEqual(data);
});

test('the same personal data never looks the same twice', async () => {
  const { log, store } = setUp();
  await store.append('contact-1', [named('s1'), named('s1')], { expected: 'any', customerId });
  const [one, two] = log.events.map(({ data }) => (data as { personal: string }).personal);
  expect(one).not.toBe(two);
});

test("an erased subject reads as null, other subjects' data stays", async () => {
  const { keys, store, open } = setUp();
  await store.append('contact-1', [named('s1'), named('s2')], { expected: 'any', customerId });
  await keys.erase(customerId, 's1');
  const [erased, kept] = await read(open(), 'contact-1');
  expect(erased?.data).toEqual({ subject: 's1', personal: null, colour: 'red' });
  expect(kept?.data).toMatchObject({ personal: { name: 'Rosa Luz' } });
});

test('what is appended of an erased subject is not kept at all', async () => {
  const { log, keys, store } = setUp();
  await keys.erase(customerId, 's1');
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  expect(log.events[0]?.data).toMatchObject({ personal: null });
});

test('a key that is gone without an erasure stops the reader', async () => {
  const { keys, store, open } = setUp();
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  keys.lose(customerId, 's1');
  await expect(read(open(), 'contact-1')).rejects.toThrow(MissingKey);
});

test('sealed data that was changed or moved to another event does not open', async () => {
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

test('a repeated append succeeds though it seals differently', async () => {
  const { log, store } = setUp();
  const event = named('s1');
  const first = await store.append('contact-1', [event], { expected: 'no-stream', customerId });
  expect(await store.append('contact-1', [event], { expected: 'no-stream', customerId })).toEqual(first);
  expect(log.events).toHaveLength(1);
});

test('the same subject id under another customer is another subject', async () => {
  const { keys, store, open } = setUp();
  await store.append('contact-1', [named('s1')], { expected: 'any', customerId });
  const other = { ...named('s1'), customerId: 'other' };
  await store.append('contact-2', [other], { expected: 'any', customerId: 'other' });
  await keys.erase('other', 's1');
  expect((await read(open(), 'contact-1'))[0]?.data).toMatchObject({ personal: { name: 'Rosa Luz' } });
});

test('keys are fetched once for a batch, however many events it has', async () => {
  const { keys, store, open } = setUp();
  const asked = jest.spyOn(keys, 'forOpening');
  for (let i = 0; i < 20; i++)
    await store.append(`contact-${randomUUID()}`, [named(`s${i % 4}`)], { expected: 'any', customerId });
  await follow(open(), { prefixes: ['contact-'] }, ({ length }) => length === 20);
  expect(asked).toHaveBeenCalledTimes(1);
  expect(asked.mock.calls[0]?.[0]).toHaveLength(4);
});
