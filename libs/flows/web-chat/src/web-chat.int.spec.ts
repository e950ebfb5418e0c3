import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { SignJWT } from 'jose';
import { io, type Socket } from 'socket.io-client';
import { AdministerChannels } from '@parley/channels/write/administer-channels';
import { ToChannel } from '@parley/channels/write/channel.handler';
import type {
  ServerToVisitor,
  VisitorEntriesResponse,
  VisitorEntry,
  VisitorFileResponse,
  VisitorMessageResponse,
  VisitorSession,
  VisitorToServer,
  WebChatInfo,
} from '@parley/contracts/api/web-chat';
import { webChatDefaults } from '@parley/contracts/events';
import { SendMessage } from '@parley/conversations/write/send-message';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Viewer } from '@parley/access-rules/viewer';
import { freePort } from '@parley/platform/http/free-port';
import { PresenceBoard } from '@parley/realtime/presence-board';
import { SeenSites } from './seen-sites';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { eventually } from '@parley/testing/waiting/eventually';

// Tests the visitors' API from request to inbox and back, and that visitors cannot reach each other's data.

const SHOP = 'https://shop.example';
const SECRET = 'a-secret-that-the-shop-signs-with';
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const agent = { customerId: randomUUID(), userId: randomUUID() };
let server: RunningServer;
let database: RunningServer['database'];
let app: RunningServer['app'];
let url: string;
let channelId: string;
let otherChannelId: string;

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  server = await runServer({
    PARLEY_ROLES: 'ingress,worker,projector,realtime',
    PUBLIC_URL: url,
    PORT: String(port),
    LIMIT_VISITOR_MESSAGES: '8/h',
  });
  ({ database, app } = server);
  await eventually('the projector has created the table of web chat limits', async () => {
    const { rows } = await database.query<{ is: boolean }>(
      `select to_regclass('channels.web_chat_limit') is not null as is`,
    );
    return rows[0]?.is;
  });
  [channelId, otherChannelId] = [await connect(SHOP), await connect('https://other.example')];
});

afterAll(async () => {
  await server.close();
});

