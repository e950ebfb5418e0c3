import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { AccessModule } from '@parley/access/access.module';
import { ToCustomer } from '@parley/access/write/customer.handler';
import { ToUser } from '@parley/access/write/user.handler';
import { sign } from '@parley/channels/adapters/whatsapp-cloud/signature';
import { ChannelsModule } from '@parley/channels/channels.module';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { topics } from '@parley/contracts/topics';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { loadConfig, type ProcessRole } from '@parley/platform/config/config';
import { GraphDouble } from '@parley/doubles/graph/graph-double';
import { freePort } from '@parley/platform/http/free-port';
import { Tab } from '@parley/realtime/testing/realtime-testing';
import { issuerDouble, type IssuerDouble } from '@parley/testing/oidc/issuer-double';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { eventually } from '@parley/testing/waiting/eventually';
import { openEngines, type Engines } from './engines';
import { EnginesModule } from './engines.module';
import { views } from './features';
import { migrations } from './migrations';

// Tests the built product in five processes that share a database and an issuer. The timeout includes their start.
jest.setTimeout(240_000);

const root = resolve(__dirname, '../../..');
const TAKEN_OVER_WITHIN_MS = 15_000;
/** Time limit in ms for a state that depends on all five processes. */
const SETTLE_TIMEOUT_MS = 60_000;
const pools = ['views', 'reactions', 'due', ...Object.values(topics).map((topic) => `bus/${topic}/%`)];
const customerId = randomUUID();
const userId = randomUUID();
const channelIds = Array.from({ length: 8 }, () => randomUUID());
/** The provider's id of a channel's account. */
const accountOf = (channelId: string) => `112233445566${(channelIds as string[]).indexOf(channelId)}`;

let database: TestDatabase;
let engines: Engines;
let seeding: INestApplicationContext;
let issuer: IssuerDouble;
let graph: GraphDouble;
let double: Awaited<ReturnType<GraphDouble['listen']>>;
let env: NodeJS.ProcessEnv;
const started: Process[] = [];

/** One process of the product. */
class Process {
  private output = '';

  private constructor(
    readonly url: string,
    private readonly child: ChildProcess,
  ) {
    child.stderr?.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    started.push(this);
  }

