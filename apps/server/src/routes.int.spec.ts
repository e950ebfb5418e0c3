import { randomBytes, randomUUID } from 'node:crypto';
import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { allows } from '@parley/access/api-keys/api-key';
import { roles, type RecordedEvent, type Role } from '@parley/contracts/events';
import { PUBLIC_ROUTE, REQUIRED_ABILITY } from '@parley/platform/http/principal';
import { id } from '@parley/testing/event-sourcing/history';
import { Proof } from '@parley/testing/proof/proof';
import { abilities } from './features';
import { exampleOf, type Schema } from './testing/example-of';
import { idBehind, Organisation, tell } from './testing/organisation';
import { runServer, type RunningServer } from './testing/running-server';

// Tests every route of the application. The test finds them automatically, so it includes new ones.
const proof = new Proof('keys', { unit: 'keys', small: 3, full: 60 });
jest.setTimeout(proof.timeout(180, 3_600));

interface Route {
  name: string;
  method: string;
  /** Path in the notation of Nest: `/api/v3/users/:id`. */
  path: string;
  ability: string | undefined;
  isPublic: boolean;
}

let server: RunningServer;
let database: RunningServer['database'];
let issuer: RunningServer['issuer'];
let engines: RunningServer['engines'];
let app: RunningServer['app'];
let document: RunningServer['document'];
let url: string;
const ours = new Organisation('ours');
const theirs = new Organisation('theirs');

beforeAll(async () => {
  server = await runServer({ PARLEY_ROLES: 'api,ingress,projector' });
  ({ database, engines, app, issuer, document, url } = server);
  await tell(engines, ours);
  await tell(engines, theirs);
  await park(theirs);
  await setAside(theirs);
  await beginJob(theirs);
  await subscribe(theirs);
  await addImport(theirs);
  await deliver(theirs);
  await addExport(theirs);
});

afterAll(async () => {
  await server.close();
});

async function park(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into bus.parked (topic, grp, partition, "offset", key, id, value, headers, error, parked_id, customer_id)
     values ('channels.inbound', 'worker', 0, 0, 'key', 'id', '', '{}', 'error', $1, $2)`,
    [organisation.id('parked'), organisation.customerId],
  );
}

async function setAside(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into parley.mail_set_aside (id, customer_id, channel_id, received_at, subject, size, reason, path)
     values ($1, $2, $3, now(), 'Theirs', 1, 'unreadable', 'path')`,
    [organisation.id('setAside'), organisation.customerId, organisation.id('channel')],
  );
  await engines.storage.put('path', Buffer.from('Subject: Theirs'), 'message/rfc822');
}

async function beginJob(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into parley.job (id, customer_id, kind, user_id, params, about, file_path, file, expires_at)
     values ($1, $2, 'back-test', $3, '{}', '{}', 'path', $4, now() + interval '1 day')`,
    [
      organisation.id('job'),
      organisation.customerId,
      organisation.id('admin'),
      { name: 'all.csv', contentType: 'text/csv' },
    ],
  );
}

async function addImport(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into parley.contact_import (id, customer_id, user_id, file_name, file_path, size, encoding, delimiter, rows,
       header, sample, settings, expires_at)
     values ($1, $2, $3, 'people.csv', 'path', 1, 'utf-8', ',', 1, '[]', '[]', '{}', now() + interval '1 day')`,
    [organisation.id('import'), organisation.customerId, organisation.id('admin')],
  );
}

async function addExport(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into parley.export (id, customer_id, user_id, kind, format, request, params, cut_off, names, file, file_until)
     values ($1, $2, $3, 'contacts', 'csv', '{}', '{}', '', '{}', 'ready', now() + interval '1 day')`,
    [organisation.id('export'), organisation.customerId, organisation.id('admin')],
  );
}

async function deliver(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into parley.webhook_delivery (webhook_id, event_id, customer_id, event, position, lane, occurred_at, next_at,
       state, settled_at)
     values ($1, $2, $3, 'webhook::test', '1', 'lane', now(), now(), 'delivered', now())`,
    [organisation.id('webhook'), organisation.id('delivery'), organisation.customerId],
  );
}

