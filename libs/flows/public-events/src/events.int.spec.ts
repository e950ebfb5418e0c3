import type { EventResponse, EventsResponse } from '@parley/contracts/api/events';
import { exampleOf } from '@parley/webhooks/catalogue/payload';
import { eventByName } from '@parley/webhooks/catalogue/catalogue';
import { id } from '@parley/testing/event-sourcing/history';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';

jest.setTimeout(120_000);

const ours = new Organisation('ours');
const theirs = new Organisation('theirs');
let api: RunningServer;

beforeAll(async () => {
  api = await runServer({ PARLEY_ROLES: 'api,ingress,projector' });
  // The user `outsider` is not in the only team of the inner channel.
  ours.story.channel('inner channel', { teams: ['inner'] });
  ours.story.team('inner', ['insider']);
  ours.story.user('insider', 'user');
  ours.story.user('outsider', 'user');
  ours.story.start('inner talk', { contact: 'inner contact', channel: 'inner channel' });
  const merged = { type: 'ContactMerged', data: { intoId: id('inner contact') } } as const;
  ours.story.add(`contact-${id('inner contact')}`, { type: 'ContactBlocked', data: {} });
  ours.story.add(`contact-${id('inner twin')}`, { type: 'ContactBlocked', data: {} });
  ours.story.add(`contact-${id('inner twin')}`, merged);
  ours.story.setting({ name: 'contactsModuleForAgentsEnabled', value: true });
  ours.story.start('twin talk', { contact: 'inner twin', channel: 'inner channel' });
  await tell(api.engines, ours);
  await tell(api.engines, theirs);
});

afterAll(() => api.close());

const tokenOf = (user: string) => api.issuer.sign({ user_id: user, customer_id: ours.customerId });

