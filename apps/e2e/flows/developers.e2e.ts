import { Api } from '../support/api';
import { demo } from '../support/demo';
import { HookReceiver } from '../support/hook-receiver';
import { expect, expectAccessible, test } from '../support/test';

test('an administrator adds a webhook, sees its deliveries, and resumes them after its receiver was unreachable', async ({
  product,
  signedIn,
}) => {
  const receiver = await HookReceiver.open();
  const page = await signedIn(demo.admin.email);
  await page.goto('/settings/developers/webhooks');
  await page.getByRole('link', { name: 'Add webhook' }).first().click();
  await page.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await page.getByRole('checkbox', { name: 'tag::created' }).check();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add webhook' }).click();
  await page.getByRole('button', { name: 'I have stored it' }).click();

  await page.getByRole('heading', { level: 1, name: '127.0.0.1' }).waitFor();
  await page.keyboard.press('t');
  await page.getByText('A test is on its way.').waitFor();
  await expect.poll(() => receiver.taken).toEqual(['webhook::test']);
  const log = page.getByRole('list', { name: 'Deliveries' });
  const delivered = log.getByRole('button', { name: /webhook::test.*204/ });
  await delivered.click();
  const detail = page.getByRole('region', { name: 'Request' });
  await expect(detail.getByText('webhook-signature')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('r');
  await expect.poll(() => receiver.taken).toEqual(['webhook::test', 'webhook::test']);

  receiver.status = 410;
  const api = await Api.signIn(product, demo.admin.email);
  const tag = { name: `Hooked ${Date.now().toString(36)}`, colour: '#0f7b6c' };
  expect((await api.request('POST', '/api/v3/tags', tag)).status).toBe(201);
  await expect(page.getByText('1 event waits.')).toBeVisible();
  receiver.status = 204;
  await page.getByRole('button', { name: 'Resume from there' }).click();
  await expect.poll(() => receiver.taken.at(-1)).toBe('tag::created');

  // On a phone, one delivery fills the screen.
  await page.setViewportSize({ width: 360, height: 740 });
  const drawer = page.getByRole('dialog', { name: 'Delivery' });
  await expect(drawer.getByText('webhook-signature')).toBeVisible();
  await expectAccessible(page);
  await drawer.getByRole('button', { name: 'Close' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove webhook' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove webhook' }).click();
  await expect(page.getByText('The webhook is removed.')).toBeVisible();
  await receiver.close();
});

test('the page of events lists events as they happen, and the format of each', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(demo.admin.email);
  await page.goto('/settings/developers/keys');
  const begun = page.waitForResponse((response) => response.url().includes('/api/v3/events?after=latest'));
  await page.getByRole('navigation', { name: 'Developers' }).getByRole('link', { name: 'Events' }).click();
  await begun;
  const api = await Api.signIn(product, demo.admin.email);
  const tag = { name: `Heard ${Date.now().toString(36)}`, colour: '#0f7b6c' };
  expect((await api.request('POST', '/api/v3/tags', tag)).status).toBe(201);
  const now = page.getByRole('list', { name: 'Now' });
  await now
    .getByRole('button', { name: /Show tag::created/ })
    .first()
    .click();
  await expect(now.getByText(tag.name)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search events' }).fill('assigned');
  await page.getByRole('button', { name: /chat::assigned/ }).click();
  await expect(page.getByLabel('Example of chat::assigned')).toContainText('"teamId"');
  await expectAccessible(page);
});