/** Registers a device for push notifications of the organisation's administrator. */
async function subscribe(organisation: Organisation): Promise<void> {
  await database.query(
    `insert into parley.push_device (id, customer_id, user_id, endpoint_hash, sealed, label, language, time_zone)
     values ($1, $2, $3, 'hash', 'sealed', 'Firefox', 'en', 'UTC')`,
    [organisation.id('device'), organisation.customerId, organisation.id('admin')],
  );
}

/** The handlers of every controller of the application. */
function routes(): Route[] {
  const reflector = app.get(Reflector);
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) => [
    ...module.controllers.values(),
  ]);
  return controllers.flatMap(({ metatype }) => {
    const type = metatype as Type<object>;
    const base = Reflect.getMetadata(PATH_METADATA, type) as string;
    const prototype = type.prototype as Record<string, () => unknown>;
    const names = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
    return names.flatMap((name) => {
      const handler = prototype[name]!;
      const path = Reflect.getMetadata(PATH_METADATA, handler) as string | undefined;
      if (path === undefined) return [];
      const targets = [handler, type];
      const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as number]!;
      const whole = `/${[base, path]
        .map((part) => part.replace(/^\/|\/$/g, ''))
        .filter(Boolean)
        .join('/')}`;
      return [
        {
          name: `${method} ${whole}`,
          method,
          path: whole,
          ability: reflector.getAllAndOverride<string | undefined>(REQUIRED_ABILITY, targets),
          isPublic: reflector.getAllAndOverride<boolean | undefined>(PUBLIC_ROUTE, targets) === true,
        },
      ];
    });
  });
}

const guarded = () => routes().filter(({ isPublic }) => !isPublic);
const withIds = () => guarded().filter(({ path }) => path.includes(':'));

const tokens = new Map<string, Promise<string>>();

function tokenOf(userId: string, customerId: string): Promise<string> {
  const name = `${userId} of ${customerId}`;
  const made = tokens.get(name) ?? issuer.sign({ user_id: userId, customer_id: customerId });
  tokens.set(name, made);
  return made;
}