async function call<T>(method: string, path: string, token: string, body?: object) {
  const response = await fetch(`${api.url}/api/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(token.startsWith('parley_') ? {} : { 'api-key': 'parley-web' }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as T };
}

async function read(token: string, query = ''): Promise<EventsResponse> {
  const { status, body } = await call<EventsResponse>('GET', `/events${query}`, token);
  expect(status).toBe(200);
  return body;
}

async function makeKey(rights: string[]) {
  const admin = await tokenOf(ours.id('admin'));
  const made = await call<{ id: string; secret: string }>('POST', '/api-keys', admin, {
    name: 'CRM',
    rights,
  });
  expect(made.status).toBe(201);
  return made.body;
}

const state = (token: string, name: string) =>
  call<{ id: string }>('POST', '/events', token, { name, actor: { reference: 'warehouse' } });

test('returns every event of the organisation once, page by page, in the order of the log', async () => {
  const admin = await tokenOf(ours.id('admin'));
  const all: EventResponse[] = [];
  let after = '';
  for (let more = true; more;) {
    const { data, next, hasMore } = await read(admin, `?limit=2${after && `&after=${after}`}`);
    expect(data.length).toBeLessThanOrEqual(2);
    all.push(...data);
    [after, more] = [next, hasMore];
  }
  const positions = all.map(({ position }) => position);
  expect(positions).toEqual([...new Set(positions)].sort());
  const whole = await read(admin, '?limit=500');
  expect(whole.data).toEqual(all);
  const told = JSON.stringify(all);
  expect(told).toContain(ours.id('conversation'));
  expect(told).not.toContain(theirs.id('conversation'));
  expect(all.map(({ type }) => type)).toEqual(expect.arrayContaining(['chat::started', 'message::received']));
});

test('filters by types, and refuses an unknown one', async () => {
  const admin = await tokenOf(ours.id('admin'));
  const { data } = await read(admin, '?types=message::received,tag::created');
  expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['message::received', 'tag::created']));
  const unknown = await call('GET', '/events?types=chat::eaten', admin);
  expect(unknown).toMatchObject({ status: 400, body: { code: 'webhook_event_unknown' } });
});

test('thin events do not contain the content of messages', async () => {
  const admin = await tokenOf(ours.id('admin'));
  const [full] = (await read(admin, '?types=message::received')).data;
  const [thin] = (await read(admin, '?types=message::received&payload=thin')).data;
  expect(full?.data).toHaveProperty('content');
  expect(thin?.data).not.toHaveProperty('content');
  expect(thin?.data).toMatchObject({ chatId: full?.data.chatId });
});

test('returns only events of conversations that the user may see', async () => {
  const chats = async (user: string) =>
    (await read(await tokenOf(user), '?types=chat::started&limit=500')).data.map(({ data }) => data.chatId);
  expect(await chats(ours.id('admin'))).toEqual(
    expect.arrayContaining([ours.id('conversation'), id('inner talk')]),
  );
  expect(await chats(id('insider'))).toContain(id('inner talk'));
  expect(await chats(id('outsider'))).toEqual([ours.id('conversation')]);
});

test('returns only events of contacts that the user may see, including events of contacts merged into them', async () => {
  const contacts = async (user: string) => {
    const { data } = await read(await tokenOf(user), '?types=contact::blocked&limit=500');
    return data.map((event) => event.data.contactId);
  };
  expect(await contacts(ours.id('admin'))).toEqual([id('inner contact'), id('inner twin')]);
  expect(await contacts(id('insider'))).toEqual([id('inner contact'), id('inner twin')]);
  expect(await contacts(id('outsider'))).toEqual([]);
});

test('returns to a key only events that the key has the right to read', async () => {
  const typesFor = async (rights: string[]) => {
    const { secret } = await makeKey(rights);
    const { data } = await read(secret, '?limit=500');
    return new Set(data.map(({ type }) => type.slice(0, type.indexOf('::'))));
  };
  expect(await typesFor(['events:read', 'tags:read'])).toEqual(new Set(['tag']));
  expect(await typesFor(['events:read', 'inbox:read'])).toEqual(new Set(['chat', 'message']));
  const { secret } = await makeKey(['inbox:read']);
  expect((await call('GET', '/events', secret)).status).toBe(403);
});

test('returns an event that a program reported through the API, with the fields of the catalogue’s example', async () => {
  const { secret } = await makeKey(['events:write', 'events:read']);
  const { next } = await read(secret, '?after=latest');
  const { body } = await state(secret, 'order::shipped');
  const { data } = await read(secret, `?after=${next}`);
  expect(data).toMatchObject([
    { type: 'integration::event', data: { eventId: body.id, name: 'order::shipped', target: null } },
  ]);
  const example = exampleOf(eventByName.get('integration::event')!);
  expect(Object.keys(data[0]!.data).sort()).toEqual(Object.keys(example.data).sort());
});

describe('server-sent events', () => {
  /** Opens a stream. `next` reads its next event, and returns null once the stream has ended. */
  async function listen(token: string, headers: Record<string, string> = {}, query = '') {
    const stop = new AbortController();
    const response = await fetch(`${api.url}/api/v3/events${query}`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream', ...headers },
      signal: stop.signal,
    });
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const next = async (): Promise<EventResponse | null> => {
      for (;;) {
        const end = text.indexOf('\n\n');
        if (end < 0) {
          const { value, done } = await reader.read();
          if (done) return null;
          text += value;
          continue;
        }
        const frame = text.slice(0, end);
        text = text.slice(end + 2);
        const data = /^data: (.*)$/m.exec(frame)?.[1];
        if (data) return JSON.parse(data) as EventResponse;
      }
    };
    return { next, stop: () => stop.abort() };
  }

  test('deliver events from the time of the request on; after a reconnect they continue after the last one received', async () => {
    const { secret } = await makeKey(['events:write', 'events:read']);
    const first = await listen(secret);
    await state(secret, 'first::one');
    const told = await first.next();
    expect(told).toMatchObject({ type: 'integration::event', data: { name: 'first::one' } });
    first.stop();
    await state(secret, 'second::one');
    const second = await listen(secret, { 'last-event-id': told!.position });
    expect(await second.next()).toMatchObject({ data: { name: 'second::one' } });
    second.stop();
  });

  test('end when the key of their receiver is revoked', async () => {
    const { id: keyId, secret } = await makeKey(['events:read']);
    const stream = await listen(secret);
    const admin = await tokenOf(ours.id('admin'));
    expect((await call('DELETE', `/api-keys/${keyId}`, admin)).status).toBe(200);
    expect(await stream.next()).toBeNull();
  });

  test('are refused to a key that has ten streams open', async () => {
    const { secret } = await makeKey(['events:read']);
    const streams = [];
    for (let nth = 0; nth < 10; nth++) streams.push(await listen(secret));
    const eleventh = await fetch(`${api.url}/api/v3/events`, {
      headers: { authorization: `Bearer ${secret}`, accept: 'text/event-stream' },
    });
    expect([eleventh.status, eleventh.headers.has('retry-after')]).toEqual([429, true]);
    for (const stream of streams) stream.stop();
  });
});
