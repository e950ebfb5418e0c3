import { demo, demoIngress } from '../support/demo';
import { expect, test } from '../support/test';
import { postWebhook, sampleOfNow } from '../support/webhook';

/**
 * Runs in the page: records each status of the sent message from then on, because two of them last less than a
 * second.
 */
const noteStatuses = `(() => {
  window.statuses = [];
  new MutationObserver(() => {
    const status = document.querySelector('article [data-status]')?.title;
    if (status && window.statuses.at(-1) !== status) window.statuses.push(status);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
})()`;

test('a signed webhook reaches the agent’s screen live, and the reply reaches the provider', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(demo.agent.email);
  await page.getByRole('link', { name: /^New/ }).click();

  const response = await postWebhook(demoIngress(product.url), sampleOfNow('in_text'), demo.appSecret);
  expect(response.status).toBe(200);

  const row = page.getByRole('option').filter({ hasText: 'Test Name' });
  await expect(row).toContainText('Body Text');
  await row.click();
  const thread = page.getByRole('region', { name: 'Conversation with Test Name' });
  await expect(thread.getByText('Body Text')).toBeVisible();

  await page.evaluate(noteStatuses);
  await thread.getByRole('textbox', { name: 'Reply to Test Name' }).fill('On its way');
  await page.keyboard.press('Enter');
  const reply = thread.getByRole('article').filter({ hasText: 'On its way' });
  await expect(reply).toHaveCount(1);
  await expect(reply.getByRole('img', { name: 'Read', exact: true })).toBeVisible();
  expect(await page.evaluate('window.statuses')).toEqual(['Pending', 'Sent', 'Delivered', 'Read']);
  await expect(reply).toHaveCount(1);

  const answer = await fetch(`${product.url}/demo/graph/double/sends`, {
    headers: { authorization: `Bearer ${demo.accessToken}` },
  });
  const { sends } = (await answer.json()) as { sends: { body: { to: string; text?: { body: string } } }[] };
  const replies = sends.filter(({ body }) => body.text?.body === 'On its way');
  expect(replies.map(({ body }) => body.to)).toEqual(['972987654321']);
});