/** Calls the API with the ID token of a user or the secret of a key. */
async function ask(
  method: string,
  path: string,
  body: unknown,
  token: string,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${url}/api/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(token.startsWith('parley_') ? {} : { 'api-key': 'parley-web' }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

async function admin(method: string, path: string, body?: unknown) {
  return ask(method, path, body, await tokenOf(ours.id('admin'), ours.customerId));
}

/** Runs `work` for all items, twenty at a time. */
async function inTurns<T, R>(items: T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += 20) {
    results.push(...(await Promise.all(items.slice(at, at + 20).map(work))));
  }
  return results;
}

interface Answer {
  status: number;
  code: string | undefined;
}

/** Query parameters that a route requires. */
const queries: Record<string, string> = {
  '/api/v3/smart-route-back-tests/:id/rows': '?outcome=new',
  '/api/v3/email-chats/entries/:id/picture': '?at=0',
  '/api/v3/email-chats/entries/:id/inline': `?asset=${id('asset')}`,
};

async function call(
  { method, path }: Route,
  { token, ids, body }: { token?: string; ids: (segment: string) => string; body?: unknown },
): Promise<Answer> {
  const segments = path.split('/');
  const filled = segments.map((segment, index) =>
    segment.startsWith(':')
      ? ids(segments.slice(0, index).findLast((one) => !one.startsWith(':'))!)
      : segment,
  );
  const isForm = body instanceof FormData;
  const response = await fetch(url + filled.join('/') + (queries[path] ?? ''), {
    method,
    redirect: 'manual',
    headers: {
      'api-key': 'parley-web',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
  });
  const text = await response.text();
  const problem = /problem\+json/.test(response.headers.get('content-type') ?? '')
    ? (JSON.parse(text) as { code: string })
    : null;
  return { status: response.status, code: problem?.code };
}

/** Example bodies for a route from the API description; the route accepts at least one of them. */
function bodiesOf({ method, path }: Route): unknown[] {
  if (method === 'GET' || method === 'DELETE') return [undefined];
  if (path.endsWith('/assets')) {
    const form = new FormData();
    form.append('file', new Blob(['a picture']), 'picture.txt');
    return [form];
  }
  const described = document.paths[path.replace(/:(\w+)/g, '{$1}')];
  const operation = described?.[method.toLowerCase() as 'post'] as
    { requestBody?: { content?: Record<string, { schema: Schema }> } } | undefined;
  const schema = operation?.requestBody?.content?.['application/json']?.schema;
  if (!schema) return [{}];
  return (['null', 'absent', 'example'] as const).map((conditional) =>
    exampleOf(document, schema, conditional),
  );
}

/**
 * Calls a route with its example bodies until the route does not refuse a body as invalid.
 * @returns the response
 */
async function callWithBody(route: Route, token: string, ids: (segment: string) => string): Promise<Answer> {
  let answer: Answer = { status: 400, code: 'no body' };
  for (const body of bodiesOf(route)) {
    answer = await call(route, { token, ids, body });
    if (answer.status !== 400) break;
  }
  return answer;
}

const anyId = () => randomUUID();
const foreignId = (segment: string) => {
  const kind = idBehind[segment];
  if (!kind) throw new Error(`What id stands behind /${segment}/ in an organisation? Name it in idBehind.`);
  return theirs.id(kind);
};

test('every route requires an ability that the table lists, or is marked as public', () => {
  const table = new Set(
    Object.entries(abilities.declared).flatMap(([subject, actions]) =>
      Object.keys(actions).map((action) => `${subject}:${action}`),
    ),
  );
  expect(routes().length).toBeGreaterThan(30);
  const silent = routes().filter(({ ability, isPublic }) => isPublic === (ability !== undefined));
  expect(silent.map(({ name }) => name)).toEqual([]);
  const unknown = guarded().filter(({ ability }) => !table.has(ability ?? ''));
  expect(unknown.map(({ name, ability }) => `${name} ${ability}`)).toEqual([]);
});

test('each role may call the routes that the table allows it, and no others', async () => {
  const wrong: string[] = [];
  for (const role of roles) {
    const token = await tokenOf(ours.id(role), ours.customerId);
    for (const route of guarded()) {
      const { status, code } = await call(route, { token, ids: anyId });
      const isRefused = status === 403;
      if (isRefused === mayCall(role, route) || status === 401 || status >= 500) {
        wrong.push(`${role} ${route.name}: ${status} ${code}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('refuses a request without a token, with a forged one, or of an unknown user', async () => {
  const strangers: [string, string | undefined][] = [
    ['nobody', undefined],
    ['a forger', await issuer.sign({ user_id: ours.id('admin') }, { withForeignKey: true })],
    ['a stranger', await tokenOf(randomUUID(), ours.customerId)],
    ['a user of another organisation', await tokenOf(theirs.id('admin'), ours.customerId)],
  ];
  const wrong: string[] = [];
  for (const [who, token] of strangers) {
    for (const route of guarded()) {
      const { status, code } = await call(route, { token, ids: foreignId });
      if (status !== 401) wrong.push(`${who} ${route.name}: ${status} ${code}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('ids of another organisation get the same refusal as unknown ids, for every role, and change nothing in that organisation', async () => {
  const before = await eventsOf(theirs);
  const wrong: string[] = [];
  for (const role of roles) {
    const token = await tokenOf(ours.id(role), ours.customerId);
    for (const route of withIds()) {
      if (!mayCall(role, route)) continue;
      const foreign = await callWithBody(route, token, foreignId);
      const missing = await callWithBody(route, token, anyId);
      if (foreign.status !== 404 || foreign.code !== missing.code || foreign.status !== missing.status) {
        wrong.push(`${role} ${route.name}: ${foreign.status} ${foreign.code}, if missing ${missing.status}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(await eventsOf(theirs)).toBe(before);
  const parked = await database.query('select from bus.parked where parked_id = $1', [theirs.id('parked')]);
  expect(parked.rowCount).toBe(1);
  const { rows: deliveries } = await database.query('select state from parley.webhook_delivery');
  expect(deliveries).toEqual([{ state: 'delivered' }]);
  const { rows: jobs } = await database.query('select state from parley.job');
  expect(jobs).toEqual([{ state: 'waiting' }]);
});

test('the other organisation’s administrator finds every id that the other tests use', async () => {
  const token = await tokenOf(theirs.id('admin'), theirs.customerId);
  const wrong: string[] = [];
  for (const route of withIds().filter(
    // A file of an export is opened by a link of its own, and the other organisation's message is no e-mail.
    ({ method, path }) =>
      method === 'GET' &&
      // The other organisation's channel is no mailbox.
      !/\/assets\/(:|team-chat-entries)|\/exports\/:id\/file|\/email-chats\/entries\/|\/channels\/:id\/mail/.test(
        path,
      ),
  )) {
    const { status, code } = await call(route, { token, ids: foreignId });
    // The other organisation's contacts have no pictures.
    const fits = status === (route.name.endsWith('/picture') ? 204 : 200);
    if (!fits) wrong.push(`${route.name}: ${status} ${code}`);
  }
  expect(wrong).toEqual([]);
});

describe('a program with an API key', () => {
  const makeKey = async (rights: string[], asked: object = {}) => {
    const made = await admin('POST', '/api-keys', { name: 'CRM', rights, ...asked });
    expect(made.status).toBe(201);
    return made.body as { id: string; secret: string };
  };

  test('may call the routes that its rights and its owner’s role allow, and no others', async () => {
    const { body } = await admin('GET', '/api-keys');
    const every = (body as { grantable: string[] }).grantable;
    const wrong: string[] = [];
    // Testing each right alone takes minutes, which only `scripts/torture keys` does.
    const few = [['inbox:read'], ['contacts:write']];
    const sets = [...(proof.isFull ? every.map((right) => [right]) : few), every];
    for (const rights of sets) {
      const { secret } = await makeKey(rights);
      for (const route of guarded()) {
        const { status, code } = await call(route, { token: secret, ids: anyId });
        const [subject = '', action = ''] = (route.ability ?? '').split(':');
        const may = allows(rights, action, subject) && mayCall('admin', route);
        if ((status === 403) === may || status === 401 || status >= 500) {
          wrong.push(`${rights.join(' ')} ${route.name}: ${status} ${code}`);
        }
      }
    }
    proof.report(sets.length, { calls: sets.length * guarded().length, wrong: wrong.length });
    expect(wrong).toEqual([]);
    expect(every).not.toContain('developers:write');
  });

  test('finds nothing of another organisation', async () => {
    const { body } = await admin('GET', '/api-keys');
    const { secret } = await makeKey((body as { grantable: string[] }).grantable);
    const wrong: string[] = [];
    for (const route of withIds()) {
      const { status, code } = await callWithBody(route, secret, foreignId);
      if (status !== 404 && status !== 403) wrong.push(`${route.name}: ${status} ${code}`);
    }
    expect(wrong).toEqual([]);
  });

  test('acts as an integration, and does not need the web client’s key', async () => {
    const { id: keyId, secret } = await makeKey(['tags:write']);
    const made = await ask('POST', '/tags', { name: 'By a program', colour: '#123456' }, secret);
    expect(made.status).toBe(201);
    const stored: RecordedEvent[] = [];
    for await (const event of engines.store.readStream(`tag-${(made.body as { id: string }).id}`, ours))
      stored.push(event);
    expect(stored.at(-1)?.actor).toEqual({ type: 'integration', id: keyId });
  });

  test('is admitted by a valid secret, but not by a guessed, forged, expired or revoked one', async () => {
    const read = async (secret: string) => (await ask('GET', '/tags', undefined, secret)).status;
    const { id: keyId, secret } = await makeKey(['tags:read']);
    expect(await read(secret)).toBe(200);
    const guesses = Array.from({ length: 1_000 }, (_, n) => {
      const at = 7 + (n % 43);
      const other = secret[at] === 'A' ? 'B' : 'A';
      return n % 4 === 0
        ? `parley_${randomBytes(32).toString('base64url')}`
        : secret.slice(0, at) +
            (n % 4 === 1 ? other : n % 4 === 2 ? '' : `${secret[at]}${other}`) +
            secret.slice(at + 1);
    });
    const answers = await inTurns(guesses, read);
    expect(answers.filter((status) => status !== 401)).toEqual([]);

    const soon = new Date(Date.now() + 1_000).toISOString();
    const expiring = await makeKey(['tags:read'], { expiresAt: soon });
    await waitUntil(async () => (await read(expiring.secret)) === 401);
    const elsewhere = await makeKey(['tags:read'], { allowedAddresses: ['203.0.113.7'] });
    expect(await read(elsewhere.secret)).toBe(403);

    const rotated = await admin('POST', `/api-keys/${keyId}/rotate`, {
      hint: secret.slice(-4),
      overlapHours: 1,
    });
    const { secret: next } = rotated.body as { secret: string };
    expect([await read(secret), await read(next)]).toEqual([200, 200]);
    const began = performance.now();
    await admin('DELETE', `/api-keys/${keyId}`);
    await waitUntil(async () => (await read(secret)) === 401 && (await read(next)) === 401);
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  test('gets no right that its creator does not have', async () => {
    const refused = await admin('POST', '/api-keys', { name: 'CRM', rights: ['developers:write'] });
    expect(refused).toMatchObject({ status: 403, body: { code: 'api_key_rights' } });
  });
});

function mayCall(role: Role, { ability = '' }: Route): boolean {
  const [subject = '', action = ''] = ability.split(':');
  return abilities.isAllowed(role, { contactsModuleForAgentsEnabled: false }, action, subject);
}

async function eventsOf({ customerId }: Organisation): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    `select count(*) from event_log.event e join event_log.stream s on s.no = e.stream_no where s.customer_id = $1`,
    [customerId],
  );
  return Number(rows[0]?.count);
}

test('a bulk action reports another organisation’s conversations as not found, and changes the user’s own', async () => {
  const bulk = async (body: unknown) => {
    const response = await fetch(`${url}/api/v3/messaging-chats/bulk`, {
      method: 'POST',
      headers: {
        'api-key': 'parley-web',
        authorization: `Bearer ${await tokenOf(ours.id('user'), ours.customerId)}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    return { status: response.status, ...((await response.json()) as { code?: string; results?: unknown }) };
  };
  const [mine, foreign] = [ours.id('conversation'), theirs.id('conversation')];
  const seenUpTo = '9'.repeat(20);
  const each = (...ids: string[]) => ids.map((one) => ({ id: one }));
  expect(await bulk({ action: 'read', chats: each(foreign, mine), seenUpTo })).toMatchObject({
    status: 200,
    results: [
      { id: foreign, ok: false, code: 'not_found' },
      { id: mine, ok: true },
    ],
  });
  expect(await bulk({ action: 'tag', chats: each(mine), tagId: theirs.id('tag') })).toMatchObject({
    status: 404,
  });
  const nobody = { userId: null, teamId: null };
  const to = { userId: theirs.id('user'), teamId: null };
  expect(await bulk({ action: 'assign', chats: [{ id: mine, to, expected: nobody }] })).toMatchObject({
    results: [{ id: mine, ok: false, code: 'unknown_assignee' }],
  });
  const eleven = Array.from({ length: 11 }, () => randomUUID());
  for (const chats of [each(...eleven), each(mine, mine), []])
    expect(await bulk({ action: 'unread', chats })).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await bulk({ action: 'archive', chats: each(mine) })).toMatchObject({ status: 400 });
});

test('an agent can neither read nor change a contact whose conversations are all hidden from the agent', async () => {
  const { story, customerId } = new Organisation('hidden');
  story.user('closed out', 'user');
  story.user('insider', 'user');
  story.team('inner', ['insider']);
  story.channel('inner channel', { teams: ['inner'] });
  story.start('hidden talk', { contact: 'hidden contact', channel: 'inner channel' });
  const comment = {
    subject: id('hidden contact'),
    personal: { text: 'Secret' },
    commentId: id('hidden note'),
  };
  story.add(`contact-${id('hidden contact')}`, {
    type: 'ContactCommentAdded',
    data: { ...comment, userId: id('insider') },
  });
  const frame = { subject: id('hidden contact'), personal: { name: 'Frame', value: '54' } };
  story.add(`contact-${id('hidden contact')}`, {
    type: 'ContactMetadataSet',
    data: { ...frame, metadataId: id('inner metadata') },
  });
  const label = { type: 'LabelCreated', data: { name: 'Inner', colour: '#a15c00' } } as const;
  story.add(`label-${id('inner label')}`, label);
  await tell(engines, { story, customerId } as Organisation);
  const [contact, note] = [`/api/v3/contacts/${id('hidden contact')}`, '/api/v3/internal-comments'];
  const requests: [method: string, path: string, body?: object][] = [
    ['GET', contact],
    ['POST', `${contact}/block`],
    ['POST', `${contact}/unblock`],
    ['POST', `${contact}/prioritise`],
    ['POST', `${contact}/unprioritise`],
    ['POST', `${contact}/labels`, { labelId: id('inner label') }],
    ['DELETE', `${contact}/labels/${id('inner label')}`],
    ['POST', note, { contactId: id('hidden contact'), comment: 'Hello' }],
    ['PATCH', `${note}/${id('hidden note')}`, { comment: 'Hello' }],
    ['DELETE', `${note}/${id('hidden note')}`],
  ];
  const statusOf = async (user: string, [method, path, body]: (typeof requests)[number]) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'api-key': 'parley-web',
        authorization: `Bearer ${await tokenOf(id(user), customerId)}`,
        'content-type': 'application/json',
      },
      body: body && JSON.stringify(body),
    });
    return `${method} ${path} ${response.status}`;
  };
  const before = await eventsOf({ customerId } as Organisation);
  for (const request of requests) {
    expect(await statusOf('closed out', request)).toBe(`${request[0]} ${request[1]} 404`);
  }
  expect(await eventsOf({ customerId } as Organisation)).toBe(before);
  for (const request of requests) {
    expect(await statusOf('insider', request)).toBe(
      `${request[0]} ${request[1]} ${request[1] === note ? 201 : 200}`,
    );
  }

  // With this setting, agents can open contacts whose conversations are not hidden from them.
  story.setting({ name: 'contactsModuleForAgentsEnabled', value: true });
  story.add(`contact-${id('imported')}`, {
    type: 'ContactRegistered',
    data: { subject: id('imported'), personal: { name: 'Imported' } },
  });
  const imported = `/api/v3/contacts/${id('imported')}`;
  expect(await statusOf('closed out', ['GET', imported])).toMatch(/404$/);
  await tell(engines, { story: { events: story.events.slice(-2) }, customerId } as unknown as Organisation);
  await waitUntil(async () => (await statusOf('closed out', ['GET', imported])).endsWith('200'));
  for (const [method, body] of [
    ['GET', undefined],
    ['PATCH', { company: 'Ruiz' }],
  ] as const) {
    expect(await statusOf('closed out', [method, contact, body])).toBe(`${method} ${contact} 404`);
  }
  const metadata = `${contact}/metadata/${id('inner metadata')}`;
  expect(await statusOf('closed out', ['DELETE', metadata])).toBe(`DELETE ${metadata} 404`);
  expect(await statusOf('insider', ['DELETE', metadata])).toBe(`DELETE ${metadata} 200`);
});

/** Polls until the application has processed an event that the test appended directly. */
async function waitUntil(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 10_000; !(await isTrue());) {
    if (Date.now() > end) throw new Error('It never became so.');
  }
}
