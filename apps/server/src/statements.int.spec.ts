import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Client } from 'pg';
import type { Fact, RecordedEvent } from '@parley/contracts/events';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { loadConfig } from '@parley/platform/config/config';
import { id } from '@parley/testing/event-sourcing/history';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { AppModule } from './app.module';
import { BackgroundWork } from '@parley/platform/background-work';
import { openEngines, type Engines } from './engines';
import { useHttp } from './http';
import { migrations } from './migrations';
import { allViewsShow } from './testing/all-views-show';

// Counts the SQL statements of an agent's frequent requests. Nothing is timed.
jest.setTimeout(60_000);

const customerId = randomUUID();
const data = mkdtempSync(join(tmpdir(), 'parley-statements-'));
/** The list to which statements are added while a request runs. */
const asked = new AsyncLocalStorage<string[]>();
let statements: string[] = [];
let database: TestDatabase;
let issuer: IssuerDouble;
let agents: Process;
let url: string;
let headers: Record<string, string>;

interface Process {
  engines: Engines;
  app: NestExpressApplication;
  stop(): Promise<void>;
}

beforeAll(async () => {
  database = await testDatabase(migrations);
  issuer = await issuerDouble();
  const past = await start('projector');
  await tell(past.engines);
  await past.stop();
  // A new process, whose caches do not contain the test's history.
  agents = await start('api');
  await agents.app.listen(0, '127.0.0.1');
  url = `http://127.0.0.1:${(agents.app.getHttpServer().address() as AddressInfo).port}/api/v3`;
  headers = {
    'api-key': agents.engines.config.frontendApiKey,
    authorization: `Bearer ${await issuer.sign({ user_id: id('mia'), customer_id: customerId })}`,
    'content-type': 'application/json',
  };
  listen();
  // The first request fills the caches of the user and their access.
  await get('/messaging/count');
});

afterAll(async () => {
  jest.restoreAllMocks();
  await agents.stop();
  await issuer.close();
  await database.drop();
  rmSync(data, { recursive: true, force: true });
});

async function start(roles: string): Promise<Process> {
  const config = loadConfig({
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_DATA: data,
    PARLEY_ROLES: roles,
  });
  const engines = await openEngines(config);
  const app = await NestFactory.create<NestExpressApplication>(AppModule.of(engines), {
    bodyParser: false,
    logger: ['fatal', 'error'],
  });
  app.use((_request: unknown, _response: unknown, next: () => void) => asked.run((statements = []), next));
  useHttp(app, config);
  await app.init();
  const stop = async () => {
    await app.close();
    await app.get(BackgroundWork).stop();
    await engines.close();
  };
  return { engines, app, stop };
}

/** Records the history of an agent in a team, and a conversation of more than one page. */
async function tell(engines: Engines): Promise<void> {
  const story = new ConversationHistory(customerId);
  story.user('mia', 'user');
  story.team('sales', ['mia']);
  story.channel('whatsapp');
  story.add(`channel-${id('whatsapp')}`, {
    type: 'ChannelSettingsChanged',
    data: { settings: { customerCareWindowLength: 0 } },
  });
  story.start('conversation');
  for (let nth = 1; nth <= 60; nth++) story.receive('conversation', `message ${nth}`);
  let position = '';
  for (const { stream, version: _version, position: _position, ...event } of story.events as (RecordedEvent &
    Fact)[]) {
    ({ position } = await engines.store.append(stream, [event], { expected: 'any', customerId }));
  }
  await allViewsShow(engines, position);
}

/** Records every statement to PostgreSQL that is made during a request. */
function listen(): void {
  const query = Client.prototype.query as (...args: unknown[]) => unknown;
  jest.spyOn(Client.prototype, 'query').mockImplementation(function (this: Client, ...args: unknown[]) {
    const [first] = args as [string | { text: string }];
    const text = typeof first === 'string' ? first : first.text;
    // An append sends its notice only after it is durable, so no request waits for this statement.
    if (!/\bnotify\b/.test(text)) asked.getStore()?.push(text);
    return query.apply(this, args);
  });
}

/** @returns the statements of a request that succeeded */
async function request(method: string, path: string, body?: object): Promise<string[]> {
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  await response.arrayBuffer();
  return statements;
}

const get = (path: string) => request('GET', path);
const post = (path: string, body: object) => request('POST', path, body);

test('reads a conversation’s row in one statement, and its newest entries in one', async () => {
  const entries = `/messaging-chats/${id('conversation')}/entries`;
  // The first requests fill the caches of the user and of the view's progress.
  for (let nth = 0; nth < 3; nth++) await get(entries);
  expect(await get(entries)).toHaveLength(1);
  expect(await get(`/messaging-chats/chats-list/${id('conversation')}`)).toHaveLength(1);
});

