import type { Page } from '@playwright/test';
import type { AssignmentJobResponse } from '../../../libs/contracts/src/api/assignment-jobs';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

const family = 'Bakker';
const rowsOf = (page: Page) => page.getByRole('listbox').getByRole('option');

/** A job as the server tells of it. */
async function tell(page: Page, job: AssignmentJobResponse): Promise<void> {
  await page.route('**/api/v3/assignment-jobs', (route) => route.fulfill({ json: { data: [job] } }));
  await page.route('**/api/v3/assignment-jobs/*', (route) => route.fulfill({ json: job }));
}

test('assign all: the question, how far it has come, and how it ended', async ({ product, signedIn }) => {
  test.setTimeout(120_000);
  for (const name of ['Lotte', 'Sem', 'Noor', 'Finn'])
    await new Contact(product, `${name} ${family}`).write('Is there anybody?');
  const api = await Api.signIn(product, demo.manager.email);
  const { data: users } = await api.get<{ data: { id: string; displayName: string }[] }>('/api/v3/users');
  const job: AssignmentJobResponse = {
    id: '1f0c2a2e-7a51-4b0e-9f0e-0a4f6f0b7c11',
    list: 'new',
    teamId: null,
    to: { userId: users.find(({ displayName }) => displayName === demo.agent.name)!.id, teamId: null },
    status: 'running',
    ...{ total: 1_284, assigned: 512, skipped: 3, refused: 0 },
    refusals: [],
  };
  const show = async (page: Page) => {
    await page.goto(`/messaging-inbox?list=new&keyword=${family}`);
    await expect(rowsOf(page)).toHaveCount(4);
  };
  await screens((options) => signedIn(demo.manager.email, options), {
    'assign-all': async (page) => {
      await show(page);
      await rowsOf(page).first().focus();
      await page.keyboard.press('x');
      await page.getByRole('button', { name: /^Assign all/ }).click();
      await page.getByRole('combobox', { name: 'Assign to' }).fill('Sanne');
      await page.getByRole('option', { name: demo.agent.name }).click();
    },
    'assign-all-running': async (page) => {
      await tell(page, job);
      await show(page);
      await expect(page.getByText('515 of 1,284')).toBeVisible();
    },
    'assign-all-done': async (page) => {
      const refused = ['Lotte', 'Sem'].map((name, n) => ({
        chatId: String(n),
        name: `${name} ${family}`,
        code: 'conversation_closed',
      }));
      await tell(page, { ...job, status: 'done', assigned: 1_279, refused: 2, refusals: refused });
      await show(page);
      await expect(page.getByText(`Sem ${family}:`)).toBeVisible();
    },
  });
});
