import { resolve } from 'node:path';
import type { UserResponse } from '../../../libs/foundation/contracts/src/api/access';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, test } from '../support/test';

const screen = (name: string) => resolve(__dirname, '../../../docs/screens', `${name}.png`);

const sizes = [
  ['light', { colorScheme: 'light', viewport: { width: 1440, height: 900 } }],
  ['dark', { colorScheme: 'dark', viewport: { width: 1440, height: 900 } }],
  ['narrow', { colorScheme: 'light', viewport: { width: 360, height: 740 } }],
] as const;

test('takes the screenshots of team chat: the page, the participants, and a chat beside a conversation', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const ana = new Contact(product, 'Ana Ruiz');
  await ana.write('Can I return the helmet that I bought in March?');
  const agent = await Api.signIn(product, demo.agent.email);
  const colleague = await Api.signIn(product, demo.colleague.email);
  await expect
    .poll(async () => (await agent.chats('new')).some(({ contact }) => contact.name === ana.name))
    .toBe(true);
  const conversation = (await agent.chats('new')).find(({ contact }) => contact.name === ana.name)!;
  const { data: users } = await agent.get<{ data: UserResponse[] }>('/api/v3/users');
  const idOf = (email: string) => users.find((user) => user.email === email)!.id;
  const begun = await agent.request('POST', '/api/v3/team-chats', {
    userIds: [idOf(demo.colleague.email), idOf(demo.manager.email)],
    title: 'Returns desk',
  });
  const { id } = (await begun.json()) as { id: string };
  const say = (who: Api, message: string, nth: number) =>
    who.request('POST', `/api/v3/team-chats/${id}/entries`, { tmpId: `tmp-screens-${nth}`, message });
  await say(agent, 'Does the 30 days rule hold for helmets, too?', 1);
  await say(colleague, `@${demo.agent.name} yes, unless it was worn in a fall.`, 2);
  await say(
    agent,
    `Thanks! Could you look at this one?\n${product.url}/messaging-inbox/${conversation.id}`,
    3,
  );
  await say(
    colleague,
    `${product.url}/messaging-inbox/6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a0f is gone, is it?`,
    4,
  );

  for (const [size, options] of sizes) {
    const page = await signedIn(demo.agent.email, { ...options, reducedMotion: 'reduce' });
    await page.goto(`/team-chat/${id}`);
    await page.getByText("You can't see this conversation.").waitFor();
    await page.getByRole('group', { name: 'Conversation with Ana Ruiz' }).waitFor();
    await page.screenshot({ path: screen(`team-chat-${size}`) });
    if (size !== 'dark') {
      await page.getByRole('button', { name: '3 people' }).click();
      await page.screenshot({ path: screen(`team-chat-people-${size}`) });
    }
    await page.goto(`/messaging-inbox/${conversation.id}?list=new`);
    await page.getByText('helmet that I bought').last().waitFor();
    await page.getByRole('button', { name: 'More', exact: true }).last().click();
    await page.getByRole('menuitem', { name: 'Ask a colleague' }).click();
    await page.getByRole('combobox', { name: 'People' }).waitFor();
    await page.getByRole('group', { name: 'Conversation with Ana Ruiz' }).waitFor();
    await page.screenshot({ path: screen(`team-chat-ask-${size}`) });
    await page.getByRole('button', { name: 'Back to the chats' }).click();
    await page.getByRole('link', { name: /Returns desk/ }).click();
    await page.getByText('unless it was worn').last().waitFor();
    await page.screenshot({ path: screen(`team-chat-beside-${size}`) });
  }
});
