import type { Page, WebSocketRoute } from '@playwright/test';
import type { PermissionsResponse } from '../../../libs/foundation/contracts/src/api/access';
import type { Chat, ChatList } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import type { Product } from '../support/product';
import { expect, expectAccessible, test } from '../support/test';

const noticeOf = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text });
const assigned = [523, 659];

/** Records every sound of a browser's pages that open from now on. */
async function listen(page: Page): Promise<void> {
  await page.context().addInitScript(`
    window.heard = [];
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (when) {
      window.heard.push(this.frequency.value);
      start.call(this, when);
    };
  `);
}

/** Opens a page and clicks in it, since browsers allow sounds only in windows with user interaction. */
async function use(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor({ state: 'attached' });
  await page.getByRole('main').click({ position: { x: 5, y: 5 } });
}

async function heardIn(...pages: Page[]): Promise<number[]> {
  const heard = await Promise.all(pages.map((page) => page.evaluate<number[]>('window.heard')));
  return heard.flat();
}

/**
 * A window whose socket can be cut, as when the computer sleeps; `setOffline` alone does not close an open socket.
 */
async function sleepable(page: Page): Promise<{ sleep(): Promise<void>; wake(): Promise<void> }> {
  const sockets = new Set<WebSocketRoute>();
  let isAsleep = false;
  let answers = 0;
  await page.routeWebSocket(/socket\.io/, (socket) => {
    if (isAsleep) return void socket.close();
    const server = socket.connectToServer();
    server.onMessage((message) => {
      // The packet with which Socket.IO acknowledges: the server has sent the missed changes.
      if (String(message).startsWith('43')) answers++;
      socket.send(message);
    });
    sockets.add(socket);
  });
  return {
    async sleep() {
      isAsleep = true;
      await page.context().setOffline(true);
      for (const socket of sockets) await socket.close();
      await expect(page.getByText('You are offline. What you send waits.')).toBeVisible();
    },
    async wake() {
      isAsleep = false;
      const before = answers;
      await page.context().setOffline(false);
      await expect.poll(() => answers).toBeGreaterThan(before);
    },
  };
}

/** Switches kinds of notifications on for a user, until the flow ends. */
class Wishes {
  private constructor(
    private readonly api: Api,
    readonly userId: string,
    private readonly names: string[],
  ) {}

  static async of(product: Product, email: string, names: string[]): Promise<Wishes> {
    const api = await Api.signIn(product, email);
    const { user } = await api.get<PermissionsResponse>('/api/gateway/v1/auth/permissions');
    const wishes = new Wishes(api, user.id, names);
    await wishes.set('1');
    return wishes;
  }

  async set(value: '0' | '1'): Promise<void> {
    const settings = this.names.map((name) => ({ name, value }));
    const { status } = await this.api.request('PATCH', `/api/v3/users/${this.userId}`, { settings });
    expect(status).toBe(200);
  }
}

async function chatOf(api: Api, contact: Contact, list: ChatList = 'new'): Promise<Chat> {
  let found: Chat | undefined;
  const isTheirs = ({ contact: { name } }: Chat) => name === contact.name;
  await expect.poll(async () => (found = (await api.chats(list)).find(isTheirs))).toBeTruthy();
  return found!;
}

async function assign(api: Api, chat: Chat, userId: string): Promise<void> {
  const body = { userId, teamId: null, expected: { userId: null, teamId: null } };
  const response = await api.request('POST', `/api/v3/messaging-chats/${chat.id}/assign`, body);
  expect(response.status).toBe(200);
}

