import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const run = promisify(execFile);
const script = (name: string) => resolve(__dirname, `../../../scripts/${name}`);
const attackPrompts = (
  JSON.parse(
    readFileSync(
      resolve(__dirname, '../../../libs/contexts/assistant/src/fixtures/attack-prompts.json'),
      'utf8',
    ),
  ) as { prompts: string[] }[]
).flatMap(({ prompts }) => prompts);
const KEY = 'parley-demo-assistant-key';

async function asked(response: Promise<Response>): Promise<void> {
  const { ok, status } = await response;
  if (!ok) throw new Error(`Refused: ${status}`);
}

/** Configures the assistant for a flow: by default with the demo's key, and with these models. */
async function setUp(product: Product, models: string[], key: string | null = KEY): Promise<void> {
  const admin = await Api.signIn(product, demo.admin.email);
  await asked(admin.request('PATCH', '/api/v3/customer-settings/from-map', { openAiApiKey: key }));
  await asked(admin.request('PATCH', '/api/v3/assistant/settings', { models, hidesPersonalData: true }));
}

async function openComposer(page: Page, name: string) {
  await page.goto(`/messaging-inbox?list=new&keyword=${encodeURIComponent(name)}`);
  await page.getByRole('option').filter({ hasText: name }).click();
  const thread = page.getByRole('region', { name: `Conversation with ${name}` });
  await expect(thread.getByRole('article').first()).toBeVisible();
  return thread;
}

async function openAssistant(page: Page) {
  await page.getByRole('button', { name: 'Writing assistant' }).click();
  const dialog = page.getByRole('dialog', { name: 'Writing assistant' });
  await expect(dialog.getByRole('textbox', { name: 'Result' })).toBeVisible();
  return dialog;
}

