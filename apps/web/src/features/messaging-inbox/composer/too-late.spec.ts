import type { Outgoing } from '../../../conversation/composer/outbox';
import { isTooLate } from './too-late';

const reply: Pick<Outgoing, 'kind' | 'content'> = { kind: 'reply', content: { text: 'Too late?' } };

test.each<[string, Pick<Outgoing, 'kind' | 'content'>, string, boolean]>([
  ['an answer after the care window is too late', reply, 'window_closed', true],
  [
    'files after the care window are too late',
    { kind: 'reply', content: { attachments: ['asset'] } },
    'window_closed',
    true,
  ],
  ['a note is never too late', { ...reply, kind: 'note' }, 'window_closed', false],
  [
    'a message that is sent again is not too late',
    { kind: 'reply', content: { retryOf: 'id' } },
    'window_closed',
    false,
  ],
  ['an answer that was refused for another reason is not too late', reply, 'replied_meanwhile', false],
])('%s', (_, message, code, returns) => {
  expect(isTooLate(message, code)).toBe(returns);
});
