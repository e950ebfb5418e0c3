import type { InboxPush } from '@parley/contracts/push/index';
import { PushLog } from './push-log';

const pushAt = (number: number): InboxPush => ({
  view: 'inbox',
  position: String(number).padStart(4, '0'),
  rows: [],
  gone: [],
  counts: [],
  liveAt: null,
});

function logOf(count: number) {
  const log = new PushLog<InboxPush>();
  for (let number = 1; number <= count; number++) log.add(pushAt(number));
  return log;
}

test('since returns the pushes that came after a position', () => {
  expect(logOf(3).since('0001')).toEqual([pushAt(2), pushAt(3)]);
});

test('since returns null, not an incomplete list, for a position older than the log', () => {
  const log = logOf(205);
  expect(log.since('0004')).toBeNull();
  expect(log.since('0005')).toHaveLength(200);
});