async function choose(page: Page, name: string, option: string) {
  const dialog = page.getByRole('dialog', { name: 'Writing assistant' });
  await dialog
    .getByRole('combobox', { name })
    .or(dialog.getByRole('textbox', { name, exact: true }))
    .first()
    .click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

const resultOf = (page: Page) => page.getByRole('textbox', { name: 'Result' });

test('an agent rewrites the selected text, reviews and inserts the result, and undo restores the former text', async ({
  product,
  signedIn,
}) => {
  await setUp(product, ['parley-demo', 'links']);
  const contact = new Contact(product, 'Ana Words');
  await contact.write('where is my bike?');
  const page = await signedIn(demo.agent.email);
  const thread = await openComposer(page, contact.name);
  const field = thread.getByRole('textbox', { name: /^Reply to/ });
  const words = 'your bike   is ready, mail ana@example.com or see https://harbour.example/b?x=1';
  await field.fill(`Hello Ana. ${words}`);
  await field.press('End');
  for (let letters = words.length; letters > 0; letters--) await field.press('Shift+ArrowLeft');
  await page.keyboard.press('ControlOrMeta+j');
  const dialog = page.getByRole('dialog', { name: 'Writing assistant' });
  await expect(dialog.getByRole('textbox', { name: 'Your text' })).toHaveValue(/^your bike/);
  await expect(dialog.getByText(/phone numbers and e-mail addresses are hidden/)).toBeVisible();
  await expect(dialog.getByText(/^About: Input \d+/)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Enter');
  const better = 'Your bike is ready, mail ana@example.com or see https://harbour.example/b?x=1';
  await expect(resultOf(page)).toHaveValue(better);
  await expect(dialog.getByText('Done. Read it before you use it.')).toBeVisible();
  await expect(dialog.getByText(/^Input \d+, Request \d+, Response \d+, Total \d+$/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Insert' }).click();
  await expect(field).toHaveValue(`Hello Ana. ${better}`);
  // The assistant has sent no message.
  await expect(thread.getByRole('article').filter({ hasText: better })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(field).toHaveValue(/^Hello Ana\. your bike {3}is ready/);
  await field.fill('');
});

test('an agent has a message made formal, translated, and the conversation summarised', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  await setUp(product, ['parley-demo']);
  const contact = new Contact(product, 'Bea Actions');
  await contact.write('Hoi, wanneer is mijn fiets klaar? Ik heb hem nodig voor het weekend.');
  const page = await signedIn(demo.agent.email);
  const thread = await openComposer(page, contact.name);
  await thread.getByRole('textbox', { name: /^Reply to/ }).fill('the bike is ready');
  // The command palette finds the assistant by its name.
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByPlaceholder('Search, or do something').fill('Writing assistant');
  await expect(page.getByRole('button', { name: /^Writing assistant (Ctrl|⌘)/ })).toBeVisible();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Writing assistant' });
  await expect(resultOf(page)).toBeVisible();
  const runIt = () => dialog.getByRole('button', { name: 'Run' }).click();
  await choose(page, 'Action', 'Make formal');
  await runIt();
  await expect(resultOf(page)).toHaveValue(/^Dear customer,\n\nthe bike is ready/);
  await choose(page, 'Action', 'Translate');
  // The dialog recognises that the contact writes Dutch.
  await expect(dialog.getByText('The contact seems to write in it.')).toBeVisible();
  await runIt();
  await expect(resultOf(page)).toHaveValue('(Dutch) the bike is ready');
  await choose(page, 'Translate to', 'Other');
  await runIt();
  await expect(dialog.getByText('Select a language to translate to.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Other language' }).fill('Frisian');
  await runIt();
  await expect(resultOf(page)).toHaveValue('(Frisian) the bike is ready');

  await choose(page, 'Action', 'Summarise chat');
  await runIt();
  await expect(dialog.getByText('Select messages to summarise.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: /wanneer is mijn fiets klaar/ }).check();
  await expect(dialog.getByText(/^1 message goes to /)).toBeVisible();
  await runIt();
  await expect(resultOf(page)).toHaveValue(/^Contact: Hoi, wanneer is mijn fiets klaar\?/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('the assistant explains failures in words, keeps a partial answer, and is disabled without a key', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  await setUp(product, ['quota', 'length', 'slow', 'links']);
  const contact = new Contact(product, 'Cas Errors');
  await contact.write('hello?');
  const page = await signedIn(demo.agent.email);
  await openComposer(page, contact.name);
  const dialog = await openAssistant(page);
  await choose(page, 'Action', 'Rewrite');
  const runIt = () => dialog.getByRole('button', { name: /^(Run|Retry)$/ }).click();
  await runIt();
  await expect(dialog.getByText('Type a message first.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Copy' }).click();
  await expect(dialog.getByText('Prompt the AI, then copy the output.')).toBeVisible();
  await dialog
    .getByRole('textbox', { name: 'Your text' })
    .fill('where is the bike that I ordered yesterday?');
  for (const [model, words] of [
    ['quota', 'API rate limit or monthly quota exceeded.'],
    ['length', /Stopped early.*The model wrote as much as it may/],
  ] as const) {
    await choose(page, 'Model', model);
    await runIt();
    await expect(dialog.getByRole('alert').filter({ hasText: words })).toBeVisible();
  }
  await choose(page, 'Model', 'slow');
  await runIt();
  await expect(dialog.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expect(resultOf(page)).toHaveValue(/^Where/);
  // The first Escape stops the run, the second closes the dialog.
  await resultOf(page).press('Escape');
  await expect(dialog.getByText('Stopped early. Partial text kept.')).toBeVisible();
  await expect(resultOf(page)).toHaveValue(/^Where/);

  // A picture link in the model's answer is shown as text; the picture is not fetched.
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await choose(page, 'Model', 'links');
  await runIt();
  await expect(resultOf(page)).toHaveValue(/!\[here\]\(https:\/\/pixel\.example/);
  await expect(dialog.getByText('Done. Read it before you use it.')).toBeVisible();
  expect(fetched.filter((url) => url.includes('pixel.example'))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  const set = (value: string) =>
    run(script('customer-settings'), ['harbour.example', `openAiEnabled=${value}`], { env: product.env });
  await setUp(product, [], null);
  await page.reload();
  await openAssistant(page);
  await expect(dialog.getByText('No valid AI key for this account.')).toBeVisible();
  await page.keyboard.press('Escape');
  await set('off');
  await page.reload();
  await page.getByRole('button', { name: 'Writing assistant' }).click();
  await expect(page.getByText('AI is not enabled for this account yet.')).toBeVisible();
  await set('on');
  await setUp(product, ['parley-demo']);
});

test('a model that obeys a prompt injection cannot add another conversation’s text, load or send anything', async ({
  product,
  signedIn,
}) => {
  await setUp(product, ['obeys']);
  const other = new Contact(product, 'Eva Other');
  await other.write('The key lies below the third stone.');
  const contact = new Contact(product, 'Fin Attack');
  const attacks = attackPrompts.filter((prompt) => /<(img|script|a|p|div)\b|!\[/.test(prompt)).slice(-3);
  await contact.write('This one is not picked.');
  for (const attack of attacks) await contact.write(attack);
  const page = await signedIn(demo.agent.email);
  const thread = await openComposer(page, contact.name);
  await expect(thread.getByRole('article').filter({ hasText: 'not picked' })).toBeVisible();
  await expect(thread.getByRole('article').filter({ hasText: attacks.at(-1)!.slice(0, 20) })).toBeVisible();
  const before = await thread.getByRole('article').count();
  const dialog = await openAssistant(page);
  await choose(page, 'Action', 'Summarise chat');
  for (const box of await dialog.getByRole('checkbox', { name: /^Contact/ }).all()) await box.check();
  await dialog.getByRole('checkbox', { name: /not picked/ }).uncheck();
  const fetched: string[] = [];
  const asked = page.waitForRequest(/\/api\/v3\/assistant\/runs$/);
  page.on('request', (request) => fetched.push(request.url()));
  await dialog.getByRole('button', { name: 'Run' }).click();
  const sent = (await asked).postData() ?? '';
  await expect(dialog.getByText('Done. Read it before you use it.')).toBeVisible();
  await expect(resultOf(page)).toHaveValue(/<img src="https:\/\/pixel\.example\/c\.png">/);
  const shown = await resultOf(page).inputValue();
  for (const words of ['not picked', 'third stone']) {
    expect(sent).not.toContain(words);
    expect(shown).not.toContain(words);
  }
  await expect(dialog.locator('img, script, iframe, a[href*="pixel"]')).toHaveCount(0);
  const origin = new URL(page.url()).origin;
  expect(fetched.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(thread.getByRole('article')).toHaveCount(before);
});

test('an administrator sets the assistant up and sees who used it', async ({ product, signedIn }) => {
  await setUp(product, ['parley-demo']);
  const agent = await Api.signIn(product, demo.agent.email);
  const body = {
    ...{ action: 'rewrite', model: 'parley-demo', text: 'hello', language: null, otherLanguage: '' },
    ...{ messages: [], speaks: 'en' },
  };
  const answer = await agent.request('POST', '/api/v3/assistant/runs', body);
  expect(await answer.text()).toContain('"type":"ended","outcome":"done"');
  const page = await signedIn(demo.admin.email);
  await page.goto('/settings/assistant');
  await expect(page.getByText('Ends in -key')).toBeVisible();
  await expectAccessible(page);
  const address = page.getByRole('textbox', { name: 'Address of the API' });
  const before = await address.inputValue();
  await address.fill('http://169.254.169.254/v1');
  await expect(page.getByText(/the key that ends in -key is forgotten when you save/)).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^This address cannot be used/)).toBeVisible();
  await address.fill(before);
  await expect(page.getByText(/is forgotten when you save/)).toBeHidden();
  await page.getByRole('textbox', { name: 'Tokens a month' }).fill('5000000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. It holds for everybody at once.')).toBeVisible();
  await page.getByRole('link', { name: 'Usage' }).click();
  await expect(page.getByText(/of 5,000,000 tokens/)).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Rewrite' }).first()).toBeVisible();
  await expect(page.getByRole('cell', { name: 'parley-demo' }).first()).toBeVisible();
  await expectAccessible(page);
});
