import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { inDatabase } from '../support/database';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

const jobsOf = (page: Page) => page.getByRole('list', { name: 'Jobs' }).getByRole('listitem');
const unique = (word: string) => `${word}${String(Date.now()).slice(-6)}`;

test('a manager follows a job on the activity page, cancels one, and reads which items failed and why', async ({
  product,
  signedIn,
}) => {
  test.setTimeout(120_000);
  const manager = await signedIn(demo.manager.email);
  await manager.route('**/api/v3/jobs', (route) => route.fulfill({ json: { data: [], next: null } }));
  await manager.goto('/activity');
  await expect(manager).toHaveURL(/\/settings\/activity$/);
  await expect(manager.getByText('Nothing running')).toBeVisible();
  await expectAccessible(manager);
  await manager.unrouteAll();
  await manager.route('**/api/v3/jobs', (route) => route.abort());
  await manager.reload();
  await expect(manager.getByText('Activity could not be loaded')).toBeVisible();
  await manager.unrouteAll();
  await manager.getByRole('button', { name: 'Retry' }).click();

  // A job that starts in another window is shown here at once; an administrator also sees the user who began it.
  const family = unique('Followed');
  for (let n = 1; n <= 3; n++) await new Contact(product, `${family} No${n}`).write('One of all');
  const api = await Api.signIn(product, demo.manager.email);
  const { data: users } = await api.get<{ data: { id: string; displayName: string }[] }>('/api/v3/users');
  const idOf = (wanted: string) => users.find(({ displayName }) => displayName === wanted)!.id;
  await expect
    .poll(() => api.get(`/api/v3/messaging-chats/chats-list?list=new&page=1&keyword=${family}`))
    .toMatchObject({ total: 3 });
  await expect(manager.getByRole('heading', { name: 'Activity' })).toBeVisible();
  const body = { list: 'new', keyword: family, to: { userId: idOf(demo.agent.name), teamId: null } };
  expect((await api.request('POST', '/api/v3/assignment-jobs', body)).status).toBe(201);
  const mine = jobsOf(manager).first();
  await expect(mine).toContainText(`Assign all`);
  await expect(mine).toContainText(`New to ${demo.agent.name}`);
  await expect(mine).toContainText('You');
  await expect(mine).toContainText('3 done');
  const admin = await signedIn(demo.admin.email);
  await admin.goto('/settings/activity');
  await expect(jobsOf(admin).first()).toContainText(demo.manager.name);

  // A long job over conversations that do not exist; a database lock keeps it from continuing after its first batch.
  const job = randomUUID();
  const long = jobsOf(admin).first();
  await inDatabase(product, async (database) => {
    const about = { list: 'open', teamId: null, to: { userId: idOf(demo.agent.name), teamId: null } };
    await database.query('begin');
    await database.query("select from parley.lease where pool = 'jobs' for update");
    const other = `insert into parley.job (id, customer_id, kind, user_id, params, about, file_path, total)
      select $1::uuid, customer_id, kind, user_id, $2::jsonb, $3::jsonb, 'none', 60 from parley.job where user_id = $4 limit 1`;
    const items = `insert into parley.job_item (job_id, position, key, payload)
      select $1::uuid, n, gen_random_uuid(), '{"holder":{"userId":null,"teamId":null}}' from generate_series(1, 60) n`;
    await inDatabase(product, async (begin) => {
      await begin.query('begin');
      await begin.query(other, [job, { to: about.to }, about, idOf(demo.manager.name)]);
      await begin.query(items, [job]);
      await begin.query('commit');
    });
    await admin.reload();
    await expect(long).toContainText('Waiting');
    await expect(long).toContainText('0 of 60');
    await expectAccessible(admin);
    await long.getByRole('button', { name: 'Cancel: Assign all' }).click();
    const question = admin.getByRole('dialog', { name: 'Cancel “Assign all”?' });
    await expect(question.getByRole('button', { name: 'Let it continue' })).toBeFocused();
    await expectAccessible(admin);
    await question.getByRole('button', { name: 'Cancel job' }).click();
    await expect(question).toHaveCount(0);
    await expect(long).toContainText('Cancelled');
    await expect(long).toContainText('60 left as they were');
    await database.query('rollback');
  });

  // The failed items of the first batch are still listed, and can be read by keyboard and on a phone.
  await expect
    .poll(() => api.get(`/api/v3/jobs/${job}`))
    .toMatchObject({ state: 'cancelled', total: 60, failed: 50 });
  await admin.setViewportSize({ width: 360, height: 740 });
  await admin.reload();
  await long.getByRole('button', { expanded: false }).focus();
  await admin.keyboard.press('Enter');
  const failed = long.getByRole('region', { name: 'Failed items' });
  await expect(failed.getByRole('listitem')).toHaveCount(50);
  await expect(long).toContainText('50 failed · 10 left as they were');
  await expect(failed.getByRole('listitem').first()).toHaveText(
    'Item 1: It does not exist, or it is not yours to see.',
  );
  await expectAccessible(admin);
  expect(await admin.evaluate<number>('document.documentElement.scrollWidth')).toBe(360);
});
