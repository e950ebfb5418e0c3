import type { RecordedEvent } from '@parley/contracts/events';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { noted } from './conformance';
import { SealedEventStore } from './sealed-event-store';
import { UpcastingEventStore } from './upcasting-event-store';

const customerId = 'acme';

test('old events are read in their current version, personal fields too, and stay as they were in the log', async () => {
  const log = new InMemoryEventStore();
  const sealed = new SealedEventStore(log, new InMemorySubjectKeys());
  const store = new UpcastingEventStore(sealed, {
    Named: [
      (data) => {
        const { subject, personal } = data as { subject: string; personal: { name: string } | null };
        return { subject, personal: personal && { names: [personal.name] } };
      },
    ],
  });
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