test('an assignment is shown in every window of the agent and plays a sound in one; the agent’s own actions cause no notice', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000);
  const manager = await Api.signIn(product, demo.manager.email);
  const agent = await Wishes.of(product, demo.agent.email, [
    'notifyConversationAssigned',
    'soundNotifyConversationAssigned',
    'notifyIncomingMessage',
  ]);
  const [ana, ben, cleo] = ['Ana Noticed', 'Ben Taken', 'Cleo Given'].map(
    (name) => new Contact(product, name),
  ) as [Contact, Contact, Contact];
  for (const contact of [ana, ben, cleo]) await contact.write('Hello?');

  const first = await signedIn(demo.agent.email);
  await listen(first);
  const second = await first.context().newPage();
  await use(first, '/messaging-inbox?list=new');
  await use(second, '/settings/account');
  // This user has the default settings, with all notifications off.
  const colleague = await signedIn(demo.colleague.email);

  // The agent assigns the conversation to themselves: no notice appears, and the change is not counted in the next
  // one.
  await first.getByRole('option').filter({ hasText: ben.name }).click();
  await first
    .getByRole('region', { name: `Conversation with ${ben.name}` })
    .getByText('Hello?')
    .click();
  await first.keyboard.press('i');
  await expect(first.getByText(/Taken by/)).toBeVisible();

  const given = await chatOf(manager, ana);
  await assign(manager, given, agent.userId);
  await Promise.all([
    expect(noticeOf(second, `Assigned to you by ${demo.manager.name}`)).toContainText(ana.name),
    expect(noticeOf(first, `Assigned to you by ${demo.manager.name}`)).toContainText(ana.name),
  ]);
  await expectAccessible(second);
  await expect.poll(() => heardIn(first, second)).toEqual(assigned);

  // A message in the agent's conversation is shown without a sound, as the settings require. The notice links to the
  // conversation.
  await ana.write('I would like to cancel.');
  await noticeOf(second, 'I would like to cancel.').getByRole('button', { name: ana.name }).click();
  await expect(second).toHaveURL(new RegExp(`/messaging-inbox/${given.id}`));
  await expect(second.getByRole('region', { name: `Conversation with ${ana.name}` })).toBeVisible();

  // A message in the conversation that is on the screen causes no notice.
  await ana.write('My number is 4711.');
  await expect(second.getByRole('article').filter({ hasText: '4711' })).toBeVisible();
  await assign(manager, await chatOf(manager, cleo), agent.userId);
  // If the previous notice is still open, the new assignment is added to it.
  await expect(noticeOf(second, /Cleo Given|2 conversations were assigned to you/)).toBeVisible();
  await expect(noticeOf(second, '4711')).toHaveCount(0);
  await expect(colleague.getByRole('status').filter({ hasText: /Ana Noticed|Cleo Given/ })).toHaveCount(0);
  expect((await heardIn(first, second)).length).toBeLessThanOrEqual(4);
  await agent.set('0');
});

test('users can choose notices of messages in new conversations, several in one notice, and of unassigned conversations', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000);
  const page = await signedIn(demo.colleague.email);
  await use(page, '/settings/account');
  const wish = page.getByRole('switch', { name: 'Show: A message in a new conversation' });
  await expect(wish).not.toBeChecked();
  const colleague = await Wishes.of(product, demo.colleague.email, [
    'notifyIncomingMessageNew',
    'notifyConversationUnassigned',
  ]);
  // Waits for the connection, because a window that is still connecting treats new changes as missed ones.
  await expect(wish).toBeChecked();
  const contacts = ['One', 'Two', 'Three'].map((name) => new Contact(product, `${name} Together`));
  await Promise.all(contacts.map((contact) => contact.write('Anybody?')));
  await expect(noticeOf(page, /^Messages in 3 new conversations/)).toBeVisible();

  const manager = await Api.signIn(product, demo.manager.email);
  const chat = await chatOf(manager, contacts[0]!);
  await assign(manager, chat, colleague.userId);
  await expect
    .poll(async () => (await chatOf(manager, contacts[0]!, 'open')).assignedUserId)
    .toBe(colleague.userId);
  await manager.request('POST', `/api/v3/messaging-chats/${chat.id}/assign`, {
    userId: null,
    teamId: null,
    expected: { userId: colleague.userId, teamId: null },
  });
  await expect(noticeOf(page, `Given back by ${demo.manager.name}`)).toContainText(contacts[0]!.name);
  await colleague.set('0');
});

test('changes that happened while the computer slept appear on the screen, without a notice or a sound', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(240_000);
  const manager = await Api.signIn(product, demo.manager.email);
  const agent = await Wishes.of(product, demo.agent.email, [
    'notifyConversationAssigned',
    'soundNotifyConversationAssigned',
    'notifyIncomingMessage',
    'soundNotifyIncomingMessage',
  ]);
  const [ana, ben] = [new Contact(product, 'Ana Away'), new Contact(product, 'Ben Back')];
  for (const contact of [ana, ben]) await contact.write('Hello?');
  const page = await signedIn(demo.agent.email);
  await listen(page);
  const laptop = await sleepable(page);
  await use(page, '/messaging-inbox?list=personal');
  const row = page.getByRole('option').filter({ hasText: ana.name });

  await laptop.sleep();
  await assign(manager, await chatOf(manager, ana), agent.userId);
  await ana.write('Are you asleep?');
  const lastSaid = async () => (await chatOf(manager, ana, 'open')).lastEntry?.preview;
  await expect.poll(lastSaid).toBe('Are you asleep?');
  await laptop.wake();
  await expect(row).toContainText('Are you asleep?', { timeout: 30_000 });
  await expect(noticeOf(page, ana.name)).toHaveCount(0);
  expect(await heardIn(page)).toEqual([]);

  // After waking, the user is notified again, but only of the new assignment.
  await assign(manager, await chatOf(manager, ben), agent.userId);
  await expect(noticeOf(page, ben.name)).toBeVisible();
  await expect.poll(() => heardIn(page)).toEqual(assigned);
  await agent.set('0');
});
