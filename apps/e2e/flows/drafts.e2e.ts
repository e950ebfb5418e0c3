import type { Page } from '@playwright/test';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('option').filter({ hasText: name });
const fieldOf = (page: Page, name: string) => page.getByRole('textbox', { name: `Reply to ${name}` });

async function open(page: Page, name: string) {
  await page.goto('/messaging-inbox?list=new');
  await rowOf(page, name).click();
  const field = fieldOf(page, name);
  await expect(field).toBeVisible();
  return field;
}

const saved = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().endsWith('/draft') && response.request().method() === 'PUT',
  );

/** As when somebody turns to this window again. */
const lookAt = (page: Page) => page.evaluate(`window.dispatchEvent(new Event('focus'))`);

test('a draft survives a reload, another browser and signing out, and goes once it is sent', async ({
  product,
  signedIn,
}) => {
  // Four browsers, one after the other.
  test.setTimeout(120_000);
  const ana = new Contact(product, 'Ana Draft');
  await ana.write('when does it arrive?');
  const page = await signedIn(demo.agent.email);
  const field = await open(page, ana.name);
  const saving = saved(page);
  await field.fill('It arrives on');
  expect((await saving).status()).toBe(204);
  await expect(rowOf(page, ana.name)).toContainText('Draft: It arrives on');
  await page.reload();
  await expect(fieldOf(page, ana.name)).toHaveValue('It arrives on');

  const elsewhere = await signedIn(demo.agent.email);
  const there = await open(elsewhere, ana.name);
  await expect(there).toHaveValue('It arrives on');
  await expect(rowOf(elsewhere, ana.name)).toContainText('Draft: It arrives on');
  await there.press('End');
  await there.pressSequentially(' Monday');
  // Leaving is enough: nobody waits for it to be saved.
  await elsewhere.getByRole('button', { name: /Sanne/ }).click();
  await elsewhere.getByRole('menuitem', { name: 'Sign out' }).click();
  await elsewhere.waitForURL(/identity|login|interaction/);

  await lookAt(page);
  await expect(fieldOf(page, ana.name)).toHaveValue('It arrives on Monday');
  const third = await signedIn(demo.agent.email);
  const last = await open(third, ana.name);
  await expect(last).toHaveValue('It arrives on Monday');
  await last.press('Enter');
  await expect(
    third.getByRole('article').filter({ hasText: 'It arrives on Monday' }).getByRole('img', { name: 'Read' }),
  ).toBeVisible();
  await expect(rowOf(third, ana.name)).not.toContainText('Draft:');
  await lookAt(page);
  await expect(fieldOf(page, ana.name)).toHaveValue('');
  await expect(rowOf(page, ana.name)).not.toContainText('Draft:');

  const other = await signedIn(demo.colleague.email);
  const savingAgain = saved(page);
  await fieldOf(page, ana.name).fill('for my eyes alone');
  expect((await savingAgain).status()).toBe(204);
  await expect(await open(other, ana.name)).toHaveValue('');
});

test('two windows of one person: nothing is overwritten unseen, and nothing changes under one’s fingers', async ({
  product,
  signedIn,
}) => {
  const ana = new Contact(product, 'Ana Twofold');
  await ana.write('which colour?');
  const first = await signedIn(demo.agent.email);
  const second = await signedIn(demo.agent.email);
  const mine = await open(first, ana.name);
  const other = await open(second, ana.name);
  const saving = saved(first);
  await mine.fill('The green one.');
  await saving;
  const refused = saved(second);
  await other.fill('The blue one.');
  expect((await refused).status()).toBe(409);
  const notice = second.getByRole('alert').filter({ hasText: 'Another window of yours' });
  await expect(notice).toContainText('The green one.');
  await expect(other).toHaveValue('The blue one.');
  await expectAccessible(second);
  const keeping = saved(second);
  await notice.getByRole('button', { name: 'Keep these' }).click();
  await expect(notice).toBeHidden();
  expect((await keeping).status()).toBe(204);

  await mine.press('End');
  await lookAt(first);
  await expect(mine).toHaveValue('The green one.');
  await mine.blur();
  await lookAt(first);
  await expect(mine).toHaveValue('The blue one.');
});
