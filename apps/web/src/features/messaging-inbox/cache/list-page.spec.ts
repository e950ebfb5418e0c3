import type { Chat, Page } from '@parley/contracts/api/conversations';
import { pageInstead } from './list-page';

const pageOf = (data: Chat[], page: number, pageCount: number) => ({ data, page, pageCount }) as Page<Chat>;
const chat = { id: 'ana' } as Chat;

test('beyond its end a list is shown at its last page', () => {
  expect(pageInstead(pageOf([], 9999, 36))).toBe(36);
});

test('a last page that was emptied gives way to the one before, whatever was counted', () => {
  expect(pageInstead(pageOf([], 3, 2))).toBe(2);
  expect(pageInstead(pageOf([], 3, 3))).toBe(2);
  expect(pageInstead(pageOf([], 2, 0))).toBe(1);
});

test('a page with rows stays, and so does the first of an empty list', () => {
  expect(pageInstead(pageOf([chat], 25, 20))).toBeNull();
  expect(pageInstead(pageOf([], 1, 0))).toBeNull();
});
