import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

test('the simulated phone plays a provider’s events, and the agent’s screen shows them', async ({
  signedIn,
}) => {
  test.setTimeout(120_000);
  const phone = await signedIn(demo.colleague.email);
  await phone.getByRole('link', { name: 'Test channel' }).click();
  await phone.getByLabel('Name').fill('Pia Phone');
  await phone.getByLabel('Phone', { exact: true }).fill('+34699000111');
  // If another flow has connected a second test channel, the page asks which one to use.
  const channel = phone.getByRole('combobox', { name: 'Channel' });
  if ((await channel.count()) > 0) await channel.selectOption('Test channel');
  const write = phone.getByRole('textbox', { name: 'Write a message' });

  await write.fill('said twice');
  await phone.getByRole('button', { name: 'Send twice' }).click();

  const agent = await signedIn(demo.agent.email);
  await agent.getByRole('link', { name: /^New/ }).click();
  await agent.getByRole('option').filter({ hasText: 'Pia Phone' }).click();
  const thread = agent.getByRole('region', { name: 'Conversation with Pia Phone' });
  const messages = thread.getByRole('article');
  await expect(messages.filter({ hasText: 'said twice' })).toHaveCount(1);

  await write.fill('written before, arrived after');
  await phone.getByRole('button', { name: /Arrives late/ }).click();
  await expect(messages.first()).toContainText('written before, arrived after');

  const tray = phone.getByRole('region', { name: 'What the provider tells' });
  await tray.getByRole('button', { name: 'Edit' }).click();
  await expect(messages.first()).toContainText('edited');
  await tray.getByRole('button', { name: 'React with 👍' }).last().click();
  await expect(messages.first().getByRole('img', { name: '👍 by the contact' })).toBeVisible();
  await tray.getByRole('button', { name: 'Delete' }).click();
  const screen = phone.getByRole('log', { name: 'Messages' });
  for (const shown of [messages.first(), screen.getByText('This message was deleted')]) {
    await expect(shown).toContainText('This message was deleted');
    await expect(shown).not.toContainText('edited');
    await expect(shown).not.toContainText('👍');
  }

  await thread.getByRole('textbox').fill('an answer');
  await agent.keyboard.press('Control+Enter');
  const answer = messages.filter({ hasText: 'an answer' });
  await expect(tray.getByText('an answer')).toBeVisible();
  await tray.getByRole('combobox', { name: 'Reason' }).selectOption('unreachable');
  await tray.getByRole('button', { name: 'Declined' }).click();
  await expect(answer).toContainText('The contact cannot be reached.');
  for (const status of ['Delivered', 'Read']) {
    await tray.getByRole('button', { name: status, exact: true }).click();
    await expect(answer.getByRole('img', { name: status, exact: true })).toBeVisible();
  }
  await tray.getByRole('button', { name: 'Sent', exact: true }).click();
  await tray.getByRole('button', { name: 'React with ❤️' }).click();
  await expect(answer.getByRole('img', { name: '❤️ by the contact' })).toBeVisible();
  await expect(answer.getByRole('img', { name: 'Read', exact: true })).toBeVisible();
  await expectAccessible(phone);
});
