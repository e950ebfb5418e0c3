import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const panelOf = (page: Page) => page.getByRole('complementary', { name: 'Contact' });

test('an administrator installs an app with the rights that it requires, and an agent uses it across conversations without reloads', async ({
  product,
  signedIn,
}) => {
  const [ana, bo] = [new Contact(product, 'Ana Apps'), new Contact(product, 'Bo Apps')];
  await ana.write('hello from Ana');
  await bo.write('hello from Bo');

  const admin = await signedIn(demo.admin.email);
  // The demo has the app installed, but the flow begins without it.
  await admin.goto('/apps/satisfaction');
  await admin.getByRole('button', { name: 'Uninstall' }).click();
  await admin.getByRole('button', { name: 'Uninstall Satisfaction' }).click();
  await expect(admin.getByRole('button', { name: 'Restore' })).toBeVisible();
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

  // The text in the app is still there, which shows that the app was not loaded again.
  await rowOf(agent, bo.name).click();
  await expect(panel.getByRole('heading', { name: bo.name })).toBeVisible();
  await expect(app.getByText('Noted.')).toBeVisible();

  // The app's frame has an opaque origin, and so neither storage nor network access.
  const frame = agent.frames().find((each) => each.url().includes('/app-bundles/satisfaction/'))!;
  expect(await frame.evaluate('self.origin')).toBe('null');
  expect(await frame.evaluate("fetch('/api/v3/apps').then(() => 'reached', () => 'refused')")).toBe(
    'refused',
  );
  await expect(frame.evaluate('localStorage.length')).rejects.toThrow('SecurityError');

  await agent.goto('/apps/satisfaction/open');
  await expect(agent.frameLocator('iframe').getByText('1 of 1', { exact: true })).toBeVisible();
  await expect(agent.frameLocator('iframe').getByText('8 of 11')).toBeVisible();

  // An app that navigates to another page is stopped.
  const page = agent.frames().find((each) => each.url().includes('/app-bundles/'))!;
  await page.evaluate("location.href = '/app-bundles/orders/1.0.0/panel.html'");
  await expect(agent.getByText('Satisfaction left its own page and was stopped.')).toBeVisible();

  await admin.getByRole('button', { name: 'Uninstall' }).click();
  await admin.getByRole('button', { name: 'Uninstall Satisfaction' }).click();
  await expect(admin.getByRole('button', { name: 'Restore' })).toBeVisible();
  await agent.goto('/apps/satisfaction/open');
  await expect(agent.getByText('This app is not here')).toBeVisible();
});

