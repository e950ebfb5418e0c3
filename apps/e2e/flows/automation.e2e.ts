import { randomUUID } from 'node:crypto';
import type { Page as ListPage, Chat } from '../../../libs/foundation/contracts/src/api/conversations';
import { Api } from '../support/api';
import { inDatabase } from '../support/database';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const channel = `/api/v3/channels/${demo.testChannelId}`;
const never = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
const off = {
  welcomeMessage: null,
  outOfOffice: { weekdays: null, weekends: null },
  businessHours: null,
  autoArchive: null,
};

test('a channel sends the welcome and the absence message once each, and archives a silent conversation', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(180_000);
  const admin = await Api.signIn(product, demo.admin.email);
  const set = async (settings: object) =>
    expect((await admin.request('PATCH', channel, settings)).status).toBe(200);
  await set({
    welcomeMessage: 'Welcome to Harbour Bikes!',
    outOfOffice: { weekdays: 'Nobody is in today.', weekends: 'Nobody is in today.' },
    businessHours: { timeZone: 'Europe/Amsterdam', days: never },
    autoArchive: { afterHours: 24, direction: 'any' },
  });
  try {
    const phone = await signedIn(demo.colleague.email);
    await phone.getByRole('link', { name: 'Test channel' }).click();
    const name = `Wanda ${randomUUID().slice(0, 8)}`;
    await phone.getByLabel('Name').fill(name);
    await phone.getByLabel('Phone', { exact: true }).fill(`+346${String(Date.now()).slice(-8)}`);
    const write = phone.getByRole('textbox', { name: 'Write a message' });
    await write.fill('Are you open?');
    await phone.keyboard.press('Enter');

    const agent = await signedIn(demo.agent.email);
    await agent.getByRole('link', { name: /^New/ }).click();
    await agent.getByRole('option').filter({ hasText: name }).click();
    const thread = agent.getByRole('region', { name: `Conversation with ${name}` });
    const messages = thread.getByRole('article');
    await expect(messages).toHaveCount(3);
    await expect(messages.nth(0)).toContainText('Are you open?');
    await expect(messages.nth(1)).toContainText('Welcome to Harbour Bikes!');
    await expect(messages.nth(1)).toHaveAccessibleName(/Automatic message/);
    await expect(messages.nth(2)).toContainText('Nobody is in today.');
    const screen = phone.getByRole('log', { name: 'Messages' });
    await expect(screen.getByText('Welcome to Harbour Bikes!')).toHaveCount(1);
    await expect(screen.getByText('Nobody is in today.')).toHaveCount(1);
    // The last message is automatic, so the list does not attribute it to the signed-in user.
    await expect(agent.getByRole('option').filter({ hasText: name })).toContainText(
      'Automatic: Nobody is in today.',
    );
    await expectAccessible(agent);

    await write.fill('Anybody?');
    await phone.keyboard.press('Enter');
    await expect(messages).toHaveCount(4);
    await thread.getByRole('textbox').fill('We are, after all');
    await agent.keyboard.press('Control+Enter');
    await expect(messages.last()).toContainText('We are, after all');
    await expect(messages).toHaveCount(5);

    const { data } = await admin.get<ListPage<Chat>>('/api/v3/messaging-chats/chats-list?list=new&page=1');
    const chat = data.find(({ contact }) => contact.name === name)!;
    // Sets the deadline to now, repeatedly: the provider's delivery receipt of the answer may restart the waiting
    // time in between.
    await expect(async () => {
      await inDatabase(product, (database) =>
        database.query('update inbox.due set at = now() where stream = $1', [`conversation-${chat.id}`]),
      );
      const archived = thread.getByText('Archived automatically after 24 hours');
      await expect(archived).toBeVisible({ timeout: 5_000 });
    }).toPass({ timeout: 60_000 });
    await expect(agent.getByText('This conversation is archived.')).toBeVisible();

    await write.fill('Thank you');
    await phone.keyboard.press('Enter');
    await expect(thread.getByText('Reopened by a new message')).toBeVisible();
    await expect(messages).toHaveCount(6);
  } finally {
    await set(off);
  }
});
