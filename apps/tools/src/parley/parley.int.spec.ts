import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { ParleyClient } from '@parley/client/client';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { runCreateSandbox } from '../create-sandbox';
import { together } from '../seed/seed-log';
import { runParley } from './run';

// Tests the command line, the client library that it uses and the example program against the running product.
jest.setTimeout(120_000);

const RIGHTS = ['events:write', 'contacts:write', 'contactImports:write', 'jobs:write', 'inbox:write'];
const ours = new Organisation('ours');
const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'));
let api: RunningServer;
let key: string;
let client: ParleyClient;

beforeAll(async () => {
  api = await runServer({ PARLEY_ROLES: 'api,ingress,projector,worker' });
  const alwaysOpen = { settings: { customerCareWindowLength: 0 } };
  ours.story.add(`channel-${ours.id('channel')}`, { type: 'ChannelSettingsChanged', data: alwaysOpen });
  await tell(api.engines, ours);
  const idToken = await api.issuer.sign({ user_id: ours.id('admin'), customer_id: ours.customerId });
  const admin = new ParleyClient({ url: api.url, key: { idToken, apiKey: 'parley-web' } });
  const made = { name: 'Integrator', rights: RIGHTS };
  key = (await admin.request<{ secret: string }>('POST', '/api-keys', { body: made })).secret;
  client = new ParleyClient({ url: api.url, key });
});

afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true, force: true });
});

const env = () => ({ PARLEY_CLI_CONFIG: join(folder, 'cli.json') });

/**
 * Runs a command.
 * @param until if given, the command is stopped once a printed line matches
 * @returns the exit code and the output
 */
async function parley(
  args: string[],
  { until, more = {} }: { until?: RegExp; more?: NodeJS.ProcessEnv } = {},
) {
  const [out, err]: [string[], string[]] = [[], []];
  const stop = new AbortController();
  const code = await runParley(args, {
    env: { ...env(), ...more },
    signal: stop.signal,
    out: (line) => {
      out.push(line);
      if (until?.test(line)) stop.abort();
    },
    err: (line) => err.push(line),
  });
  return { code, out, err };
}

/** Starts a server that records its requests, and responds with the result of `answer` as JSON. */
async function receiver(answer: (method: string, url: string) => object = () => ({})) {
  const got: { method: string; url: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      got.push({ method, url, headers, body });
      response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(method, url)));
    });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { got, url, close: () => new Promise((done) => server.close(done)) };
}

test('refuses commands before a login, and does not store a wrong key', async () => {
  expect(await parley(['api', 'GET', '/events'])).toMatchObject({
    code: 2,
    err: [expect.stringMatching(/^Log in first/)],
  });
  const wrong = await parley(['login', api.url, `parley_${'A'.repeat(43)}`]);
  expect(wrong).toMatchObject({ code: 1, err: [expect.stringMatching(/^401 unauthenticated .*request/)] });
  expect((await parley(['api', 'GET', '/events'])).code).toBe(2);
});

test('stores a login in a file that only its owner can read', async () => {
  expect((await parley(['login', api.url, key])).code).toBe(0);
  expect(statSync(env().PARLEY_CLI_CONFIG).mode & 0o777).toBe(0o600);
  const { code, out } = await parley(['api', 'GET', '/events?after=latest']);
  expect([code, JSON.parse(out[0]!)]).toMatchObject([0, { data: [], hasMore: false }]);
});

test.each([[[]], [['dance']], [['tail', '--loudly']], [['send', 'only-a-chat']]])(
  'prints the usage for %j',
  async (args) => {
    const { code, err } = await parley(args);
    expect([code, err.length]).toEqual([2, 1]);
  },
);

test('tail prints events as they happen', async () => {
  const { next } = await client.events.page({ after: 'latest' });
  await client.events.state({ name: 'order::shipped', actor: { reference: 'crm' } });
  const { out } = await parley(['tail', '--after', next, '--json'], { until: /order::shipped/ });
  expect(JSON.parse(out.at(-1)!)).toMatchObject({
    type: 'integration::event',
    data: { name: 'order::shipped' },
  });
});

test('replay posts past events, signed like webhooks', async () => {
  const hook = await receiver();
  const secret = `whsec_${Buffer.from('a secret of some length').toString('base64')}`;
  const { code } = await parley([
    'replay',
    `${hook.url}/hooks`,
    '--types',
    'message::received',
    '--secret',
    secret,
  ]);
  const [first] = hook.got;
  expect([code, hook.got.length > 0, first?.url]).toEqual([0, true, '/hooks']);
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = first!.headers;
  const wanted = createHmac('sha256', Buffer.from(secret.slice(6), 'base64')).update(
    `${String(id)}.${String(at)}.${first!.body}`,
  );
  expect(signature).toBe(`v1,${wanted.digest('base64')}`);
  expect(JSON.parse(first!.body)).toMatchObject({ id, type: 'message::received' });
  await hook.close();
});

test('sends a message to a conversation, and refuses an unknown one', async () => {
  const { code, out } = await parley(['send', ours.id('conversation'), 'It', 'is', 'on', 'its', 'way.']);
  expect([code, out]).toEqual([0, [expect.stringMatching(/^[0-9a-f-]{36} \w+$/)]]);
  expect(await parley(['send', ours.customerId, 'Hi'])).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^404 not_found/)],
  });
});

