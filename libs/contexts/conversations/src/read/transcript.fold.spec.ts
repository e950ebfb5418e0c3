import type { EmailContent, MessageEvent, RecordedEvent } from '@parley/contracts/events';
import { History, id } from '@parley/testing/event-sourcing/history';
import { entryOfMessage } from './transcript.fold';

const receipt = '2026-05-10T12:00:00.000Z';

function entry(providerTime: string) {
  const content: EmailContent = {
    ...{ type: 'email', subject: 'Old', from: { address: 'eva@example.org' }, text: 'Hello' },
    ...{ to: [], cc: [], bcc: [], assets: [] },
  };
  const data = {
    ...{ subject: id('eva'), conversationId: id('chat'), channelId: id('mail'), contactId: id('eva') },
    ...{ contentType: 'email' as const, providerTime, isAutomatic: false },
    personal: { externalId: 'a@b', content, context: {} },
  };
  const event = new History().add(`message-${id('m')}`, { type: 'MessageReceived', data }, { time: receipt });
  return entryOfMessage(event as RecordedEvent & MessageEvent);
}

test('orders an e-mail dated long before its receipt by its receipt, and keeps its date', () => {
  const dated = '1970-01-01T00:00:00.000Z';
  expect(entry(dated)).toMatchObject({ time: receipt, content: { dated } });
});

test('orders an e-mail dated shortly before its receipt by its date', () => {
  const written = '2026-05-10T11:00:00.000Z';
  const found = entry(written);
  expect(found?.time).toBe(written);
  expect(found?.content).not.toHaveProperty('dated');
});
