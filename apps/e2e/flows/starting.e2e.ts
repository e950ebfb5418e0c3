import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { synchronised } from '../support/templates';
import { expect, expectAccessible, test } from '../support/test';

let last = 0;
/** A phone number that no contact has yet. */
const anyPhone = () => `+3469${String(Date.now() % 1_000_000).padStart(6, '0')}${last++ % 10}`;

test('an agent presses C, types a new number and chooses a template, and the conversation is assigned to the agent', async ({
  product,
  signedIn,
}) => {
  await synchronised(product);
  const page = await signedIn(demo.agent.email);
  const phone = anyPhone();
  await page.getByRole('button', { name: 'New conversation' }).waitFor();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New conversation' });
  const to = dialog.getByRole('textbox', { name: 'To' });
  await to.fill('061234');
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Is it ready?');
  await expect(dialog.getByText('Choose a contact from the list, or enter')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toHaveAccessibleDescription(
    'Choose whom to write to.',
  );
  await to.fill(phone);
  await page.getByRole('option', { name: `New contact ${phone}` }).click();
  await dialog.getByRole('combobox', { name: 'Channel' }).selectOption(demo.channelId);
  await expectAccessible(page);

  // Escape closes only the topmost dialog, and the form behind it keeps its values.
  await dialog.getByRole('button', { name: 'Choose template' }).click();
  await page.getByRole('textbox', { name: 'Search templates' }).waitFor();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('textbox', { name: 'Search templates' })).toBeHidden();
  await expect(to).toHaveValue(phone);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('c');
  await expect(to).toHaveValue(phone);
  await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveValue('Is it ready?');

  await dialog.getByRole('button', { name: 'Choose template' }).click();
  await page.getByRole('textbox', { name: 'Search templates' }).fill('dutch bike');
  await page.getByRole('button', { name: /^bike_ready Dutch/ }).click();
  const template = page.getByRole('dialog', { name: 'bike_ready' });
  await template.getByLabel('Variable 1').fill('Lotte');
  await template.getByLabel('Variable 2').fill('10:00');
  await template.getByRole('button', { name: 'Use this template' }).click();
  const text = 'Hoi Lotte, je fiets staat klaar vanaf 10:00.';
  await expect(dialog.getByRole('group', { name: 'Template' })).toHaveText(text);
  await dialog.getByRole('checkbox', { name: 'Assign to me' }).check();
  await dialog.getByRole('button', { name: 'Send' }).click();

  const thread = page.getByRole('region', { name: `Conversation with ${phone}` });
  await expect(thread.getByRole('article').filter({ hasText: text })).toHaveCount(1);
  await page.getByRole('link', { name: /^Personal/ }).click();
  await expect(page.getByRole('option').filter({ hasText: phone })).toHaveCount(1);
});

test('an agent who starts a conversation that a colleague already has open gets to that conversation, with the typed text', async ({
  product,
  signedIn,
}) => {
  const name = 'Olga Open';
  const contact = new Contact(product, name);
  await contact.write('Is it ready?');
  const tom = await Api.signIn(product, demo.manager.email);
  const { user } = await tom.get<{ user: { id: string } }>('/api/gateway/v1/auth/permissions');
  const found = async () => (await tom.chats('unassigned')).find((chat) => chat.contact.name === name);
  await expect.poll(found).toBeTruthy();
  const chat = (await found())!;
  const nobody = { userId: null, teamId: null };
  await tom.request('POST', `/api/v3/messaging-chats/${chat.id}/assign`, {
    ...nobody,
    userId: user.id,
    expected: nobody,
  });

  const page = await signedIn(demo.agent.email);
  await page.getByRole('button', { name: 'New conversation' }).click();
  const dialog = page.getByRole('dialog', { name: 'New conversation' });
  await dialog.getByRole('textbox', { name: 'To' }).fill(name.slice(0, 6));
  await page.getByRole('option').filter({ hasText: name }).click();
  await expect(dialog.getByText(`${name} has an open conversation with`)).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'Message' }).fill('Nearly there');
  await dialog.getByRole('button', { name: 'Open it' }).click();
  const reply = page.getByRole('textbox', { name: `Reply to ${name}` });
  await expect(reply).toHaveValue('Nearly there');
});

