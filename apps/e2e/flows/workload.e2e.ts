import type { Page } from '@playwright/test';
import type { UserResponse } from '../../../libs/foundation/contracts/src/api/access';
import type { Chat } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const numberOf = (page: Page, name: string, what: RegExp) =>
  rowOf(page, name).getByRole('link', { name: what });
const chatsIn = (page: Page) => page.getByRole('listbox').getByRole('option');
/** The total that the header of the list shows; it includes rows of a long list that are not rendered. */
const totalOf = (page: Page, count: number) => page.getByText(new RegExp(`^${count} conversations?$`));

/** The number that a link shows. */
async function countIn(page: Page, name: string, what: RegExp): Promise<number> {
  return Number.parseInt((await numberOf(page, name, what).innerText()).replace(/\D/g, ''), 10);
}

async function chatOf(api: Api, contact: Contact): Promise<Chat> {
  let found: Chat | undefined;
  const isTheirs = ({ contact: { name } }: Chat) => name === contact.name;
  await expect.poll(async () => (found = (await api.chats('new')).find(isTheirs))).toBeTruthy();
  return found!;
}

test('a manager sees each agent’s workload, sees it change live, and opens the conversations that a number counts', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const api = await Api.signIn(product, demo.manager.email);
  const { data: users } = await api.get<{ data: UserResponse[] }>('/api/v3/users');
  const amara = users.find(({ email }) => email === demo.colleague.email)!;
  const ana = new Contact(product, 'Ana Workload');
  await ana.write('Is anybody there?');
  const chat = await chatOf(api, ana);

  const manager = await signedIn(demo.manager.email);
  await manager.getByRole('link', { name: 'Workload' }).click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Workload' })).toBeVisible();
  await expect(rowOf(manager, amara.displayName)).toBeVisible();
  await expectAccessible(manager);
  const [open, unread, unassigned] = [
    await countIn(manager, amara.displayName, /open conversation/),
    await countIn(manager, amara.displayName, /unread conversation/),
    await countIn(manager, 'Unassigned', /open conversation/),
  ];

  // In another browser, an agent takes the conversation.
  const agent = await signedIn(demo.colleague.email);
  await agent.goto(`/messaging-inbox/${chat.id}?list=new`);
  const thread = agent.getByRole('region', { name: `Conversation with ${ana.name}` });
  await thread.getByText('Is anybody there?').click();
  await agent.keyboard.press('i');
  await expect.poll(() => countIn(manager, amara.displayName, /open conversation/)).toBe(open + 1);
  await expect.poll(() => countIn(manager, 'Unassigned', /open conversation/)).toBe(unassigned - 1);
  await expect(numberOf(manager, amara.displayName, /longest wait/)).toBeVisible();

  await agent.goto('/messaging-inbox?list=archived');
  await ana.write('Still here.');
  await expect.poll(() => countIn(manager, amara.displayName, /unread conversation/)).toBe(unread + 1);

  await numberOf(manager, amara.displayName, /open conversation/).click();
  await expect(manager.getByRole('heading', { name: 'Open', level: 2 })).toBeVisible();
  await expect(totalOf(manager, open + 1)).toBeVisible();
  await expect(chatsIn(manager).filter({ hasText: ana.name })).toHaveCount(1);
  await manager.goBack();
  await numberOf(manager, amara.displayName, /unread conversation/).click();
  await expect(totalOf(manager, unread + 1)).toBeVisible();
  await manager.goBack();
  await numberOf(manager, amara.displayName, /longest wait/).click();
  await expect(manager).toHaveURL(/sortBy=longestWaiting/);
  await expect(totalOf(manager, open + 1)).toBeVisible();

  await api.request('POST', `/api/v3/messaging-chats/${chat.id}/archive`, {
    seenUpTo: (await api.get<{ position: string }>(`/api/v3/messaging-chats/chats-list/${chat.id}`)).position,
  });
});

test('the workload can be sorted by each column, which the URL stores, and fits a narrow screen', async ({
  signedIn,
}) => {
  const page = await signedIn(demo.manager.email);
  await page.goto('/workload');
  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Open')).toHaveAttribute('aria-sort', 'descending');
  await header('Agent').getByRole('button').click();
  await expect(header('Agent')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header('Open')).toHaveAttribute('aria-sort', 'none');
  const names = async () =>
    (await page.getByRole('rowheader').allInnerTexts()).map((text) => text.split('\n').at(-1)!);
  const [first, ...agents] = await names();
  expect(first).toBe('Unassigned');
  expect(agents).toEqual([...agents].sort((a, b) => a.localeCompare(b)));
  await header('Agent').getByRole('button').press('Enter');
  await expect(header('Agent')).toHaveAttribute('aria-sort', 'descending');
  await page.reload();
  await expect(header('Agent')).toHaveAttribute('aria-sort', 'descending');
  expect(await names()).toEqual([first, ...agents.toReversed()]);

  await page.setViewportSize({ width: 360, height: 740 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const sideways =
    'document.documentElement.scrollWidth > 360 || document.querySelector("table").scrollWidth > 344';
  expect(await page.evaluate(sideways)).toBe(false);
  const bar = (await page.getByRole('navigation', { name: 'Main' }).boundingBox())!;
  expect([bar.x, bar.width]).toEqual([0, 360]);
});
