import { rm } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { Proof } from '../../../libs/test-support/testing/src/proof/proof';
import { Api } from '../support/api';
import { Contact } from '../support/contact';
import { demo } from '../support/demo';
import { hostileApps, hostileCatalogue, nameOfHostile, scopesOfHostile } from '../support/hostile-apps';
import { Product } from '../support/product';
import { setTours } from '../support/tours';

const proof = new Proof('apps', { unit: 'attempts', small: 250, full: 2_000 });
const PEOPLE = 10;
/** Maximum 95th percentile, in ms, of the time to switch conversations. */
const SWITCH_MS = 100;
/** Number of attempts by a user of another organisation to read this organisation's rows. */
const STRANGE = proof.size(50, 200);

test('apps that loop, stay silent, navigate away, flood and forge messages neither slow the inbox down nor leak data', async ({
  browser,
}) => {
  test.skip(!proof.isFull, 'It takes minutes: scripts/torture apps runs it.');
  test.setTimeout(proof.timeout(600, 3_600));
  const folder = await hostileCatalogue();
  const product = await Product.start({ PARLEY_APPS_CATALOGUE: `apps-catalogue,${folder}` });
  const context = await browser.newContext({
    ...{ baseURL: product.url, locale: 'en-GB', viewport: { width: 1440, height: 900 } },
  });
  try {
    const admin = await Api.signIn(product, demo.admin.email);
    for (const packageName of hostileApps) {
      const body = { packageName, version: '1.0.0', scopes: scopesOfHostile(packageName) };
      expect((await admin.request('POST', '/api/v3/apps', body)).status).toBe(201);
    }
    const people = Array.from({ length: PEOPLE }, (_, nth) => new Contact(product, `Torture ${nth}`));
    for (const person of people) await person.write('hello');
    context.setDefaultTimeout(60_000);
    const page = await signedIn(product, await context.newPage());
    // Console messages in which app pages report stolen data.
    const leaks: string[] = [];
    page.on('console', (said) => said.text().startsWith('leaked ') && leaks.push(said.text()));
    // Ids of conversations whose entries the page has fetched; the page prefetches those of a focused row.
    const fetched = new Set<string>();
    page.on('requestfinished', (request) => {
      const id = /-chats\/([^/]+)\/entries/.exec(request.url())?.[1];
      if (id) fetched.add(id);
    });
    await page.goto('/messaging-inbox?list=new&keyword=Torture');
    const rows = page.locator('[role=option][data-chat]');
    await expect(rows).toHaveCount(PEOPLE);
    const ids: string[] = [];
    for (const row of await rows.all()) ids.push((await row.getAttribute('data-chat'))!);
    const walk = async (count: number, then: () => Promise<void> = () => Promise.resolve()) => {
      const times: number[] = [];
      for (let nth = 0; nth < count; nth++) {
        times.push(await timeOfSwitch(page, ids[nth % ids.length]!, fetched));
        await then();
      }
      return times;
    };
    await walk(PEOPLE);
    const without = p95(await walk(2 * PEOPLE));

    const open = (name: string) =>
      page.getByRole('button', { name: nameOfHostile(name), exact: true }).click();
    await open('silent');
    await expect(page.getByText('Hostile silent is not answering.')).toBeVisible({ timeout: 20_000 });
    await open('leaver');
    await expect(page.getByText('Hostile leaver left its own page and was stopped.')).toBeVisible();
    expect(leaks).toEqual([]);
    await open('flooder');
    await expect(page.getByText('Hostile flooder asked for too much and was stopped.')).toBeVisible();
    for (const name of ['victim', 'forger']) await open(name);
    const frameOf = (name: string) => page.frames().find((each) => each.url().includes(`/${name}/`));
    await expect.poll(() => frameOf('forger')?.evaluate(`typeof attack`)).toBe('function');
    await expect.poll(() => frameOf('victim')?.evaluate('contexts.length')).toBeGreaterThan(0);

    let attempts = 0;
    const times: number[] = [];
    const forger = frameOf('forger')!;
    while (attempts < proof.count) {
      times.push(...(await walk(PEOPLE, async () => void (await forger.evaluate('attack()')))));
      attempts = await forger.evaluate<number>('attempts');
      expect(leaks).toEqual([]);
      proof.progress(attempts);
    }
    expect(page.url()).toContain('/messaging-inbox/');
    await expect(page.getByRole('textbox', { name: /^Reply to/ })).toHaveValue('');
    // The honest app received conversations only from the inbox, and no forged ones.
    const told = await frameOf('victim')!.evaluate<string[]>('contexts');
    expect(told.filter((name) => !name.startsWith('Torture '))).toEqual([]);
    expect(told.length).toBeGreaterThan(times.length - PEOPLE);
    // Chromium runs frames of the same site in one process, so a looping frame may block the other frames, but not
    // the inbox.
    await open('looper');
    await expect(page.locator('iframe[title="App Hostile looper"]:not([data-hidden])')).toBeAttached();
    times.push(...(await walk(3 * PEOPLE)));
    const slow = p95(times);

    const crossed = await triedByStranger(product, admin);
    proof.report(attempts, {
      'of another organisation': crossed,
      switches: times.length,
      'slowest p95 of a switch, ms': Math.round(slow),
      'slowest p95 without apps, ms': Math.round(without),
    });
    // If the machine exceeds the limit even without apps, the limit is not checked and the times are only reported.
    if (without <= SWITCH_MS) expect(slow).toBeLessThanOrEqual(SWITCH_MS);
  } finally {
    await context.close();
    await product.stop();
    await rm(folder, { recursive: true });
  }
});

