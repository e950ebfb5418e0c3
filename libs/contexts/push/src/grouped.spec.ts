import type { PushPayload } from '@parley/contracts/api/push';
import { grouped } from './grouped';
import { wordsIn } from './words';

const news = (tag: string, text = 'Hello'): { payload: PushPayload } => ({
  payload: {
    kind: 'news',
    tag,
    title: 'Ana',
    text,
    path: `/messaging-inbox/${tag}`,
    why: { label: 'Why this?', path: '/settings/account?why=notifyIncomingMessage' },
    time: '2026-11-23T09:00:00.000Z',
  },
});
const close = (tag: string): { payload: PushPayload } => ({ payload: { kind: 'close', tag } });
const payloads = (...deliveries: { payload: PushPayload }[]) =>
  grouped(deliveries, wordsIn('en')).map(({ payload }) => payload);

test('keeps only the newest notification of a conversation', () => {
  expect(payloads(news('a', 'One'), news('a', 'Two'))).toEqual([news('a', 'Two').payload]);
});

test('keeps the notifications of three conversations separate', () => {
  expect(payloads(news('a'), news('b'), news('c'))).toHaveLength(3);
});

test('turns hundreds of conversations into one push with their count, which stands for all deliveries', () => {
  const many = Array.from({ length: 300 }, (_, index) => news(`conversation-${index}`));
  const [group, ...others] = grouped(many, wordsIn('en'));
  expect(others).toEqual([]);
  expect(group?.payload).toMatchObject({ tag: 'many', title: 'News in 300 conversations' });
  expect(group?.of).toHaveLength(300);
});

test('closes the notification of a conversation that was read before its push was sent', () => {
  expect(payloads(news('a'), close('a'))).toEqual([{ kind: 'close', tag: 'a' }]);
});
