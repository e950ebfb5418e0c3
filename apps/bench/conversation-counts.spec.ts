import { conversationCounts } from './conversation-counts';

test('reads sizes in thousands and millions, and sorts them', () => {
  expect(conversationCounts('1M,10k,500')).toEqual([500, 10_000, 1_000_000]);
});

test.each(['', '0', '10K', '-1', '10k,', 'many'])('refuses %p as a list of sizes', (text) => {
  expect(conversationCounts(text)).toBeNull();
});