  static async start(roles: ProcessRole[]): Promise<Process> {
    const port = await freePort();
    const child = spawn(process.execPath, [join(root, 'dist/server/main.js')], {
      env: { ...env, PARLEY_ROLES: roles.join(','), PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const made = new Process(`http://localhost:${port}`, child);
    const gone = once(child, 'exit').then(() => {
      throw new Error(`A process with ${roles.join(', ')} ended:\n${made.output}`);
    });
    await Promise.race([once(child.stdout, 'data'), gone]);
    gone.catch(() => undefined);
    return made;
  }

  async kill(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  wake(): void {
    this.child.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, 'exit');
    this.wake();
    this.child.kill('SIGTERM');
    await gone;
  }
}

beforeAll(async () => {
  const build = spawnSync(join(root, 'scripts/build'), ['server'], { encoding: 'utf8' });
  if (build.status !== 0) throw new Error(build.stderr);
  database = await testDatabase(migrations);
  issuer = await issuerDouble();
  graph = new GraphDouble({ appSecret: 'app-secret' });
  double = await graph.listen();
  env = {
    ...process.env,
    DATABASE_URL: database.url,
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: 'parley',
    OIDC_CLIENT_SECRET: 'secret',
    PARLEY_SECRET: 'only ever used by tests, 32 characters',
    PARLEY_DATA: mkdtempSync(join(tmpdir(), 'parley-processes-')),
  };
  engines = await openEngines(loadConfig(env));
  await seed();
});

afterAll(async () => {
  await Promise.all(started.map((one) => one.stop()));
  await seeding.close();
  await engines.close();
  await Promise.all([issuer.close(), double.close()]);
  await database.drop();
  rmSync(env.PARLEY_DATA!, { recursive: true, force: true });
});

/** Adds an organisation with one administrator and several channels, each in a different partition of the bus. */
async function seed(): Promise<void> {
  @Module({
    imports: [EnginesModule.of(engines), CqrsModule, AccessModule, ChannelsModule],
  })
  class Seeding {}
  seeding = await NestFactory.createApplicationContext(Seeding, { logger: ['fatal', 'error'] });
  const commands = seeding.get(CommandBus);
  const context = () =>
    requestedBy({ customerId, userId }, { commandId: randomUUID(), now: new Date().toISOString() });
  const domain = 'processes.example';
  await commands.execute(
    new ToCustomer(
      customerId,
      { type: 'Register', name: 'Processes', domain, storageName: 'processes' },
      context(),
    ),
  );
  const user = { displayName: 'Mia', email: `mia@${domain}`, role: 'admin' } as const;
  await commands.execute(new ToUser(userId, { type: 'Add', userId, ...user }, context()));
  for (const id of channelIds) {
    const settings = whatsAppConnection(accountOf(id), double.url);
    const secrets = { 'access-token': 'token', 'app-secret': 'app-secret' };
    await commands.execute(new ConnectChannel(id, settings, secrets, context()));
  }
}

/** Contacts who write each text on one channel. Each webhook is posted twice, as providers may do. */
class Contacts {
  readonly acknowledged: string[] = [];
  private next = 0;

  constructor(private readonly doors: Process[]) {}

  /** Writes on every channel. @returns the texts */
  async write(): Promise<string[]> {
    const texts = channelIds.map(() => `message ${this.next++}`);
    await Promise.all(
      texts.map(async (text, index) => {
        const posts = this.doors.map((door) => post(door, channelIds[index]!, text));
        if ((await Promise.all(posts)).some(Boolean)) this.acknowledged.push(text);
      }),
    );
    return texts;
  }
}

async function post(door: Process, channelId: string, text: string): Promise<boolean> {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '972123456789', phone_number_id: accountOf(channelId) },
    contacts: [{ profile: { name: 'Ana' }, wa_id: '34612000000' }],
    messages: [
      {
        from: '34612000000',
        id: `wamid.${text}`,
        timestamp: '1777629600',
        type: 'text',
        text: { body: text },
      },
    ],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const body = Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry }));
  const response = await fetch(`${door.url}/ingress/whatsapp-cloud/${channelId}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(body, 'app-secret') },
    body: new Uint8Array(body),
  });
  return response.status === 200;
}

/** Number of entries with each text. */
async function shown(direction: 'in' | 'out'): Promise<Map<string, number>> {
  const { rows } = await database.query<{ text: string; count: number }>(
    `select content->>'text' as text, count(*)::int as count from transcript.entry
      where direction = $1 group by 1`,
    [direction],
  );
  return new Map(rows.map(({ text, count }) => [text, count]));
}

const areShown = (texts: string[]) => async () => {
  const found = await shown('in');
  return texts.every((text) => found.has(text));
};

/** Whether exactly `members` processes have all leases of a pool, none of them more than its equal part. */
async function isSharedBy(members: number, pool: string): Promise<boolean> {
  const { rows: owners } = await database.query<{ count: number }>(
    `select count(l.name)::int as count
       from parley.lease_member m left join parley.lease l on l.pool = m.pool and l.owner = m.owner
      where m.pool like $1 and m.until > now() group by m.pool, m.owner`,
    [pool],
  );
  const { rows: leases } = await database.query('select from parley.lease where pool like $1', [pool]);
  const counts = owners.map(({ count }) => count);
  const owned = counts.reduce((sum, count) => sum + count, 0);
  const isShared = Math.max(...counts) <= Math.ceil(leases.length / members);
  return counts.length === members && leases.length > 0 && owned === leases.length && isShared;
}

async function send(api: Process, token: string, text: string): Promise<void> {
  const { rows } = await database.query<{ id: string }>(
    'select id from inbox.conversation order by id limit 1',
  );
  const response = await fetch(`${api.url}/api/v3/messages/send`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'api-key': engines.config.frontendApiKey,
      authorization: `Bearer ${token}`,
    },
    body: JSON.stringify({ chat: { id: rows[0]!.id }, content: { text }, idempotencyKey: randomUUID() }),
  });
  expect(response.status).toBe(200);
}

test('after a crash and a freeze, the last of three workers takes over, and nothing is lost or handled twice', async () => {
  const doors = await Promise.all([1, 2].map(() => Process.start(['api', 'ingress'])));
  const workers = await Promise.all([1, 2, 3].map(() => Process.start(['worker', 'projector', 'realtime'])));
  const [dying, freezing, staying] = workers as [Process, Process, Process];
  await eventually(
    'three processes share the inbound partitions',
    () => isSharedBy(3, 'bus/%inbound%'),
    SETTLE_TIMEOUT_MS,
  );
  await eventually('three processes share the views', () => isSharedBy(3, 'views'), SETTLE_TIMEOUT_MS);
  const token = await issuer.sign({ user_id: userId, customer_id: customerId });
  const contacts = new Contacts(doors);
  await eventually('the first texts are shown', areShown(await contacts.write()), SETTLE_TIMEOUT_MS);

  // Sockets are connected to each worker, since every process pushes all changes to its own sockets.
  const tabs = workers.map(({ url }) => new Tab(url, { query: { token } }));
  await Promise.all(tabs.map((tab) => tab.connected()));
  const pushed = await contacts.write();
  for (const tab of tabs) {
    await tab.until(() =>
      pushed.every((text) => [...tab.chats.values()].some(({ lastEntry }) => lastEntry?.preview === text)),
    );
  }

  let isBusy = true;
  const sends: string[] = [];
  const load = (async () => {
    while (isBusy) {
      const round = await contacts.write();
      // Waits at most a second for the texts to be shown: after a crash, part of the work has no owner for a while.
      await eventually('the texts of the round are shown', areShown(round), 1_000).catch(() => undefined);
      const text = `answer ${sends.length}`;
      await send(doors[sends.length % 2]!, token, text);
      sends.push(text);
    }
  })();
  const since = contacts.acknowledged.length;
  await eventually(
    'writers go on',
    () => contacts.acknowledged.length > since + 5 * channelIds.length,
    SETTLE_TIMEOUT_MS,
  );
  freezing.freeze();
  await dying.kill();
  const late = contacts.write();
  const hasAll = async () => (await Promise.all(pools.map((pool) => isSharedBy(1, pool)))).every(Boolean);
  await eventually('the surviving process owns everything', hasAll, TAKEN_OVER_WITHIN_MS);
  await eventually('the late texts are shown', areShown(await late), SETTLE_TIMEOUT_MS);

  freezing.wake();
  await eventually('two processes share the views', () => isSharedBy(2, 'views'), SETTLE_TIMEOUT_MS);
  await eventually(
    'two processes share the inbound partitions',
    () => isSharedBy(2, 'bus/%inbound%'),
    SETTLE_TIMEOUT_MS,
  );
  isBusy = false;
  await load;
  await eventually('all acknowledged texts are shown', areShown(contacts.acknowledged), SETTLE_TIMEOUT_MS);
  await eventually(
    'all answers are shown',
    async () => (await shown('out')).size >= sends.length,
    SETTLE_TIMEOUT_MS,
  );
  const settled = async () => {
    const { rowCount } = await database.query(
      `select from transcript.entry
        where direction = 'out' and status = 'pending' and status_reason is distinct from 'waiting'`,
    );
    return rowCount === 0;
  };
  await eventually('no answer is pending', settled, SETTLE_TIMEOUT_MS);

  const once = (texts: string[]) => new Map(texts.map((text) => [text, 1]));
  expect(await shown('in')).toEqual(once(contacts.acknowledged));
  expect(await shown('out')).toEqual(once(sends));
  // Two kinds of messages need not have reached the provider. A message that was being sent when its process died has
  // an unknown outcome, and is never sent again. A message that the woken process knows it has not sent waits until
  // it is due.
  const { rows } = await database.query<{ text: string }>(
    `select content->>'text' as text from transcript.entry
      where status = 'unknown' or (status = 'pending' and status_reason = 'waiting')`,
  );
  const unsettled = new Set(rows.map(({ text }) => text));
  const reached = graph.sends.map(({ body }) => (body.text as { body: string }).body);
  expect(reached).toHaveLength(new Set(reached).size);
  expect(sends.filter((text) => !unsettled.has(text) && !reached.includes(text))).toEqual([]);

  for (const tab of tabs) tab.socket.disconnect();
  await staying.stop();
  await eventually('one process owns the views', () => isSharedBy(1, 'views'), SETTLE_TIMEOUT_MS);
  for (const view of views) {
    const live = await contentsOf(database, view.name);
    await rebuildView(engines.store, database, view);
    expect(await contentsOf(database, view.name)).toEqual(live);
  }
});

test('a key that one process revokes is refused by another process within a second', async () => {
  const one = await Process.start(['api', 'projector']);
  const other = await Process.start(['api']);
  const enable = { type: 'ChangeSettings', settings: { apiEnabled: true } } as const;
  const context = requestedBy(
    { customerId, userId },
    { commandId: randomUUID(), now: new Date().toISOString() },
  );
  await seeding.get(CommandBus).execute(new ToCustomer(customerId, enable, context));
  const token = await issuer.sign({ user_id: userId, customer_id: customerId });
  const asAdmin = async (method: string, path: string, body?: object) => {
    const headers = {
      'content-type': 'application/json',
      'api-key': engines.config.frontendApiKey,
      authorization: `Bearer ${token}`,
    };
    const response = await fetch(`${one.url}/api/v3/api-keys${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    });
    return (await response.json()) as { id: string; secret: string };
  };
  const opens = async (secret: string) => {
    const response = await fetch(`${other.url}/api/v3/tags`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    return response.status === 200;
  };
  const { id, secret } = await asAdmin('POST', '', { name: 'CRM', rights: ['tags:read'] });
  await eventually('the key opens the other process', () => opens(secret), SETTLE_TIMEOUT_MS);
  await asAdmin('DELETE', `/${id}`);
  await eventually('the other process refuses the key', async () => !(await opens(secret)), 1_000);
  expect(await opens(secret)).toBe(false);
  await Promise.all([one.stop(), other.stop()]);
});
