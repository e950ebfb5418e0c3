import type { Page } from '@playwright/test';
import type {
  ChannelConnectedResponse,
  ChannelResponse,
} from '../../../libs/foundation/contracts/src/api/channels';
import type { Chat, CommandResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { saving } from '../support/saving';
import { expect, expectAccessible, test } from '../support/test';
import { messageWebhook, postWebhook } from '../support/webhook';

/** Name of a channel that only this flow uses, since all flows share the demo's channels. */
const nameOf = (word: string) => `${word} ${Date.now().toString(36)}`;

/** A phone number that the demo's fake provider knows and that no channel uses yet. */
const number = { phoneNumberId: '2233445566778', businessAccountId: '102290129340398' };

async function connectTest(api: Api, name: string): Promise<string> {
  const response = await api.request('POST', '/api/v3/channels', { provider: 'test', name });
  expect(response.status).toBe(201);
  return ((await response.json()) as ChannelConnectedResponse).id;
}

/** Sends a contact's message on a test channel. */
async function write(api: Api, channelId: string, name: string, text: string): Promise<void> {
  const from = { id: name, name };
  const event = { type: 'message', id: `${name}-${text}`, from, text };
  const response = await api.request('POST', `/ingress/test/${channelId}`, { events: [event] });
  expect(response.status).toBe(200);
}

async function chatOf(api: Api, name: string): Promise<Chat> {
  let chat: Chat | undefined;
  await expect(async () => {
    const all = [...(await api.chats('unassigned')), ...(await api.chats('open'))];
    chat = all.find(({ contact }) => contact.name === name);
    expect(chat).toBeDefined();
  }).toPass();
  return chat!;
}

/**
 * Saves the page.
 * @returns the log position of the change, for requests that must include it
 */
async function saved(page: Page): Promise<string> {
  const answer = await saving(page, '/api/v3/channels/', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  );
  await expect(page.getByText('The channel is saved').last()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  return ((await answer.json()) as CommandResponse).position;
}

const flip = (page: Page, name: string) =>
  page
    .getByText(name, { exact: true })
    .waitFor()
    .then(() => page.getByRole('switch', { name }).click({ force: true }));

test('an administrator connects WhatsApp by token, tests it, and disconnects it', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  const admin = await signedIn(demo.admin.email);
  const told: string[] = [];
  admin.on(
    'response',
    (response) =>
      void response.text().then(
        (text) => told.push(text),
        () => undefined,
      ),
  );
  const name = nameOf('Repairs');
  await admin.goto('/settings/channels');
  await admin.getByRole('button', { name: 'Connect' }).click();
  const dialog = admin.getByRole('dialog');
  const field = (label: string) => dialog.getByRole('textbox', { name: label, exact: true });
  await field('Name').fill(name);
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('Have these from WhatsApp at hand.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await field('Phone number ID').fill(number.phoneNumberId);
  await field('WhatsApp Business Account ID').fill(number.businessAccountId);
  await field('Access token').fill(demo.accessToken);
  await field('App secret').fill('a-wrong-secret');
  await expectAccessible(admin);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText('App secret: This is not the secret of the token’s app.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Connect' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(field('Phone number ID')).toHaveValue(number.phoneNumberId);
  await field('App secret').fill(demo.appSecret);
  await dialog.getByRole('button', { name: 'Check' }).click();
  await expect(dialog.getByText(/WhatsApp lets Parley act for the account: Harbour Bikes/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Connect' }).click();
  await expect(dialog.getByText('Send us a message: it appears here and in the inbox.')).toBeVisible();
  const address = await dialog.getByText(/\/ingress\/whatsapp-cloud\//).innerText();
  const id = new URL(address).pathname.split('/').at(-1)!;
  const body = messageWebhook({
    ...{ id: `wamid.${name}`, from: '34611999888', name: nameOf('Wim') },
    content: { type: 'text', text: { body: 'Hello' } },
    phoneNumberId: number.phoneNumberId,
  });
  const post = async () =>
    (await postWebhook(`${product.url}/ingress/whatsapp-cloud/${id}`, body, demo.appSecret)).status;
  expect(await post()).toBe(200);
  await expect(dialog.getByText('Your message has arrived.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(admin.getByText('•••• oken').first()).toBeVisible();

  await admin.getByRole('button', { name: 'Test the connection' }).click();
  await expect(admin.getByText(/The connection holds · Harbour Bikes/)).toBeVisible();

  await admin.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await expect(admin.getByText('Disconnected', { exact: true }).first()).toBeVisible();
  // The process that receives webhooks caches the channel for a short time, so it refuses them only after a while.
  await expect.poll(post, { timeout: 20_000 }).toBe(404);
  await admin.getByRole('button', { name: 'Connect again' }).click();
  await expect(admin.getByRole('button', { name: 'Disconnect', exact: true })).toBeVisible();
  const api = await Api.signIn(product, demo.admin.email);
  expect((await api.request('POST', `/api/v3/channels/${id}/disconnect`)).status).toBe(200);
  const all = [...told, product.lastWords, JSON.stringify(await api.get(`/api/v3/channels/${id}`))].join(
    '\n',
  );
  for (const secret of [demo.accessToken, demo.appSecret]) expect(all).not.toContain(secret);
});

test('changed settings of a channel apply at once on the screens of agents at work', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(product, demo.admin.email);
  const [channelName, contact] = [nameOf('Desk'), nameOf('Nora')];
  const id = await connectTest(api, channelName);
  const agentApi = await Api.signIn(product, demo.colleague.email);
  await expect(async () => write(agentApi, id, contact, 'Is it ready?')).toPass();
  const chat = await chatOf(agentApi, contact);

  const [admin, agent] = [await signedIn(demo.admin.email), await signedIn(demo.colleague.email)];
  await admin.goto(`/settings/channels/${id}`);
  await agent.goto(`/messaging-inbox/${chat.id}?list=new`);
  const thread = agent.getByRole('region', { name: `Conversation with ${contact}` });
  await thread.getByRole('textbox').waitFor();

  await test.step('mandatory assignment closes the composer for everyone but the assignee', async () => {
    await flip(admin, 'Mandatory assignment');
    await flip(admin, 'High priority');
    await saved(admin);
    await expect(thread.getByText('Only the assignee can reply.')).toBeVisible();
    const row = agent.getByRole('option').filter({ hasText: contact });
    await expect(row.getByRole('img', { name: 'High priority' })).toBeVisible();
    await thread.getByRole('button', { name: 'Assign to me' }).click();
    await thread.getByRole('textbox').waitFor();
  });

  await test.step('appends a signature to a sent message', async () => {
    await admin.getByRole('combobox', { name: 'Automatic signature' }).click();
    await admin.getByRole('option', { name: 'Name in bold before it' }).click();
    await flip(admin, 'Unassign when archived');
    const position = await saved(admin);
    await agentApi.get(`/api/v3/messaging-chats/chats-list/${chat.id}?minPosition=${position}`);
    await thread.getByRole('textbox').fill('Tomorrow at nine.');
    await agent.keyboard.press('Control+Enter');
    await expect(thread.getByRole('article').filter({ hasText: 'Tomorrow at nine.' })).toContainText(
      demo.colleague.name,
    );
    const [sent] = await agentApi.messages(chat.id);
    expect(sent?.message).toBe(`*${demo.colleague.name}*\nTomorrow at nine.`);
  });

  await test.step('unassigns a conversation when it is archived', async () => {
    await thread.getByRole('button', { name: 'Archive' }).click();
    await expect
      .poll(async () => {
        const archived = await agentApi.chats('archived');
        return archived.find((candidate) => candidate.id === chat.id)?.assignedUserId;
      })
      .toBeNull();
  });

  await test.step('removes a channel that is restricted to another user from the screens of the others', async () => {
    await write(agentApi, id, contact, 'One more thing');
    const row = agent.getByRole('option').filter({ hasText: contact });
    await agent.goto('/messaging-inbox?list=new');
    await expect(row).toBeVisible();
    await admin.reload();
    const users = admin.getByRole('combobox', { name: 'Users' });
    await users.click();
    await users.pressSequentially('sanne');
    await admin.getByRole('option', { name: /Sanne/ }).click();
    const position = await saved(admin);
    await expect(row).toHaveCount(0);
    for (const path of [`/api/v3/channels/${id}`, `/api/v3/messaging-chats/chats-list/${chat.id}`]) {
      expect((await agentApi.request('GET', `${path}?minPosition=${position}`)).status).toBe(404);
    }
  });
  await disconnect(api, id);
});

test('hours, texts and dates are edited by keyboard, and a violated rule is explained at its field', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  const api = await Api.signIn(product, demo.admin.email);
  const id = await connectTest(api, nameOf('Hours'));
  const manager = await signedIn(demo.manager.email);
  await manager.goto(`/settings/channels/${id}`);
  await manager.getByRole('textbox', { name: 'Welcome message' }).fill('x'.repeat(4097));
  await manager.getByRole('switch', { name: 'Keep business hours' }).focus();
  await manager.keyboard.press('Space');
  const monday = manager.getByRole('group', { name: 'Monday' });
  await monday.getByLabel('Monday, to, hours').fill('08');
  await manager.getByRole('button', { name: 'Save' }).click();
  await expect(manager.getByText('This is too long.')).toBeVisible();
  await expect(monday.getByText('The end must come after the beginning.')).toBeVisible();
  await manager.getByRole('textbox', { name: 'Welcome message' }).fill('Welcome!');
  await monday.getByLabel('Monday, to, hours').fill('18');
  await monday.getByLabel('Monday, to, minutes').fill('30');
  await monday.getByRole('button', { name: 'Copy Monday to all weekdays' }).press('Enter');
  await manager.getByRole('button', { name: 'Add a date' }).press('Enter');
  await manager.getByLabel('Date 1', { exact: true }).fill('25/12/2026');
  await manager.getByRole('textbox', { name: 'Name of date 1' }).fill('Christmas');
  await expectAccessible(manager);
  const position = await saved(manager);
  const { administration } = await api.get<ChannelResponse>(`/api/v3/channels/${id}?minPosition=${position}`);
  expect(administration?.settings).toMatchObject({
    welcomeMessage: 'Welcome!',
    businessHours: { days: { fri: [{ from: '09:00', to: '18:30' }], sun: [] } },
    closingDates: [{ date: '2026-12-25', name: 'Christmas' }],
  });
  await manager.getByRole('textbox', { name: 'Internal name' }).fill('Not saved');
  await manager.getByRole('link', { name: 'Channels' }).first().click();
  await expect(manager.getByText('Leave without saving?')).toBeVisible();
  await disconnect(api, id);
});

test('names a channel that cannot send to users who can repair it, and sorts it first in their list', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(90_000);
  const api = await Api.signIn(product, demo.admin.email);
  const [name, contact] = [nameOf('Faulty'), nameOf('Fay')];
  const id = await connectTest(api, name);
  await expect(async () => write(api, id, contact, 'Anybody there?')).toPass();
  const chat = await chatOf(api, contact);
  const reply = async (text: string) => {
    const body = {
      chat: { id: chat.id },
      content: { text },
      idempotencyKey: `${text}-${contact}`.replaceAll(/[^a-z0-9]+/gi, '-'),
    };
    expect((await api.request('POST', '/api/v3/messages/send', body)).status).toBe(200);
  };
  await reply('#broken');
  const admin = await signedIn(demo.admin.email);
  const notice = admin.getByRole('status').filter({ hasText: `${name} can’t send since` });
  await expect(async () => {
    await admin.goto('/messaging-inbox');
    await expect(notice).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expectAccessible(admin);
  await admin.goto('/settings/channels');
  const list = admin.getByRole('list', { name: 'Channels' });
  const row = list.getByRole('listitem').filter({ hasText: name });
  await expect(row).toContainText('Cannot send');
  await expect(row).toContainText('1 failure this hour');
  await row.getByRole('link', { name, exact: true }).click();
  await expect(admin.getByRole('heading', { name: 'Health' })).toBeVisible();
  await expect(admin.getByText('The account or its token no longer holds. (test_broken)')).toBeVisible();
  const agent = await signedIn(demo.colleague.email);
  await agent.goto('/messaging-inbox');
  await expect(agent.getByRole('heading', { name: 'Inbox' })).toBeVisible();
  await expect(agent.getByText('can’t send since')).toHaveCount(0);

  await reply('#sent it works again');
  await expect(async () => {
    await admin.goto('/messaging-inbox');
    await expect(admin.getByRole('heading', { name: 'Inbox' })).toBeVisible();
    await expect(notice).toHaveCount(0, { timeout: 2_000 });
  }).toPass();
  await disconnect(api, id);
});

async function disconnect(api: Api, id: string): Promise<void> {
  expect((await api.request('POST', `/api/v3/channels/${id}/disconnect`)).status).toBe(200);
}
