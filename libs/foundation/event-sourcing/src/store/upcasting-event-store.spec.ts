import type { RecordedEvent } from '@parley/contracts/events';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { noted } from './conformance';
import type { EventStore } from './event-store';
import { SealedEventStore } from './sealed-event-store';
import { UpcastingEventStore } from './upcasting-event-store';

const customerId = 'acme';

test('returns old events in their current version, including personal fields, and leaves them unchanged in the log', async () => {
  const log = new InMemoryEventStore();
  const sealed = new SealedEventStore(log, new InMemorySubjectKeys());
  const table = {
    Named: [
      (data: unknown) => {
        const { subject, personal } = data as { subject: string; personal: { name: string } | null };
        return { subject, personal: personal && { names: [personal.name] } };
      },
    ],
  };
  const store = new UpcastingEventStore(sealed, table);
  const event = { ...noted('x'), type: 'Named', data: { subject: 'ana', personal: { name: 'Ana' } } };
  await store.append('contact-ana', [{ ...event, schemaVersion: 1, customerId }], {
    expected: 'no-stream',
    customerId,
  });
  const read: RecordedEvent[] = [];
  for await (const found of store.readStream('contact-ana', { customerId })) read.push(found);
  const stop = new AbortController();
  for await (const batch of store.subscribeAll({ prefixes: ['contact-'], signal: stop.signal })) {
    read.push(...batch.events);
    if (batch.caughtUp) break;
  }
  const current = { schemaVersion: 2, data: { subject: 'ana', personal: { names: ['Ana'] } } };
  expect(read).toMatchObject([current, current]);
  expect(log.events[0]?.schemaVersion).toBe(1);
});

test.each([
  ['type that is unknown', { type: 'Sung' }, /knows no event Sung/],
  ['version of a newer release', { schemaVersion: 2 }, /a newer one/],
  ['version that never existed', { schemaVersion: 0 }, /version 0/],
  ['fact without data', { data: 'not an object' }, /holds no data/],
])('adds a fault to an event with a %s, but not to its neighbours', async (_, odd, fault) => {
  const log = new InMemoryEventStore();
  const store = new UpcastingEventStore(log, { Noted: [] });
  const events = [noted('before'), { ...noted('odd'), ...odd }, noted('after')];
  await log.append('notes-1', events, { expected: 'no-stream', customerId });
  const [before, bad, after] = await firstBatch(store, 'notes-');
  expect([before?.fault, after?.fault]).toEqual([undefined, undefined]);
  expect(bad?.fault?.message).toMatch(fault);
});

test('adds a fault to an event that cannot be decrypted, and decrypts the others', async () => {
  const log = new InMemoryEventStore();
  const keys = new InMemorySubjectKeys();
  const store = new SealedEventStore(log, keys);
  for (const subject of ['ana', 'bo', 'cem']) {
    const data = { subject, personal: { name: subject } };
    const event = { ...noted(subject), customerId, data };
    await store.append(`contact-${subject}`, [event], { expected: 'no-stream', customerId });
  }
  const [, sealed] = log.events;
  Object.assign(sealed!.data as object, { personal: 'v1.bm90IHNlYWxlZCBieSB1cywgYW5kIGxvbmcgZW5vdWdo' });
  const read = await firstBatch(store, 'contact-');
  expect(read.map(({ fault }) => fault !== undefined)).toEqual([false, true, false]);
  expect(read[2]?.data).toEqual({ subject: 'cem', personal: { name: 'cem' } });
});

async function firstBatch(store: EventStore, prefix: string): Promise<RecordedEvent[]> {
  const stop = new AbortController();
  for await (const { events } of store.subscribeAll({ prefixes: [prefix], signal: stop.signal })) {
    stop.abort();
    return events;
  }
  return [];
}