test('imports a file of contacts', async () => {
  const file = join(folder, 'people.csv');
  writeFileSync(file, 'name,phone\nAna Ruiz,+34612000111\nNobody,not a phone\n');
  const { code, out } = await parley(['import', file]);
  expect([code, out]).toEqual([
    1,
    ['2 rows uploaded', '1 to create, 0 to update, 0 to skip, 1 rejected', '1 imported, 0 failed'],
  ]);
  // The list is updated shortly after the import.
  let data: unknown[] = [];
  while (data.length === 0) ({ data } = await client.contacts.list({ keyword: 'Ana Ruiz' }));
  expect(data).toMatchObject([{ name: 'Ana Ruiz', phone: '+34612000111' }]);
});

test("the example synchronises a CRM, continues where it stopped, and reports the CRM's events to Parley", async () => {
  let changed: object[] = [{ id: '7', status: 'shipped', personId: ours.id('contact') }];
  const crm = await receiver((method, url) => {
    if (url.endsWith('/told')) changed = [];
    return method === 'GET' ? { orders: changed } : {};
  });
  const state = join(folder, 'state.json');
  const sync = () =>
    promisify(execFile)(
      process.execPath,
      [resolve(__dirname, '../../../../examples/crm-sync/crm-sync.mjs')],
      {
        env: {
          ...{ PARLEY_URL: api.url, PARLEY_KEY: key, CRM_URL: crm.url },
          ...{ CRM_SYNC_STATE: state, CRM_SYNC_ONCE: '1' },
        },
      },
    );
  await sync();
  const puts = crm.got.filter(({ method }) => method === 'PUT').map(({ url }) => url);
  expect(puts).toContain(`/people/${ours.id('contact')}`);
  expect(puts.some((url) => url.startsWith(`/people/${ours.id('contact')}/activities/`))).toBe(true);
  const { data } = await client.events.page({ types: ['integration::event'], limit: 500 });
  expect(data.at(-1)).toMatchObject({
    data: { name: 'order::shipped', target: { reference: ours.id('contact'), entityType: 'contact' } },
  });

  crm.got.length = 0;
  await sync();
  expect(crm.got.filter(({ method }) => method === 'PUT')).toEqual([]);
  await crm.close();
});

const quickStarts = readFileSync(resolve(__dirname, '../../../../docs/api/quick-starts.md'), 'utf8');

test('the curl calls of the quick starts work', async () => {
  const blocks = [...quickStarts.matchAll(/```sh\n(curl[^]*?)```/g)].map(([, block = '']) =>
    block.replace('CHAT', ours.id('conversation')).replace('--no-buffer', '--no-buffer --max-time 3'),
  );
  const run = (block: string) =>
    promisify(execFile)('bash', ['-c', block], {
      env: { ...process.env, PARLEY_URL: api.url, PARLEY_KEY: key },
    }).catch((error: { code: number; stdout: string }) => error);
  const [list, sent, heard] = await Promise.all(blocks.map(run));
  expect(JSON.parse(list!.stdout)).toMatchObject({ page: 1 });
  expect(JSON.parse(sent!.stdout)).toMatchObject({ entries: [{ clientKey: 'order-4711-shipped:0' }] });
  // The stream does not end, so curl stops at its time limit, with exit code 28.
  expect(heard).toMatchObject({ code: 28, stdout: expect.stringMatching(/^retry: /) as string });
});

test('the steps for n8n pass each event on once', async () => {
  const part = quickStarts.slice(quickStarts.indexOf('## n8n'));
  const [ask = '', hand = ''] = [...part.matchAll(/_Code_: `([^`]+)`/g)].map(([, code]) => code);
  const kept = {};
  const node = <T>(code: string, $json: object = {}) =>
    runInNewContext(`(() => { ${code} })()`, { $getWorkflowStaticData: () => kept, $json }) as { json: T }[];
  const round = async () => {
    const { json: asked } = node<{ after: string }>(ask)[0]!;
    const page = await client.events.page({ after: asked.after, types: ['integration::event'] });
    return node<{ data: { name: string } }>(hand, page).map(({ json }) => json.data.name);
  };
  expect(await round()).toEqual([]);
  await client.request('POST', '/events', { body: { name: 'order::packed', actor: { reference: 'n8n' } } });
  const names: string[] = [];
  while (names.length === 0) names.push(...(await round()));
  expect(names).toEqual(['order::packed']);
  expect(await round()).toEqual([]);
});

test("creates an organisation's sandbox once, with conversations, a test channel and a separate key", async () => {
  const { engines } = api;
  const log = together(engines.store, engines.database, engines.subjectKeys);
  const lines: string[] = [];
  for await (const line of runCreateSandbox(engines, log, ['ours.example'])) lines.push(line);
  await api.shown();
  const [, secret = ''] = /PARLEY_KEY=(\S+)/.exec(lines.at(-1)!) ?? [];
  const sandbox = new ParleyClient({ url: api.url, key: secret });
  const { data } = await sandbox.chats.list({ status: 'open' });
  expect(data.length).toBeGreaterThan(0);
  const { data: channels } = await sandbox.request<{ data: object[] }>('GET', '/channels');
  expect(channels).toMatchObject([{ platform: 'test' }]);
  await expect(sandbox.chats.get(ours.id('conversation'))).rejects.toThrow('404');
  const again = async () => {
    for await (const line of runCreateSandbox(engines, log, ['ours.example'])) lines.push(line);
  };
  await expect(again()).rejects.toThrow('There is a sandbox already, under sandbox.ours.example.');
});
