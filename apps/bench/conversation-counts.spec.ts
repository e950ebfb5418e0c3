import { conversationCounts } from './conversation-counts';

test('sizes are thousands and millions, the smallest first', () => {
  expect(conversationCounts('1M,10k,500')).toEqual([500, 10_000, 1_000_000]);
});

test.each(['', '0', '10K', '-1', '10k,', 'many'])('%p is no size', (text) => {
  expect(conversationCounts(text)).toBeNull();
});
