import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

test('an administrator installs an app with the rights it asks for; an agent uses it beside conversations, and it stays', async ({
  product,
  signedIn,
}) => {
  const [ana, bo] = [new Contact(product, 'Ana Apps'), new Contact(product, 'Bo Apps')];
  await ana.write('hello from Ana');
  await bo.write('hello from Bo');

  const admin = await signedIn(demo.admin.email);
  await admin.goto('/apps');
  await admin.getByRole('tab', { name: 'Marketplace' }).click();
  await expectAccessible(admin);
  await admin.getByRole('link', { name: /^Satisfaction/ }).click();
  await admin.getByRole('button', { name: 'Install' }).click();
  const consent = admin.getByRole('dialog');
  await expect(consent.getByText('Keep up to 1,000 records of its own')).toBeVisible();
  await expectAccessible(admin);
  await consent.getByRole('button', { name: 'Install Satisfaction' }).click();
  await expect(admin.getByRole('button', { name: 'Uninstall' })).toBeVisible();
  await expectAccessible(admin);

  const agent = await signedIn(demo.agent.email);
  await agent.goto('/messaging-inbox?list=new');
  await rowOf(agent, ana.name).click();
  const panel = panelOf(agent);
  await panel.getByRole('button', { name: 'Satisfaction' }).click();
  const app = agent.frameLocator('iframe[title="App Satisfaction"]');
  await app.getByRole('button', { name: 'Content', exact: true }).click();
  await expect(app.getByText('Noted.')).toBeVisible();
  await expectAccessible(agent);

  // What the page shows is there still: it was not loaded again.
  await rowOf(agent, bo.name).click();
  await expect(panel.getByRole('heading', { name: bo.name })).toBeVisible();
  await expect(app.getByText('Noted.')).toBeVisible();

  // It has no origin, and so neither storage nor network.
  const frame = agent.frames().find((each) => each.url().includes('/app-bundles/satisfaction/'))!;
  expect(await frame.evaluate('self.origin')).toBe('null');
  expect(await frame.evaluate("fetch('/api/v3/apps').then(() => 'reached', () => 'refused')")).toBe(
    'refused',
  );
  await expect(frame.evaluate('localStorage.length')).rejects.toThrow('SecurityError');

  await agent.goto('/apps/satisfaction/open');
  await expect(agent.frameLocator('iframe').getByText('1 of 1')).toBeVisible();

  // A page that goes elsewhere is stopped.
  const page = agent.frames().find((each) => each.url().includes('/app-bundles/'))!;
  await page.evaluate("location.href = '/app-bundles/orders/1.0.0/panel.html'");
  await expect(agent.getByText('Satisfaction left its own page and was stopped.')).toBeVisible();

  await admin.getByRole('button', { name: 'Uninstall' }).click();
  await admin.getByRole('button', { name: 'Uninstall Satisfaction' }).click();
  await expect(admin.getByRole('button', { name: 'Restore' })).toBeVisible();
  await agent.goto('/apps/satisfaction/open');
  await expect(agent.getByText('This app is not here')).toBeVisible();
});
