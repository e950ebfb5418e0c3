import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/** Suffix that distinguishes rules and words of this run, since all flows share the demo organisation. */
const stamp = Date.now().toString(36);

test('a manager creates a rule and tries it on a message, and an agent reads why a conversation was tagged', async ({
  product,
  signedIn,
}) => {
  const [title, keyword, tag] = [`Refunds ${stamp}`, `refund${stamp}`, `routed ${stamp}`];
  const api = await Api.signIn(product, demo.manager.email);
  await api.request('POST', '/api/v3/tags', { name: tag, colour: '#0f7b6c' });
  const [manager, agent] = [await signedIn(demo.manager.email), await signedIn(demo.colleague.email)];

  await manager.goto('/settings/smart-routing');
  await manager.getByRole('link', { name: 'New rule' }).click();
  await manager.getByRole('textbox', { name: 'Name' }).fill(title);
  await manager.getByRole('button', { name: 'Create rule' }).click();
  await expect(manager.getByText(/Add a condition/)).toBeVisible();
  const keywords = manager.getByRole('combobox', { name: 'Keywords' });
  await keywords.fill(`${keyword}, please`);
  await keywords.press('Enter');
  await keywords.fill(keyword);
  await keywords.press('Enter');
  await manager.getByRole('combobox', { name: 'Add tags' }).fill(tag);
  await manager.getByRole('option', { name: tag }).click();
  await manager.keyboard.press('Escape');
  await manager.getByRole('textbox', { name: 'Try a message' }).fill(`My ${keyword.toUpperCase()}!`);
  await expect(manager.getByText('The keywords match.')).toBeVisible();
  await expect(manager.locator('mark')).toHaveText(keyword.toUpperCase());
  await manager.getByRole('textbox', { name: 'Try a message' }).fill(`${keyword}s`);
  await expect(manager.getByText('The keywords do not match.')).toBeVisible();
  await expectAccessible(manager);
  await manager.getByRole('button', { name: 'Create rule' }).click();
  const row = manager.getByRole('listitem').filter({ hasText: title });
  await expect(row).toContainText(keyword);
  await expectAccessible(manager);

  const ana = new Contact(product, `Ana ${stamp}`);
  await ana.write(`I want my ${keyword}`);
  await agent.getByRole('link', { name: /^New/ }).click();
  await agent.getByRole('option').filter({ hasText: ana.name }).click();
  const conversation = agent.getByRole('region', { name: `Conversation with ${ana.name}` });
  await expect(conversation.getByText(tag).first()).toBeVisible();
  await agent.keyboard.press('w');
  const why = agent.getByRole('complementary', { name: 'Why was this assigned?' });
  await expect(why.getByText(`${title}, version 1`)).toBeVisible();
  await expect(why.locator('mark')).toHaveText(keyword);
  await expectAccessible(agent);

  // Tests the unsaved rule on past messages.
  await manager.getByRole('link', { name: title }).click();
  await manager.getByRole('textbox', { name: 'Name' }).fill(`${title}, again`);
  await manager.keyboard.press('ControlOrMeta+b');
  const test = manager.getByRole('dialog', { name: 'Back-test' });
  await test.getByText('This rule alone').click();
  await test.getByRole('button', { name: 'Start' }).click();
  await expect(test.getByText(/messages, 1 matches\./)).toBeVisible();
  const same = test.getByRole('list', { name: 'Same' });
  await expect(same.getByRole('link', { name: ana.name })).toHaveAttribute('href', /messaging-inbox.*entry=/);
  await expect(same.locator('mark')).toHaveText(keyword);
  await expectAccessible(manager);
  await manager.emulateMedia({ colorScheme: 'dark' });
  await manager.setViewportSize({ width: 360, height: 740 });
  await expectAccessible(manager);
  await manager.emulateMedia({ colorScheme: 'light' });
  await manager.setViewportSize({ width: 1280, height: 800 });
  await manager.keyboard.press('Escape');
  await expect(test).toBeHidden();

  // A colleague saves the same rule before the manager does.
  const { data: rules } = await api.get<{ data: { id: string; title: string }[] }>('/api/v3/smart-routes');
  const { id } = rules.find((rule) => rule.title === title)!;
  await api.request('PATCH', `/api/v3/smart-routes/${id}`, { title: `${title}, first` });
  await expect(manager.getByText(/saved this rule at/)).toBeVisible();
  await manager.getByRole('button', { name: 'Discard mine' }).click();
  await expect(manager.getByRole('textbox', { name: 'Name' })).toHaveValue(`${title}, first`);

  await manager.getByRole('button', { name: 'Delete rule' }).click();
  await manager.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
  await expect(manager.getByText('The rule is deleted.')).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('a team distributes conversations that a rule assigns to it, and the header explains the assignee', async ({
  product,
  signedIn,
}) => {
  const [title, keyword, team] = [`Shared ${stamp}`, `share${stamp}`, `Sharers ${stamp}`];
  const api = await Api.signIn(product, demo.admin.email);
  const { data: users } = await api.get<{ data: { id: string; email: string }[] }>('/api/v3/users');
  const { id: userId } = users.find(({ email }) => email === demo.colleague.email)!;
  await api.request('POST', '/api/v3/teams', { name: team, colour: '#0f7b6c', userIds: [userId] });
  const [manager, agent] = [await signedIn(demo.manager.email), await signedIn(demo.colleague.email)];

  await manager.goto('/settings/smart-routing/add');
  await manager.getByRole('textbox', { name: 'Name' }).fill(title);
  const keywords = manager.getByRole('combobox', { name: 'Keywords' });
  await keywords.fill(keyword);
  await keywords.press('Enter');
  const choose = async (field: string, option: string) => {
    await manager.getByRole('combobox', { name: field, exact: true }).click();
    await manager.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Assign to', 'Team');
  await choose('Team', team);
  await choose('Within the team', 'Whoever has fewest open');
  await manager.getByRole('textbox', { name: 'Most open conversations for each agent' }).fill('900');
  await manager.getByRole('checkbox', { name: 'Only agents who are available' }).uncheck();
  await expect(manager.getByText(/share it by fewest open, 900 open each at most/)).toBeVisible();
  await expectAccessible(manager);
  await manager.getByRole('button', { name: 'Create rule' }).click();
  await expect(manager.getByRole('listitem').filter({ hasText: title })).toBeVisible();

  const bea = new Contact(product, `Bea ${stamp}`);
  await bea.write(`Please ${keyword}`);
  await agent.goto(`/messaging-inbox?list=personal&keyword=${encodeURIComponent(bea.name)}`);
  await agent.getByRole('option').filter({ hasText: bea.name }).click();
  const conversation = agent.getByRole('region', { name: `Conversation with ${bea.name}` });
  await conversation.getByRole('button', { name: /Assign to somebody else/ }).click();
  await agent.getByRole('option', { name: 'Why was this assigned?' }).click();
  const why = agent.getByRole('complementary', { name: 'Why was this assigned?' });
  await expect(why.getByText(new RegExp(`${demo.colleague.name}: fewest open, \\d+ of 900`))).toBeVisible();
  await expectAccessible(agent);
  await agent.keyboard.press('Escape');
  await expect(why).toBeHidden();
  await conversation.getByRole('button', { name: /^Assigned to you/ }).click();
  await conversation.getByRole('button', { name: 'Why was this assigned?' }).click();
  await expect(why.getByText(`${title}, version 1`)).toBeVisible();
});