describe('A visitor', () => {
  it('gets the look of the chat on sites that the channel allows, and on no others', async () => {
    const answer = await ask('');
    expect(answer.headers.get('access-control-allow-origin')).toBe(SHOP);
    const info = (await answer.json()) as WebChatInfo;
    expect(info).toMatchObject({
      title: 'Shop',
      isOpen: true,
      asksFor: ['name', 'email'],
      longestText: 1000,
    });
    for (const origin of [
      'https://evil.example',
      'https://shop.example.evil.example',
      'http://shop.example',
      'null',
    ]) {
      const refused = await ask('', { origin });
      expect([origin, refused.status]).toEqual([origin, 403]);
      expect(refused.headers.get('access-control-allow-origin')).toBeNull();
    }
    expect((await fetch(`${url}/web-chat/${randomUUID()}`, { headers: { origin: SHOP } })).status).toBe(404);
  });

  it('gets a response to a preflight request from an allowed site', async () => {
    const answer = await ask('/messages', { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  it('writes a message that is in the inbox once even if it is posted again, and receives the reply as a push', async () => {
    const ana = await Person.come();
    expect(ana.session).toMatchObject({ isIdentified: false, hasHistory: false, known: [] });
    const key = randomUUID();
    const introduction = { name: 'Ana Ruiz', email: 'not an address' };
    const first = await ana.write('Where is my order?', { key, introduction });
    for (let again = 0; again < 2; again++)
      expect(await ana.write('Where is my order?', { key })).toEqual(first);
    const thread = await ana.untilShown(1);
    expect(thread).toMatchObject([{ id: first.id, by: 'visitor', text: 'Where is my order?' }]);
    const chat = await chatOf(first.id);
    expect(chat).toMatchObject({ name: 'Ana Ruiz', email: null });
    await ana.follow();
    await reply(chat.id, 'On its way');
    const pushed = await ana.untilPushed('On its way');
    expect(pushed).toMatchObject({ by: 'agent', text: 'On its way', files: [] });
    await ana.post('/receipts', { status: 'delivered', until: pushed.createdAt });
    await eventually('the message is delivered', async () => (await statusOf(pushed.id)) === 'delivered');
    await ana.post('/receipts', { status: 'read', until: pushed.createdAt });
    await eventually('the message is read', async () => (await statusOf(pushed.id)) === 'read');
  });

  it('receives, after being disconnected, every entry since their cursor, and none twice', async () => {
    const ana = await Person.come();
    const { id } = await ana.write('Hello');
    await ana.untilShown(1);
    const chat = await chatOf(id);
    await ana.follow();
    await reply(chat.id, 'One');
    await ana.untilPushed('One');
    const { position } = ana.pushes.at(-1)!;
    ana.leave();
    for (const text of ['Two', 'Three']) await reply(chat.id, text);
    await eventually('the visitor has four entries', async () => (await ana.entries()).entries.length === 4);
    ana.pushes.length = 0;
    await ana.follow(position);
    await ana.untilPushed('Three');
    expect(ana.pushed().map(({ text }) => text)).toEqual(expect.arrayContaining(['Two', 'Three']));
    expect(ana.pushed().some(({ text }) => text === 'Hello')).toBe(false);
  });

  it('gives their name later, so that the contact has it and the widget stops asking', async () => {
    const ben = await Person.come();
    const { id } = await ben.write('Hi');
    await ben.untilShown(1);
    await ben.post('/introduction', { name: 'Ben', email: 'ben@example.com' });
    await eventually(
      "the contact has Ben's address",
      async () => (await chatOf(id)).email === 'ben@example.com',
    );
    expect((await ben.comeAgain()).known).toEqual(['name', 'email']);
    expect((await ben.comeAgain()).hasHistory).toBe(true);
  });

  it('sends a file that they and the agent can open, and that no other visitor can send', async () => {
    const [ana, ben] = [await Person.come(), await Person.come()];
    const uploaded = await ana.upload(png);
    expect((await ben.ask('/messages', { key: randomUUID(), files: [uploaded.file] })).status).toBe(400);
    await ana.post('/messages', { key: randomUUID(), files: [uploaded.file], text: 'Like this' });
    const [entry] = await ana.untilShown(1);
    expect(entry).toMatchObject({
      text: 'Like this',
      files: [{ contentType: 'image/png', size: png.length }],
    });
    expect(entry!.files[0]!.url).toMatch(/\/files\/.+signature=/);
    const { rows } = await database.query(
      'select from transcript.file f join transcript.entry e using (conversation_id) where e.id = $1',
      [entry!.id],
    );
    expect(rows).toHaveLength(1);
    expect((await ana.askRaw('/files?name=a.png', Buffer.from('no picture'), 'image/png')).status).toBe(409);
  });

  it('sees that an agent is typing, and is shown to the agent as typing', async () => {
    const ana = await Person.come();
    const { id } = await ana.write('Hello');
    await ana.untilShown(1);
    await ana.follow();
    const chat = await chatOf(id);
    const board = app.get(PresenceBoard, { strict: false });
    const look = { customerId: agent.customerId, userId: agent.userId, view: 'inbox', chatId: chat.id };
    board.look('a window', { ...look, isTyping: true });
    await eventually('the visitor sees that the agent types', () => ana.typing.at(-1) === true);
    board.look('a window', null);
    await eventually('the visitor sees that the agent stopped', () => ana.typing.at(-1) === false);
    ana.socket!.emit('typing', true);
    await eventually(
      'the inbox sees that the visitor types',
      () => board.in(agent.customerId, 'inbox', chat.id).length === 1,
    );
    expect(board.in(agent.customerId, 'inbox', chat.id)).toEqual([
      { userId: chat.contactId, isTyping: true },
    ]);
    expect(ana.typing.at(-1)).toBe(false);
    ana.leave();
    await eventually(
      'the inbox sees that the visitor stopped',
      () => board.in(agent.customerId, 'inbox', chat.id).length === 0,
    );
  });

  it('gets 429 after more messages than a person can write', async () => {
    const ana = await Person.come();
    const answers: number[] = [];
    for (let count = 0; count < 9; count++) {
      answers.push((await ana.ask('/messages', { key: randomUUID(), text: 'Hi' })).status);
    }
    expect(answers).toEqual([...Array.from({ length: 8 }, () => 200), 429]);
  });
});

describe('An identity token', () => {
  it('identifies the visitor as the same person in every browser', async () => {
    const identity = await signed({ sub: '4711', name: 'Carla Meyer', email: 'carla@example.com' });
    const carla = await Person.come({ identity });
    expect(carla.session).toMatchObject({ isIdentified: true, known: ['name', 'email'] });
    const { id } = await carla.write('It is me', { introduction: { name: 'Somebody else' } });
    await carla.untilShown(1);
    expect(await chatOf(id)).toMatchObject({ name: 'Carla Meyer', email: 'carla@example.com' });
    const elsewhere = await Person.come({ identity });
    expect((await elsewhere.entries()).entries).toMatchObject([{ text: 'It is me' }]);
  });

  it.each<[string, () => Promise<string>]>([
    ['is signed with another secret', () => signed({ sub: '4711' }, { secret: 'somebody-else-s-secret' })],
    ['has expired', () => signed({ sub: '4711' }, { expires: '-1m' })],
    ['never expires', () => signed({ sub: '4711' }, { expires: null })],
    ['has no signature', () => Promise.resolve(unsigned({ sub: '4711', exp: 4_000_000_000 }))],
    ['has no subject', () => signed({})],
    ['is malformed', () => Promise.resolve('4711')],
  ])('gives its visitor an anonymous session without access to the thread if it %s', async (_, make) => {
    const forger = await Person.come({ identity: await make() });
    expect(forger.session).toMatchObject({ isIdentified: false, hasHistory: false });
    expect((await forger.entries()).entries).toEqual([]);
  });

  it('no longer identifies the visitor once the site sends none, even if the browser kept the session', async () => {
    const identity = await signed({ sub: '4711' });
    const carla = await Person.come({ identity });
    const next = await Person.come({ token: carla.session.token });
    expect(next.session).toMatchObject({ isIdentified: false, hasHistory: false });
  });
});

describe('A visitor cannot', () => {
  let ana: Person;
  let ben: Person;
  let anasId: string;

  beforeAll(async () => {
    [ana, ben] = [await Person.come(), await Person.come()];
    anasId = (await ana.write('A secret of Ana')).id;
    await ana.untilShown(1);
    await ben.write('Hi, Ben here');
    await ben.untilShown(1);
  });

  it('read another visitor’s entries by any id', async () => {
    expect((await ben.entries(anasId)).entries).toEqual([]);
    expect((await ben.entries()).entries.map(({ text }) => text)).toEqual(['Hi, Ben here']);
  });

  it('follow another visitor’s thread', async () => {
    await ben.follow();
    const chat = await chatOf(anasId);
    await reply(chat.id, 'For Ana alone');
    await eventually('the visitor has two entries', async () => (await ana.entries()).entries.length === 2);
    await reply((await chatOf((await ben.entries()).entries[0]!.id)).id, 'For Ben');
    await ben.untilPushed('For Ben');
    expect(ben.pushed().some(({ text }) => text === 'For Ana alone')).toBe(false);
  });

  it('mark messages to another visitor as read', async () => {
    const entry = (await ana.entries()).entries.at(-1)!;
    await ben.post('/receipts', { status: 'read', until: '2099-01-01T00:00:00.000Z' });
    const bens = (await ben.entries()).entries.at(-1)!;
    await eventually("Ben's message is read", async () => (await statusOf(bens.id)) === 'read');
    expect(await statusOf(entry.id)).toBe('sent');
  });

  it('replace another visitor’s message by using its key', async () => {
    const key = randomUUID();
    const [one, other] = [await ana.write('Mine', { key }), await ben.write('Mine as well', { key })];
    expect(one.id).not.toBe(other.id);
  });

  it.each<[string, () => string]>([
    ['no token', () => ''],
    ['an invented token', () => 'aaa.bbb.ccc'],
    ['a token whose visitor was changed', () => changed(ana.session.token)],
  ])('make a request or connect with %s', async (_, token) => {
    for (const [path, method] of [
      ['/entries', 'GET'],
      ['/messages', 'POST'],
      ['/receipts', 'POST'],
      ['/introduction', 'POST'],
      ['/files?name=x', 'POST'],
    ] as const) {
      const body = {
        ...(path === '/messages' && { key: randomUUID(), text: 'x' }),
        ...(path === '/receipts' && { status: 'read', until: '2026-11-01' }),
      };
      const headers = { authorization: `Bearer ${token()}` };
      const answer = await ask(path, { method, headers, ...(method === 'POST' && { body }) });
      expect([path, answer.status]).toEqual([path, 401]);
    }
    await expect(connectSocket({ token: token() })).rejects.toThrow('unauthenticated');
  });

  it('use a token on another channel, or connect from a site that the channel does not allow', async () => {
    const headers = { authorization: `Bearer ${ana.session.token}`, origin: 'https://other.example' };
    const answer = await fetch(`${url}/web-chat/${otherChannelId}/entries`, { headers });
    expect(answer.status).toBe(401);
    await expect(connectSocket({ token: ana.session.token, origin: 'https://evil.example' })).rejects.toThrow(
      'not_authorized',
    );
  });
});

it('an organisation sees the sites on which its widget was seen, and no sites of another organisation', async () => {
  const seen = app.get(VisitorsSeen(), { strict: false });
  await eventually('the site was seen', async () =>
    (await seen.of(agent.customerId, channelId)).some(({ origin }) => origin === SHOP),
  );
  expect((await seen.of(agent.customerId, channelId)).map(({ origin }) => origin)).toEqual([SHOP]);
  expect(await seen.of(randomUUID(), channelId)).toEqual([]);
});

it('keeps at most a hundred sites of a channel that allows all subdomains of a site', async () => {
  const open = await connect('https://*.shop.example');
  const seen = app.get(VisitorsSeen(), { strict: false });
  const at = (origin: string) => fetch(`${url}/web-chat/${open}`, { headers: { origin } });
  expect((await at('https://www.shop.example')).status).toBe(200);
  expect((await at('https://shop.example')).status).toBe(403);
  for (let n = 0; n < 120; n++) seen.note({ id: open, ...agent }, `https://${n}.shop.example`);
  const kept = async () => {
    const sql = 'select origin from parley.web_chat_site where channel_id = $1';
    return (await database.query<{ origin: string }>(sql, [open])).rows.map(({ origin }) => origin);
  };
  await eventually('the 119th site was seen', async () =>
    (await kept()).includes('https://119.shop.example'),
  );
  seen.note({ id: open, ...agent }, 'https://last.shop.example');
  await eventually('the last site was seen', async () =>
    (await kept()).includes('https://last.shop.example'),
  );
  expect((await kept()).length).toBeLessThanOrEqual(100);
});

it('responds with 404 for a disconnected web chat', async () => {
  const gone = await connect('https://gone.example');
  await app.get(CommandBus).execute(new ToChannel(gone, { type: 'Disconnect' }, requestedNow(agent)));
  await server.shown();
  expect((await fetch(`${url}/web-chat/${gone}`)).status).toBe(404);
});

/** Returns the class `SeenSites`, so that the test does not depend on the module that provides it. */
function VisitorsSeen(): typeof SeenSites {
  return SeenSites;
}

type VisitorSocket = Socket<ServerToVisitor, VisitorToServer>;

class Person {
  readonly pushes: { position: string; entries: VisitorEntry[] }[] = [];
  readonly typing: boolean[] = [];
  socket: VisitorSocket | null = null;

  private constructor(readonly session: VisitorSession) {}

  static async come(request: { token?: string; identity?: string } = {}): Promise<Person> {
    const answer = await ask('/sessions', { method: 'POST', body: request });
    expect(answer.status).toBe(200);
    return new Person((await answer.json()) as VisitorSession);
  }

  async comeAgain(): Promise<VisitorSession> {
    return (await Person.come({ token: this.session.token })).session;
  }

  ask(path: string, body: object): Promise<Response> {
    return ask(path, { method: 'POST', body, headers: this.headers });
  }

  askRaw(path: string, body: Buffer, type: string): Promise<Response> {
    const headers = { ...this.headers, origin: SHOP, 'content-type': type };
    return fetch(`${url}/web-chat/${channelId}${path}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
    });
  }

  async post(path: string, body: object): Promise<unknown> {
    const answer = await this.ask(path, body);
    expect(answer.ok).toBe(true);
    return answer.status === 204 ? null : answer.json();
  }

  async write(
    text: string,
    { key = randomUUID(), introduction }: { key?: string; introduction?: object } = {},
  ) {
    return (await this.post('/messages', {
      key,
      text,
      ...(introduction && { introduction }),
    })) as VisitorMessageResponse;
  }

  async upload(body: Buffer): Promise<VisitorFileResponse> {
    const answer = await this.askRaw('/files?name=bike.png', body, 'image/png');
    expect(answer.status).toBe(200);
    return (await answer.json()) as VisitorFileResponse;
  }

  async entries(before?: string): Promise<VisitorEntriesResponse> {
    const answer = await ask(`/entries${before ? `?before=${before}` : ''}`, { headers: this.headers });
    expect(answer.status).toBe(200);
    return (await answer.json()) as VisitorEntriesResponse;
  }

  untilShown(count: number): Promise<VisitorEntry[]> {
    return eventually('the visitor has enough entries', async () => {
      const { entries } = await this.entries();
      return entries.length >= count && entries;
    });
  }

  async follow(position?: string): Promise<void> {
    const from = position ?? (await this.entries()).position;
    this.socket = await connectSocket({ token: this.session.token });
    this.socket.on('push', (push) => this.pushes.push(push));
    this.socket.on('typing', ({ isTyping }) => this.typing.push(isTyping));
    expect(await this.socket.emitWithAck('follow', from)).toEqual({ ok: true });
    sockets.push(this.socket);
  }

  leave(): void {
    this.socket?.disconnect();
  }

  pushed(): VisitorEntry[] {
    return this.pushes.flatMap(({ entries }) => entries);
  }

  untilPushed(text: string): Promise<VisitorEntry> {
    return eventually('the text was pushed to the visitor', () =>
      this.pushed().find((entry) => entry.text === text),
    );
  }

  private get headers() {
    return { authorization: `Bearer ${this.session.token}` };
  }
}

const sockets: VisitorSocket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect();
});

function connectSocket({ token, origin = SHOP }: { token: string; origin?: string }): Promise<VisitorSocket> {
  const socket: VisitorSocket = io(`${url}/web-chat`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { channelId, token },
    extraHeaders: { origin },
  });
  return new Promise((resolve, reject) => {
    socket.once('connect', () => resolve(socket));
    socket.once('connect_error', (error) => {
      socket.disconnect();
      reject(error);
    });
  });
}

function ask(
  path: string,
  {
    origin = SHOP,
    method = 'GET',
    body,
    headers = {},
  }: { origin?: string; method?: string; body?: object; headers?: Record<string, string> } = {},
): Promise<Response> {
  return fetch(`${url}/web-chat/${channelId}${path}`, {
    method,
    headers: { origin, ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function signed(
  claims: Record<string, string>,
  { secret = SECRET, expires = '10m' }: { secret?: string; expires?: string | null } = {},
): Promise<string> {
  const token = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
  if (expires) token.setExpirationTime(expires.startsWith('-') ? new Date(Date.now() - 60_000) : expires);
  return token.sign(new TextEncoder().encode(secret));
}

function unsigned(claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part(claims)}.`;
}

function changed(token: string): string {
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const other = Buffer.from(JSON.stringify({ ...claims, sub: 'v-somebody' })).toString('base64url');
  return `${header}.${other}.${signature}`;
}

async function connect(site: string): Promise<string> {
  const channels = app.get(AdministerChannels, { strict: false });
  const request = { provider: 'web-chat', name: 'Shop', credentials: { signInSecret: SECRET } } as const;
  const { id } = await channels.connect(request, requestedNow(agent));
  const webChat = { ...webChatDefaults, sites: [site] };
  await channels.changeSettings(id, { webChat }, requestedNow(agent));
  await server.shown();
  return id;
}

function reply(chatId: string, text: string): Promise<unknown> {
  const viewer: Viewer = {
    ...agent,
    ...{ role: 'admin', teamIds: [], channelIds: null, forcedTeamFilter: null, expandedTeamFilter: false },
  };
  const request = { chat: { id: chatId }, content: { text }, idempotencyKey: randomUUID() };
  return app.get(SendMessage, { strict: false }).send(viewer, request, requestedNow(agent));
}

interface ChatRow {
  id: string;
  contactId: string;
  name: string | null;
  email: string | null;
}

/** The conversation of an entry, with its contact. */
async function chatOf(entryId: string): Promise<ChatRow> {
  await server.shown();
  const { rows } = await database.query<ChatRow>(
    `select c.id, c.contact_id as "contactId", k.name, k.email from transcript.entry e
       join inbox.conversation c on c.id = e.conversation_id join contacts.contact k on k.id = c.contact_id
      where e.id = $1`,
    [entryId],
  );
  return rows[0]!;
}

async function statusOf(entryId: string): Promise<string | undefined> {
  await server.shown();
  const { rows } = await database.query<{ status: string }>(
    'select status from transcript.entry where id = $1',
    [entryId],
  );
  return rows[0]?.status;
}