test('opens a conversation with one request and one statement, with the same row and entries as two requests', async () => {
  const path = `/messaging-chats/${id('conversation')}/opening`;
  // The first requests fill the caches of the user and of the view's progress.
  for (let nth = 0; nth < 3; nth++) await get(path);
  expect(await get(path)).toHaveLength(1);
  const answer = async (of: string) => (await (await fetch(url + of, { headers })).json()) as object;
  // The separate requests also have the specification's names, which are left out of the comparison.
  const two = {
    chat: await answer(`/messaging-chats/chats-list/${id('conversation')}`),
    entries: await answer(`/messaging-chats/${id('conversation')}/entries`),
  };
  expect(two).toMatchObject(await answer(path));
  expect(two.entries).toMatchObject({ count: 50, hasOlder: true });
});

test('an agent for whom a channel is closed can no longer open, list or reply to its conversations, despite caches', async () => {
  const path = `/messaging-chats/${id('conversation')}/opening`;
  const list = '/messaging-chats/chats-list?list=unassigned';
  const send = () =>
    post('/messages/send', {
      chat: { id: id('conversation') },
      content: { text: 'Soon.' },
      idempotencyKey: randomUUID(),
    });
  const total = async () =>
    ((await (await fetch(url + list, { headers })).json()) as { total: number }).total;
  await get(path);
  await send();
  const { store, views } = agents.engines;
  const past = await start('projector');
  const change = async (teamIds: string[]) => {
    const { position } = await store.append(
      `channel-${id('whatsapp')}`,
      [{ ...closing(teamIds), id: randomUUID() }],
      { expected: 'any', customerId },
    );
    expect(await views.waitFor('inbox', position, 30_000)).toBe(true);
    return position;
  };
  try {
    expect(await total()).toBe(1);
    await change([id('somebody else')]);
    // No request waits for the position of the change, which applies as soon as the view has folded it.
    await expect(send()).rejects.toThrow('404');
    expect(await total()).toBe(0);
    await expect(get(path)).rejects.toThrow('404');
    await change([]);
    expect((await send()).length).toBeGreaterThan(0);
    expect(await total()).toBe(1);
    expect((await get(path)).length).toBeGreaterThan(0);
    const position = await change([id('somebody else')]);
    await expect(get(`${path}?minPosition=${position}`)).rejects.toThrow('404');
    await change([]);
  } finally {
    await past.stop();
  }
});

const closing = (teamIds: string[]) => ({
  type: 'ChannelMembersChanged' as const,
  schemaVersion: 1,
  data: { teamIds, userIds: [] },
  customerId,
  actor: { type: 'system' as const, id: 'test' },
  correlationId: randomUUID(),
  causationId: randomUUID(),
  time: new Date().toISOString(),
});

test('reads a page of a list with its total and position in one statement for every filter, and the badges in one', async () => {
  const paths = ['?list=unassigned', '?list=unassigned&keyword=ana', '?list=open&read=false&page=2'].map(
    (query) => `/messaging-chats/chats-list${query}`,
  );
  for (const path of [...paths, '/messaging/count?fields=list,teamId,count,unread']) {
    // The first request fills the cache of the user.
    await get(path);
    expect(await get(path)).toHaveLength(1);
  }
});

test('sends a reply in two statements, or in three if it was a draft', async () => {
  const send = (text: string) => ({
    chat: { id: id('conversation') },
    content: { text },
    idempotencyKey: randomUUID(),
  });
  const cold = await post('/messages/send', send('The first after a while.'));
  expect(cold.length).toBeGreaterThan(0);
  expect(cold.length).toBeLessThanOrEqual(4);
  expect(await post('/messages/send', send('And another.'))).toHaveLength(2);

  const version = randomUUID();
  await draft('reply', version);
  const warm = await post('/messages/send', { ...send('Soon.'), draftVersion: version });
  expect(warm.length).toBeLessThanOrEqual(3);
});

test('lists all drafts in four statements, and adds a note that was a draft in five', async () => {
  const version = randomUUID();
  await draft('reply', randomUUID());
  await draft('note', version);
  expect((await get('/drafts')).length).toBeLessThanOrEqual(4);
  const note = { text: 'Third time.', idempotencyKey: randomUUID(), draftVersion: version };
  const added = await post(`/messaging-chats/${id('conversation')}/internal-comments`, note);
  expect(added.filter((text) => /delete from parley\.draft/.test(text))).toHaveLength(1);
  expect(added.length).toBeLessThanOrEqual(5);
});

const draft = (kind: string, version: string) =>
  request('PUT', `/messaging-chats/${id('conversation')}/drafts`, {
    kind,
    text: 'Soon',
    version,
    seen: null,
  });
