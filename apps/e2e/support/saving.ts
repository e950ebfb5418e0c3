import { expect, type Page, type Response } from '@playwright/test';

/**
 * Runs `act` and waits for the response to the change that it requests below a path.
 * @returns the response
 */
export async function saving(page: Page, path: string, act: () => Promise<void>): Promise<Response> {
  const answered = page.waitForResponse(
    (response) => response.url().includes(path) && response.request().method() !== 'GET',
  );
  await act();
  const answer = await answered;
  expect(answer.status()).toBe(200);
  return answer;
}
