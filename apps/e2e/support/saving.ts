import { expect, type Page, type Response } from '@playwright/test';

/** Does what changes something below a path. @returns once the server has said that it is done, what it said */
export async function saving(page: Page, path: string, act: () => Promise<void>): Promise<Response> {
  const answered = page.waitForResponse(
    (response) => response.url().includes(path) && response.request().method() !== 'GET',
  );
  await act();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  return answer;
}