test('the four apps of the demo work: orders, a card, a translation and a graph', async ({
  product,
  signedIn,
}) => {
  const contact = new Contact(product, 'Cas Apps');
  await contact.write('Hoi, waar blijft mijn fiets?');
  const agent = await signedIn(demo.agent.email);
  await agent.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(contact.name)}`);
  await rowOf(agent, contact.name).click();
  const panel = panelOf(agent);
  const frameOf = (name: string) => agent.frameLocator(`iframe[title="App ${name}"]`);
  // Content that an app loads may move the next button during a click, so the click is repeated until it works.
  const open = (name: string) =>
    expect(async () => {
      const button = panel.getByRole('button', { name, exact: true });
      if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
      expect(await button.getAttribute('aria-expanded')).toBe('true');
    }).toPass();

  await open('Orders');
  await expect(frameOf('Orders').getByText(/in the workshop · € 49.50/)).toBeVisible();
  await frameOf('Orders')
    .getByRole('button', { name: /^Insert #5/ })
    .click();
  await expect(agent.getByRole('textbox', { name: /^Reply to/ })).toHaveValue(/^#5\d+ · in the workshop/);
  await agent.getByRole('button', { name: 'Undo' }).click();
  await expect(agent.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('');

  await open('CRM card');
  await expect(frameOf('CRM card').getByText('Bikes bought')).toBeVisible();

  await open('Translate thread');
  await frameOf('Translate thread').getByRole('button', { name: 'Translate the last messages' }).click();
  await expect(
    frameOf('Translate thread').getByText(/\(English\) .*mijn fiets|AI is not enabled|No valid AI key/),
  ).toBeVisible();
  await expectAccessible(agent);

  // The same app can be opened from the composer: it inserts text at the cursor and sends nothing.
  const reply = agent.getByRole('textbox', { name: /^Reply to/ });
  await reply.fill('Your order: , see you!');
  for (let back = ', see you!'.length; back > 0; back--) await reply.press('ArrowLeft');
  await agent.getByRole('main').getByRole('button', { name: 'Apps' }).click();
  const action = agent.getByRole('dialog', { name: 'Orders' }).frameLocator('iframe');
  await action.getByRole('button', { name: /^Insert #5/ }).click();
  await expect(reply).toHaveValue(/^Your order: #5\d+ · in the workshop · € 49\.50, see you!$/);
  await expect(agent.getByRole('article')).toHaveCount(1);
});

test('an administrator signs in to an app’s service in a window, sees that the service refuses, and signs in again', async ({
  product,
  signedIn,
}) => {
  const contact = new Contact(product, 'Dee Apps');
  await contact.write('is my bike there?');
  const admin = await signedIn(demo.admin.email);
  await admin.goto('/apps/crm-card');
  await admin.getByRole('switch', { name: /^Sign in at the CRM/ }).click();
  await admin.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(admin.getByText('Settings saved')).toBeVisible();

  const dialog = admin.getByRole('dialog', { name: 'Connection to CRM' });
  const signIn = async (button: string) => {
    const [page] = await Promise.all([
      admin.waitForEvent('popup'),
      dialog.getByRole('button', { name: button }).click(),
    ]);
    await expect(dialog.getByText('Waiting for CRM. Closed the window? Try again.')).toBeVisible();
    return page;
  };
  await admin.getByRole('button', { name: 'Connect', exact: true }).click();
  const abandoned = await signIn('Connect');
  await expectAccessible(admin);
  await abandoned.getByRole('link', { name: 'Deny' }).click();
  await expect(abandoned.getByText('The sign-in was refused.')).toBeVisible();
  await expectAccessible(abandoned);
  await abandoned.close();
  const page = await signIn('Try again');
  await expect(page.getByRole('link', { name: 'Allow' })).toBeVisible();
  // The service's page cannot access the inbox's window.
  expect(await page.evaluate('window.opener')).toBeNull();
  await page.getByRole('link', { name: 'Allow' }).click();
  await expect(dialog.getByText('Connected as tom@crm.example')).toBeVisible();
  await expect(dialog.getByRole('cell', { name: /^Ingrid Sørensen, / })).toBeVisible();
  await expectAccessible(admin);

  const agent = await signedIn(demo.agent.email);
  await agent.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(contact.name)}`);
  await rowOf(agent, contact.name).click();
  const card = agent.frameLocator('iframe[title="App CRM card"]');
  const open = () => panelOf(agent).getByRole('button', { name: 'CRM card', exact: true }).click();
  await open();
  await expect(card.getByText('Bikes bought')).toBeVisible();

  expect((await fetch(`${product.url}/demo/apps/crm/oauth/revoke-all`, { method: 'POST' })).status).toBe(204);
  await agent.reload();
  await open();
  await expect(card.getByText(/An administrator has to reconnect this app/)).toBeVisible();
  await expect(dialog.getByText(/^CRM refuses us since/)).toBeVisible();
  await expectAccessible(admin);
  const again = await signIn('Reconnect');
  await again.getByRole('link', { name: 'Allow' }).click();
  await expect(dialog.getByText('Connected as tom@crm.example')).toBeVisible();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(admin.getByText('Not connected to CRM yet.')).toBeVisible();
});
