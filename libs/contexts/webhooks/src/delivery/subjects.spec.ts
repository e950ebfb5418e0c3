import type { RecordedEvent } from '@parley/contracts/events';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { History, id } from '@parley/testing/event-sourcing/history';
import { Subjects } from './subjects';

const stream = `message-${id('mail')}`;
const ids = { contactId: id('ana'), channelId: id('support') };
const written = (contentType: string) => ({
  subject: id('ana'),
  conversationId: id('bell'),
  contentType,
  ...ids,
});

/** A log of one stream, which counts how often it is read. */
function logOf(contentType: string) {
  const history = new History();
  history.add(stream, { type: 'MessageQueued', data: written(contentType) });
  history.add(stream, { type: 'MessageSent', data: {} });
  history.add(stream, { type: 'MessageMoved', data: { from: id('bell'), to: id('lamp'), isAlone: true } });
  history.add(stream, { type: 'MessageDelivered', data: {} });
  const log = { events: history.events as RecordedEvent[], reads: 0 };
  const store = {
    async *readStream(_: string, { from = 0, max = Infinity }: { from?: number; max?: number }) {
      log.reads += 1;
      await Promise.resolve();
      yield* log.events.slice(from, from + max);
    },
  };
  return { log, subjects: new Subjects(store as unknown as EventStore) };
}

test('an event of an e-mail belongs to the conversation in which the e-mail was at that time, whatever the order of reading', async () => {
  const { log, subjects } = logOf('email');
  const places = async (events: RecordedEvent[]) =>
    (await Promise.all(events.map((event) => subjects.about(event)))).map((about) => about?.conversationId);
  const [bell, lamp] = [id('bell'), id('lamp')];
  expect(await places(log.events.toReversed())).toEqual([lamp, lamp, bell, bell]);
  expect(await places(log.events)).toEqual([bell, bell, lamp, lamp]);
  expect(await subjects.about(log.events[3]!)).toEqual({ conversationId: lamp, ...ids });
});

test('reads only once the first event of a message that cannot be moved to another conversation', async () => {
  const { log, subjects } = logOf('text');
  for (const event of log.events) await subjects.about(event);
  expect(log.reads).toBe(1);
});
