import type { Locator, Page } from '@playwright/test';
import type { CreatedResponse } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const run = Date.now().toString(36);

/** An agent's window that shows a team's list, which contains only conversations of this flow. */
class Window {
  constructor(
    private readonly page: Page,
    private readonly team: { id: string; name: string },
  ) {}

  row(contact: string): Locator {
    return this.page.getByRole('option').filter({ hasText: contact });
  }

  async show(): Promise<void> {
    await this.page.goto(`/messaging-inbox?list=team&team=${this.team.id}`);
  }

  async read(contact: string): Promise<void> {
    await this.row(contact).click();
    // Moves the pointer away, because the list does not change while the pointer is over its rows.
    await this.page.mouse.move(0, 0);
    await expect(this.page.getByRole('region', { name: `Conversation with ${contact}` })).toBeVisible();
  }

  async markUnread(): Promise<void> {
    await this.page.keyboard.press('u');
  }

  /**
   * Checks the unread counts.
   * @param messages unread messages of the conversation
   * @param badge unread conversations of the list
   */
  async expectUnread(contact: string, messages: number, badge: number): Promise<void> {
    const count = this.row(contact).getByLabel(/unread message/);
    if (messages === 0) await expect(count).toHaveCount(0);
    else await expect(count).toHaveText(String(messages));
    const link = this.page.getByRole('link', { name: new RegExp(`^${this.team.name}`) });
    const name = badge === 0 ? this.team.name : new RegExp(`${badge} unread conversation`);
    await expect(link).toHaveAccessibleName(name);
  }
}

test('each agent has their own unread state, unless the channel is set to "read for all"', async ({
  product,
  signedIn,
}) => {
  const admin = await Api.signIn(product, demo.admin.email);
  const ask = async (method: string, path: string, body?: object) => {
    const response = await admin.request(method, path, body);
    expect(response.status).toBeLessThan(300);
    return response;
  };
  const made = async (path: string, body: object) =>
    ((await (await ask('POST', path, body)).json()) as CreatedResponse).id;
  const name = `Readers ${run}`;
  const team = { name, id: await made('/api/v3/teams', { name, colour: '#0f7b6c' }) };
  const channel = await made('/api/v3/channels', { provider: 'test', name: `Each for themselves ${run}` });
  const path = `/api/v3/channels/${channel}`;
  // Retries, because all parts of the product know a new channel and its settings only after a moment.
  const setReadForAll = (readForAll: boolean) =>
    expect(async () => {
      await ask('PATCH', path, { readForAll });
      expect(await admin.get(path)).toMatchObject({ readForAll });
    }).toPass();
  const write = (contact: string, text: string) => {
    const event = { type: 'message', id: `${contact}-${text}`, from: { id: contact, name: contact }, text };
    return ask('POST', `/ingress/test/${channel}`, { events: [event] });
  };
  const giveToTeam = (contact: string) =>
    expect(async () => {
      const chat = (await admin.chats('new')).find((candidate) => candidate.contact.name === contact);
      const expected = { userId: null, teamId: null };
      const body = { ...expected, teamId: team.id, expected };
      await ask('POST', `/api/v3/messaging-chats/${chat!.id}/assign`, body);
    }).toPass();

  const [ana, ben] = [`Ana ${run}`, `Ben ${run}`];
  await setReadForAll(false);
  await write(ana, 'one');
  await giveToTeam(ana);
  const [sanne, amara] = [
    new Window(await signedIn(demo.agent.email), team),
    new Window(await signedIn(demo.colleague.email), team),
  ];
  for (const window of [sanne, amara]) {
    await window.show();
    await window.expectUnread(ana, 1, 1);
  }

  await test.step('a conversation that Sanne reads stays unread for Amara, in pushes and after loading', async () => {
    await sanne.read(ana);
    await sanne.expectUnread(ana, 0, 0);
    await write(ana, 'two');
    await amara.expectUnread(ana, 2, 1);
    await sanne.expectUnread(ana, 0, 0);
    await amara.show();
    await amara.expectUnread(ana, 2, 1);
  });

  await test.step('a conversation that Sanne marks as unread stays read for Amara', async () => {
    await amara.read(ana);
    await amara.expectUnread(ana, 0, 0);
    await sanne.markUnread();
    await sanne.expectUnread(ana, 1, 1);
    await amara.expectUnread(ana, 0, 0);
    await amara.show();
    await amara.expectUnread(ana, 0, 0);
  });

  await test.step('once the setting is on, a new conversation that Amara reads is read for both', async () => {
    await setReadForAll(true);
    await write(ben, 'one');
    await giveToTeam(ben);
    await sanne.expectUnread(ben, 1, 2);
    await amara.expectUnread(ben, 1, 1);
    await amara.read(ben);
    await sanne.expectUnread(ben, 0, 1);
    await amara.expectUnread(ben, 0, 0);
  });

  await ask('POST', `/api/v3/channels/${channel}/disconnect`);
  await ask('DELETE', `/api/v3/teams/${team.id}`);
});