async function signedIn(product: Product, page: Page): Promise<Page> {
  await setTours(product, demo.agent.email, 'skipped');
  await page.goto('/');
  await page.locator('input[name=email]').fill(demo.agent.email);
  await page.locator('input[name=password]').fill(demo.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL('**/messaging-inbox**');
  return page;
}

/**
 * Requests the data and calls of this organisation's apps as an administrator of another one.
 * @returns the number of requests
 */
async function triedByStranger(product: Product, admin: Api): Promise<number> {
  const { data: apps } = await admin.get<{ data: { id: string; packageName: string }[] }>('/api/v3/apps');
  const { id } = apps.find(({ packageName }) => packageName === 'satisfaction')!;
  const { data: before } = await admin.get<{ data: { id: string; name: string }[] }>(
    `/api/v3/apps/${id}/data`,
  );
  const stranger = await Api.signIn(product, demo.stranger.email);
  const theirs = await stranger.get<{ data: { id: string }[] }>('/api/v3/apps');
  expect(theirs.data.map((app) => app.id)).not.toContain(id);
  const record = before[0]!;
  const words = { name: record.name, value: '"theirs"' };
  const tries: [string, string, object?][] = [
    ['GET', `/api/v3/apps/${id}/data`],
    ['POST', `/api/v3/apps/${id}/data`, { name: 'theirs', value: '1' }],
    ['PUT', `/api/v3/apps/${id}/data/${record.id}`, words],
    ['DELETE', `/api/v3/apps/${id}/data/${record.id}`],
    ['POST', `/api/v3/apps/${id}/token`, {}],
    ['POST', `/api/v3/apps/${id}/connection`, {}],
    ['POST', '/api/v3/plugins/proxy', { pluginId: id, url: 'https://evil.example/' }],
    ['POST', `/api/v3/plugins/${id}/email`, { to: 'x@evil.example', subject: 'x', text: 'x' }],
  ];
  for (let nth = 0; nth < STRANGE; nth++) {
    const [method, path, body] = tries[nth % tries.length]!;
    const { status } = await stranger.request(method, path, body);
    // The server refuses with 403 or 404 and stores none of the sent data.
    expect([method, path, [403, 404].includes(status)]).toEqual([method, path, true]);
  }
  expect(await admin.get(`/api/v3/apps/${id}/data`)).toMatchObject({ data: before });
  return STRANGE;
}

/** Time in ms from the key that opens a conversation to the frame that shows it. */
async function timeOfSwitch(page: Page, id: string, fetched: ReadonlySet<string>): Promise<number> {
  await page.locator(`[role=option][data-chat="${id}"]`).focus();
  await expect.poll(() => fetched.has(id)).toBe(true);
  return page.evaluate<number>(`(${OPEN_BY_KEY})('${id}')`);
}

/**
 * Runs in the page: opens a conversation by key and returns the time in ms until the browser has painted the frame
 * that shows it.
 */
const OPEN_BY_KEY = `async (id) => {
  const frame = () => new Promise((next) => requestAnimationFrame(next));
  const isShown = () =>
    location.pathname.endsWith('/' + id) &&
    document.querySelector('[data-open][data-chat="' + id + '"]') !== null &&
    document.querySelector('[role=region] [data-index]') !== null;
  const before = performance.now();
  document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }),
  );
  let tries = 0;
  do await frame(); while (!isShown() && ++tries < 600);
  if (!isShown()) throw new Error(id + ' was not shown.');
  await new Promise((next) => setTimeout(next));
  return performance.now() - before;
}`;

function p95(times: number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}
