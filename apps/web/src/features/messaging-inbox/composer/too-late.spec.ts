import type { Outgoing } from '../../../conversation/composer/outbox';
import { isTooLate } from './too-late';

const reply: Pick<Outgoing, 'kind' | 'content'> = { kind: 'reply', content: { text: 'Too late?' } };

test.each<[string, Pick<Outgoing, 'kind' | 'content'>, string, boolean]>([
  ['an answer after the care window', reply, 'window_closed', true],
  ['its files', { kind: 'reply', content: { attachments: ['asset'] } }, 'window_closed', true],
  ['a note', { ...reply, kind: 'note' }, 'window_closed', false],
  ['a message sent again', { kind: 'reply', content: { retryOf: 'id' } }, 'window_closed', false],
  ['what may go through another time', reply, 'replied_meanwhile', false],
])('%s', (_, message, code, returns) => {
  expect(isTooLate(message, code)).toBe(returns);
});
