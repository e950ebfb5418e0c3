import type { Page } from '@playwright/test';
import type { Job, JobItem } from '../../../libs/foundation/contracts/src/api/jobs';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { screens } from '../support/settings-screens';
import { expect, test } from '../support/test';

const family = 'Bakker';
const rowsOf = (page: Page) => page.getByRole('listbox').getByRole('option');

/** Makes the page get this job, with its failed items, as if the server reported it. */
async function tell(page: Page, job: Job, failed: JobItem[] = []): Promise<void> {
  await page.route('**/api/v3/jobs?*', (route) => route.fulfill({ json: { data: [job], next: null } }));
  await page.route('**/api/v3/jobs/*/items?*', (route) =>
    route.fulfill({ json: { data: failed, next: null } }),
  );
}

test('takes the screenshots of assign all: the question, the progress, and the result', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  for (const name of ['Lotte', 'Sem', 'Noor', 'Finn'])
    await new Contact(product, `${name} ${family}`).write('Is there anybody?');
  const api = await Api.signIn(product, demo.manager.email);
  const { data: users } = await api.get<{ data: { id: string; displayName: string }[] }>('/api/v3/users');
  const job: Job = {
    id: '1f0c2a2e-7a51-4b0e-9f0e-0a4f6f0b7c11',
    kind: 'assign-all',
    userId: users.find(({ displayName }) => displayName === demo.manager.name)!.id,
    about: {
      list: 'new',
      teamId: null,
      to: { userId: users.find(({ displayName }) => displayName === demo.agent.name)!.id, teamId: null },
    },
    ...{ state: 'running', isCounted: true, total: 1_284, done: 512, skipped: 3, failed: 0 },
    ...{ code: null, file: null, endedAt: null },
    createdAt: new Date().toISOString(),
    startedAt: new Date().toISOString(),
  };
  const ended: Job = { ...job, state: 'done', done: 1_279, failed: 2, endedAt: new Date().toISOString() };
  const failures: JobItem[] = ['Lotte', 'Sem'].map((name, n) => ({
    position: n + 1,
    key: String(n),
    name: `${name} ${family}`,
    result: 'failed',
    code: 'conversation_closed',
  }));
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
      await tell(page, ended, failures);
      await show(page);
      await expect(page.getByText(`Sem ${family}:`)).toBeVisible();
    },
  });
});