test('a link fills the form, including a template, names what is missing, and sends nothing before the click', async ({
  product,
  signedIn,
}) => {
  const page = await signedIn(demo.agent.email, { viewport: { width: 360, height: 740 } });
  const name = 'Lena Link';
  const contact = new Contact(product, name);
  await contact.write('Hello');
  const api = await Api.signIn(product, demo.agent.email);
  const found = async () => (await api.chats('unassigned')).find((chat) => chat.contact.name === name);
  await expect.poll(found).toBeTruthy();
  const chat = (await found())!;

  await page.goto('/start-conversation?to=%2B34612345678');
  await expect(page.getByRole('alert')).toContainText('This link lacks channel.');
  await page.goto(
    `/start-conversation?to=%2B34612345678&channel=${chat.channelId}&user=nobody@nowhere.example`,
  );
  await expect(page.getByRole('alert')).toContainText('This link names an unknown user.');

  await page.goto(
    `/start-conversation?to=${contact.phone}&channel=${chat.channelId}&message=From%20the%20link`,
  );
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('From the link');
  await expect(page.getByRole('textbox', { name: 'To' })).toHaveValue(name);
  await expectAccessible(page);
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  expect((await api.messages(chat.id)).map(({ message }) => message)).toEqual(['Hello']);

  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(`**/messaging-inbox/${chat.id}**`);
  await expect(page.getByRole('article').filter({ hasText: 'From the link' })).toHaveCount(1);

  await synchronised(product);
  const link = `/start-conversation?to=${encodeURIComponent(anyPhone())}&channel=${demo.channelId}`;
  await page.goto(`${link}&template=no_such_template`);
  await expect(page.getByRole('alert')).toContainText('This link names an unknown template.');
  await page.goto(`${link}&template=bike_ready&language=en&variable=Lena&variable=10:00`);
  const dialog = page.getByRole('dialog', { name: 'bike_ready' });
  await expect(dialog.getByLabel('Variable 1')).toHaveValue('Lena');
  await expect(dialog.getByLabel('Variable 2')).toHaveValue('10:00');
  await dialog.getByRole('button', { name: 'Use this template' }).click();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL('**/messaging-inbox/**');
  const sent = page.getByRole('article').filter({ hasText: 'Hi Lena, your bike is ready from 10:00 on.' });
  await expect(sent).toHaveCount(1);
});

test('a snoozed conversation moves to the list of snoozed ones, and comes back when the contact writes', async ({
  product,
  signedIn,
}) => {
  const name = 'Zoe Later';
  const contact = new Contact(product, name);
  await contact.write('Call me next week');
  const page = await signedIn(demo.agent.email);
  await page.getByRole('link', { name: /^New/ }).click();
  const row = page.getByRole('option').filter({ hasText: name });
  await row.click();
  await page.getByRole('textbox', { name: `Reply to ${name}` }).waitFor();
  await page.getByRole('button', { name: 'Snooze' }).click();
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Tomorrow morning' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  // The conversation is open again, but its row may not be shown before the pointer leaves the list.
  await expect(page.getByText('Woken by you')).toBeVisible();
  await page.keyboard.press('z');
  await dialog.getByRole('button', { name: 'Until the contact writes' }).click();
  await expect(row).toBeHidden();
  await page.getByRole('link', { name: /^Snoozed/ }).click();
  await row.click();
  await expect(
    page.getByRole('status').filter({ hasText: 'Snoozed until the contact writes' }),
  ).toBeVisible();

  await contact.write('Here I am');
  await expect(page.getByRole('status').filter({ hasText: 'Snoozed until' })).toBeHidden();
  await page.getByRole('link', { name: /^New/ }).click();
  await expect(row).toBeVisible();
});

test('a scheduled message is shown in the thread, can be edited again, and is sent at its time', async ({
  product,
  signedIn,
}) => {
  const name = 'Sofia Soon';
  const contact = new Contact(product, name);
  await contact.write('Remind me');
  const page = await signedIn(demo.agent.email);
  await page.getByRole('link', { name: /^New/ }).click();
  await page.getByRole('option').filter({ hasText: name }).click();
  const reply = page.getByRole('textbox', { name: `Reply to ${name}` });
  const schedule = async () => {
    await page.getByRole('button', { name: 'More ways to send' }).click();
    await page.getByRole('menuitem', { name: 'Send later' }).click();
    return page.getByRole('dialog', { name: 'Send later' });
  };
  await reply.fill('It is time');
  await (await schedule()).getByRole('button', { name: 'Tomorrow morning' }).click();
  const message = page.getByRole('article').filter({ hasText: 'It is time' });
  await expect(message).toContainText('Goes out');
  await page.getByRole('button', { name: 'Edit or cancel' }).click();
  await expect(message).toHaveCount(0);
  await expect(reply).toHaveValue('It is time');

  // The browser's time field has no seconds, so the flow sets a time three seconds ahead in the request.
  await page.route('**/api/v3/messages/send', (route) => {
    const body = route.request().postDataJSON() as { sendAt: string };
    return route.continue({ postData: { ...body, sendAt: new Date(Date.now() + 3_000).toISOString() } });
  });
  await (await schedule()).getByRole('button', { name: 'Tomorrow morning' }).click();
  await expect(message).toContainText('Goes out');
  await expect(message.getByRole('img', { name: 'Read', exact: true })).toBeVisible();
  await expect(message).not.toContainText('Goes out');
  await expect(message).toHaveCount(1);
});

test('a view stores a list with its filter, is shared by a manager, and comes back when its deletion is undone', async ({
  signedIn,
}) => {
  const page = await signedIn(demo.manager.email);
  const name = `Support ${Date.now() % 100_000}`;
  await page.goto(`/messaging-inbox?list=open&channels=${demo.channelId}&keyword=ana`);
  await page.getByRole('button', { name: 'Save view' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('checkbox', { name: 'Share with all colleagues' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();

  const colleague = await signedIn(demo.agent.email);
  const views = colleague.getByRole('region', { name: 'Views' });
  await views.getByRole('link', { name }).click();
  await expect(colleague).toHaveURL(new RegExp(`list=open&channels=${demo.channelId}$`));
  await expect(views.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
  await expect(views.getByRole('button', { name: `More for ${name}` })).toHaveCount(0);

  const own = page.getByRole('region', { name: 'Views' });
  await own.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete view' }).click();
  await expect(views.getByRole('link', { name })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(views.getByRole('link', { name })).toHaveCount(1);
});
