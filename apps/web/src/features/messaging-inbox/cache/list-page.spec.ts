import type { Chat, Page } from '@parley/contracts/api/conversations';
import { pageInstead } from './list-page';

const pageOf = (data: Chat[], page: number, pageCount: number) => ({ data, page, pageCount }) as Page<Chat>;
const chat = { id: 'ana' } as Chat;

test('shows the last page in place of a page beyond the end of its list', () => {
  expect(pageInstead(pageOf([], 9999, 36))).toBe(36);
});

test('shows the page before in place of a last page that became empty, even if the page count includes it', () => {
  expect(pageInstead(pageOf([], 3, 2))).toBe(2);
  expect(pageInstead(pageOf([], 3, 3))).toBe(2);
  expect(pageInstead(pageOf([], 2, 0))).toBe(1);
});

test('keeps a page that has rows, and the first page of an empty list', () => {
  expect(pageInstead(pageOf([chat], 25, 20))).toBeNull();
  expect(pageInstead(pageOf([], 1, 0))).toBeNull();
});
