import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { phoneOf } from '../support/phone';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

const lists = '**/messaging-chats/chats-list?**';
const threadOf = (page: Page) => page.getByRole('region', { name: /^Conversation with/ });

const DAY_MS = 86_400_000;

test('takes the screenshots of the inbox while it loads, after a failure, and empty', async ({
  signedIn,
}) => {
  test.setTimeout(120_000);
  await screens((options) => signedIn(demo.agent.email, options), {
    'inbox-loading': async (page) => {
      await page.route(lists, () => undefined);
      await page.goto('/messaging-inbox?list=new');
      await expect(page.getByRole('status', { name: 'Loading' }).first()).toBeVisible();
    },
    'inbox-failed': async (page) => {
      await page.unrouteAll();
      await page.route(lists, (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));
      await page.goto('/messaging-inbox?list=new');
      await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
    },
    'inbox-empty': async (page) => {
      await page.unrouteAll();
      await page.goto('/messaging-inbox?list=personal');
      await expect(page.getByText('0 conversations')).toBeVisible();
    },
    'inbox-not-found': async (page) => {
      await page.goto(`/messaging-inbox/${randomUUID()}?list=new`);
      await expect(page.getByText('This conversation is not here')).toBeVisible();
    },
  });
});

test('takes the screenshots of menus and pickers, and reasons that prevent writing', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000);
  const manager = await Api.signIn(product, demo.manager.email);
  for (const [name, colour] of [
    ['Damage', '#c92a2a'],
    ['Refund', '#a15c00'],
    ['Rental', '#0f7b6c'],
  ])
    await manager.request('POST', '/api/v3/tags', { name, colour });
  for (const [title, message] of [
    ['hours', 'Hi {{contact.name}}, we are open from 9 to 18, and on Saturdays until 16.'],
    ['deposit', 'The deposit of 50 euros comes back within two days of your return.'],
  ])
    await manager.request('POST', '/api/v3/quick-replies', { title, message, visibility: 'everybody' });

  const lucia = new Contact(product, 'Lucía Ferrer');
  await lucia.write('Good morning! Do you rent cargo bikes?');
  await lucia.write('For a weekend in June.');
  const play = await phoneOf(product);
  const late = { phone: '+34699000777', name: 'Tom de Wit' };
  const time = new Date(Date.now() - DAY_MS - 6 * 3_600_000).toISOString();
  await play({ type: 'message', id: randomUUID(), from: late, text: 'Is the blue one still there?', time });
  const chats = async () => new Map((await manager.chats('new')).map((chat) => [chat.contact.name, chat]));
  await expect.poll(async () => [...(await chats()).keys()].sort()).toEqual([lucia.name, late.name]);
  const found = await chats();
  const open = async (page: Page, name: string) => {
    await page.goto(`/messaging-inbox/${found.get(name)!.id}?list=new`);
    await expect(threadOf(page).getByRole('article').first()).toBeVisible();
  };

  await screens((options) => signedIn(demo.agent.email, options), {
    'thread-assign': async (page) => {
      await open(page, lucia.name);
      await expect(threadOf(page).getByRole('textbox')).toBeVisible();
      await page.keyboard.press('a');
      await expect(page.getByRole('option', { name: /Support/ })).toBeVisible();
    },
    'thread-tag': async (page) => {
      await open(page, lucia.name);
      await expect(threadOf(page).getByRole('textbox')).toBeVisible();
      await page.keyboard.press('t');
      await expect(page.getByRole('option', { name: 'Rental' })).toBeVisible();
    },
    'composer-quick-replies': async (page) => {
      await open(page, lucia.name);
      await threadOf(page).getByRole('textbox').pressSequentially('/');
      await expect(page.getByRole('option', { name: /deposit/ })).toBeVisible();
    },
    'composer-window-closed': async (page) => {
      await open(page, lucia.name);
      await threadOf(page).getByRole('textbox').fill('');
      await open(page, late.name);
      await expect(threadOf(page).getByText(/The 24 h window closed/)).toBeVisible();
    },
    'composer-template': async (page) => {
      await threadOf(page).getByRole('button', { name: 'Send template' }).click();
      await page.getByRole('button', { name: /^bike_ready/ }).click();
      const dialog = page.getByRole('dialog', { name: 'bike_ready' });
      await dialog.getByLabel('Variable 1').fill('Tom');
      await dialog.getByLabel('Variable 2').fill('9:30');
    },
    'inbox-help': async (page) => {
      await open(page, lucia.name);
      await expect(threadOf(page).getByRole('textbox')).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('complementary', { name: 'Help' })).toBeVisible();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    'inbox-offline': async (page) => {
      await open(page, lucia.name);
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline.')).toBeVisible();
      await threadOf(page).getByRole('textbox').fill('We do, and the first day is free.');
      await page.keyboard.press('Control+Enter');
      await expect(threadOf(page).getByRole('article').filter({ hasText: 'first day' })).toBeVisible();
    },
    'sign-out': async (page) => {
      const account = page.getByRole('button', { name: /^Account of/ });
      if (!(await account.isVisible())) await threadOf(page).getByRole('button', { name: 'Back' }).click();
      await account.click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      const dialog = page.getByRole('dialog', { name: 'Not everything is sent yet' });
      await expect(dialog).toBeVisible();
    },
  });
});
