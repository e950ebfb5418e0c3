import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('a channel asks for a rating once a conversation is archived, and a manager reads ratings and comments', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const admin = await signedIn(demo.admin.email);
  await admin.goto(`/settings/channels/${demo.channelId}`);
  const asks = admin.getByRole('switch', { name: 'Ask for a rating' });
  await asks.click({ force: true });
  await admin.getByRole('textbox', { name: 'Question' }).fill('How did we do, from 1 to 5?');
  await admin.getByRole('textbox', { name: 'Thanks' }).fill('Thank you for rating us!');
  await expectAccessible(admin);
  await admin.getByRole('button', { name: /^Save/ }).click();
  await expect(admin.getByText('The channel is saved').or(admin.getByText('Saved')).first()).toBeVisible();

  const ana = new Contact(product, 'Ana Ratings');
  await ana.write('Where is my parcel?');
  const agent = await Api.signIn(product, demo.agent.email);
  await expect
    .poll(async () => (await agent.chats('new')).some(({ contact }) => contact.name === ana.name))
    .toBe(true);
  const { id } = (await agent.chats('new')).find(({ contact }) => contact.name === ana.name)!;
  const { data: people } = await agent.get<{ data: { id: string; displayName: string }[] }>('/api/v3/users');
  const sanne = people.find(({ displayName }) => displayName === demo.agent.name)!;
  const post = async (path: string, body: unknown) => {
    const response = await agent.request('POST', path, body);
    expect(response.status, await response.clone().text()).toBeLessThan(300);
  };
  await post(`/api/v3/messaging-chats/${id}/assign`, {
    userId: sanne.id,
    teamId: null,
    expected: { userId: null, teamId: null },
  });
  await post('/api/v3/messages/send', {
    chat: { id },
    content: { text: 'It comes tomorrow.' },
    idempotencyKey: `rating-${id}`,
  });
  const newest = async () => (await agent.messages(id))[0]!;
  await post(`/api/v3/messaging-chats/${id}/archive`, { seenUpTo: (await newest()).position });
  await expect
    .poll(async () => (await newest()).message, { timeout: 60_000 })
    .toBe('How did we do, from 1 to 5?');
  await ana.write('5');
  await expect
    .poll(async () => (await newest()).message, { timeout: 30_000 })
    .toBe('Thank you for rating us!');

  // The rating leaves the conversation archived; the comment that follows reopens it.
  const page = await signedIn(demo.agent.email);
  await page.goto(`/messaging-inbox/${id}?list=archived`);
  await expect(
    page
      .getByText('Rated 5 of 5 ★★★★★')
      .or(page.getByText(/events|happened/))
      .first(),
  ).toBeVisible();
  await ana.write('Sanne was lovely');
  await expect
    .poll(async () => (await agent.chats('open')).some((chat) => chat.id === id), { timeout: 30_000 })
    .toBe(true);

  const manager = await signedIn(demo.manager.email);
  await manager.goto('/insights?period=today');
  await manager.getByRole('link', { name: 'Satisfaction' }).click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Satisfaction' })).toBeVisible();
  await expect(async () => {
    await manager.reload();
    await expect(manager.getByRole('table', { name: 'By agent' })).toContainText(demo.agent.name, {
      timeout: 3_000,
    });
  }).toPass({ timeout: 60_000 });
  await expectAccessible(manager);
  await manager.getByText('Comments', { exact: true }).click();
  await expect(manager.getByText('Sanne was lovely')).toBeVisible();

  // As of yesterday there were no ratings; the link shows a colleague the same graphs.
  await manager.goto('/insights');
  await manager.getByRole('button', { name: 'As of' }).click();
  await expect(manager.getByText(/^As of /)).toBeVisible();
  await manager.getByRole('button', { name: 'Back to now' }).click();
  await expect(manager.getByText(/^As of /)).toHaveCount(0);
  await manager.goto('/insights?graphs=24,25,26,27,28,0');
  await expect(manager.getByText('These graphs were shared with you')).toBeVisible();
  await expect(manager.getByRole('region', { name: 'Tag trends' })).toBeVisible();
  await expectAccessible(manager);
});
