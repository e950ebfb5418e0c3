import { randomUUID } from 'node:crypto';
import { Agent, request as httpRequest } from 'node:http';
import { ProviderAddresses } from '@parley/channels/write/provider-addresses';
import { Proof } from '@parley/testing/proof/proof';
import { Bystander, quantile, type Observation } from './bystander';
import { Heartbeat } from './heartbeat';
import { attackOn, operationsOf, type Attack, type Operation } from './nasty-inputs';
import { idBehind, Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { ProviderWebhooks } from '../provider-webhooks';

const proof = new Proof('inputs', { unit: 'requests', small: 500, full: 20_000 });
jest.setTimeout(proof.timeout(180, 3_600));

/** Number of concurrent requests. */
const AT_ONCE = 4;
/**
 * Maximum time in ms for which the event loop may be blocked. In a small run it is longer, since the run shares
 * processor and process with other work.
 */
const MAX_HOLD_MS = proof.size(400, 100);

let server: RunningServer;
let issuer: RunningServer['issuer'];
let engines: RunningServer['engines'];
let document: RunningServer['document'];
let port: number;
/** The attacked organisation. A new one replaces it regularly, since requests delete its users. */
let ours: Organisation;
let bystander: Bystander;
/**
 * Maximum times in ms for an organisation that uses the same process as the attacked one; longer in a small run,
 * which shares the processor.
 */
const MAX_DELIVERY_MS = proof.size(5_000, 1_000);
const MAX_HEALTH_MS = proof.size(2_000, 250);
/** Number of requests to one organisation, after which a new one is attacked. */
const REQUESTS_EACH = 250;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

beforeAll(async () => {
  server = await runServer({ PARLEY_ROLES: 'api,ingress,worker,projector' }, (app) => {
    // No server listens at this address, so calls to providers fail immediately.
    app.get(ProviderAddresses, { strict: false }).of = () => 'http://127.0.0.1:1';
  });
  ({ engines, issuer, document } = server);
  port = Number(new URL(server.url).port);
  await found('first');
  bystander = new Bystander(server, new ProviderWebhooks(server.app, server.url, agent));
  await bystander.prepare();
});

async function found(name: string): Promise<void> {
  const founded = new Organisation(name);
  await tell(engines, founded);
  ours = founded;
}

afterAll(async () => {
  agent.destroy();
  await server.close();
});

interface Answer {
  status: number;
  code: string | undefined;
  /** Media type of the response. */
  type: string | undefined;
  size: number;
  ms: number;
}

function send({ method, url, headers, body }: Attack, token: string): Promise<Answer> {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      {
        ...{ agent, method, port, host: '127.0.0.1', path: url },
        headers: {
          'api-key': 'parley-web',
          authorization: `Bearer ${token}`,
          ...headers,
          ...(body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const code = /"code":"(\w+)"/.exec(text)?.[1];
          resolve({
            status: response.statusCode ?? 0,
            code,
            type: response.headers['content-type'],
            size: text.length,
            ms: performance.now() - begun,
          });
        });
      },
    );
    // The server may respond to a body that is too large before all of it was sent, and then cut the connection.
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EPIPE' || error.code === 'ECONNRESET'
        ? resolve({ status: 413, code: 'cut', type: undefined, size: 0, ms: performance.now() - begun })
        : reject(error),
    );
    sent.end(body);
  });
}

const tokenOf = (role: 'admin' | 'manager' | 'user') =>
  issuer.sign({ user_id: ours.id(role), customer_id: ours.customerId });

/**
 * An id of the kind that a path segment needs. Never that of the administrator who makes the requests, so that none
 * of them locks the test out.
 */
function anId(segment: string): string {
  if (proof.random.chance(0.15)) return randomUUID();
  if (segment === 'users') return ours.id(proof.random.pick(['manager', 'user']));
  return ours.id(idBehind[segment] ?? 'conversation');
}

test('no request to any route makes the server fail, gets an undocumented response, blocks the process, or stops a view', async () => {
  const operations = operationsOf(document);
  expect(operations.length).toBeGreaterThan(60);
  const failures: string[] = [];
  const undocumented = new Set<string>();
  const statuses: Record<string, number> = {};
  let [next, slowest, largest] = [0, 0, 0];
  const heart = new Heartbeat();
  const report = (done: number, { messages, health }: Observation = { messages: [], health: [] }) =>
    proof.report(done, {
      'slowest p95 of a message (ms)': Math.round(quantile(messages, 0.95)),
      'slowest message (ms)': Math.round(quantile(messages, 1)),
      'slowest health answer (ms)': Math.round(quantile(health, 1)),
      failures: failures.length,
      undocumented: undocumented.size,
      'slowest answer (ms)': Math.round(slowest),
      'slowest hold of the event loop (ms)': Math.round(heart.longest),
    });
  const work = async () => {
    while (next < proof.count) {
      const number = next++;
      if (number % REQUESTS_EACH === REQUESTS_EACH - 1) await found(`organisation-${number}`);
      const operation = operations[number % operations.length]!;
      const attack = attackOn(operation, { document, random: proof.random, idBehind: anId });
      const answer = await send(
        attack,
        await tokenOf(proof.random.pick(['admin', 'admin', 'manager', 'user'])),
      );
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      slowest = Math.max(slowest, answer.ms);
      if (answer.status >= 400) largest = Math.max(largest, answer.size);
      // `provider_unavailable` is correct, since no provider responds in this test.
      const isFailure = answer.status >= 500 && answer.code !== 'provider_unavailable';
      if (isFailure) failures.push(describe(number, operation, attack, answer));
      // A request that was cut off has no response.
      const isKnown = answer.code === 'cut' || operation.statuses.has(String(answer.status));
      if (!isKnown)
        undocumented.add(`${operation.method} ${operation.path}: ${answer.status} ${answer.code}`);
      if (answer.status >= 400 && !isProblem(answer))
        undocumented.add(`${operation.method} ${operation.path}: ${answer.status}, and no problem`);
      proof.progress(number + 1);
      if (number % 1_000 === 999 && number + 1 < proof.count) report(number + 1);
    }
  };
  const observation = await bystander.observe(async () => {
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    heart.stop();
  });
  report(proof.count, observation);
  expect(failures).toEqual([]);
  expect(quantile(observation.messages, 0.95)).toBeLessThan(MAX_DELIVERY_MS);
  expect(quantile(observation.health, 0.95)).toBeLessThan(MAX_HEALTH_MS);
  expect([...undocumented].sort()).toEqual([]);
  expect(heart.longest).toBeLessThan(MAX_HOLD_MS);
  // The response to an invalid request is short, even if much of the request is invalid.
  expect(largest).toBeLessThan(20_000);
  // Most requests must have passed authentication; otherwise the checks above would show nothing.
  const sum = (...wanted: number[]) => wanted.reduce((total, status) => total + (statuses[status] ?? 0), 0);
  expect(sum(200, 201, 204)).toBeGreaterThan(proof.count / 10);
  expect(sum(401, 429)).toBeLessThan(proof.count / 5);
  await server.shown();
});

const half = '{"displayName":"Ann","role":"user","email":"a\\ud800@b.example","teamIds":[]}';
const person = { displayName: 'Ann', role: 'user', email: 'ann@b.example' };
const deep = `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}`;
const manyChats = `{"action":"read","chats":[${'{},'.repeat(330_000)}{}]}`;
const tenOf = (count: number) => Array.from({ length: count }, () => ({ id: randomUUID() }));

// Each of these requests once stopped the views of all organisations, blocked the process, or got a response of 500.
test.each<[what: string, status: number, method: string, path: string, body: unknown]>([
  ["a tag's name with U+0000", 400, 'POST', '/api/v3/tags', { name: 'bad\u0000tag', colour: '#a15c00' }],
  [
    "a label's name with U+0000",
    400,
    'POST',
    '/api/v3/labels',
    { name: 'bad\u0000label', colour: '#a15c00' },
  ],
  ['330,000 conversations at once', 413, 'POST', '/api/v3/messaging-chats/bulk', manyChats],
  [
    '2,000 conversations at once',
    400,
    'POST',
    '/api/v3/messaging-chats/bulk',
    { action: 'read', chats: Array(2_000).fill({}) },
  ],
  [
    '900 conversations at once',
    400,
    'POST',
    '/api/v3/messaging-chats/bulk',
    { action: 'read', chats: Array(900).fill({}) },
  ],
  [
    '11 conversations at once',
    400,
    'POST',
    '/api/v3/messaging-chats/bulk',
    { action: 'unread', chats: tenOf(11) },
  ],
  [
    '10 conversations at once',
    200,
    'POST',
    '/api/v3/messaging-chats/bulk',
    { action: 'unread', chats: tenOf(10) },
  ],
  ['a message 3,000 levels deep', 400, 'POST', '/api/v3/messages/send', deep],
  ['settings 3,000 levels deep', 400, 'PATCH', '/api/v3/customer-settings/from-map', deep],
  ['business hours that are a list', 400, 'PATCH', '/api/v3/channels/:channel', { businessHours: [] }],
  ['a closing date that is a list', 400, 'PATCH', '/api/v3/channels/:channel', { closingDates: [[]] }],
  ['null for the teams of a new user', 400, 'POST', '/api/v3/users', { ...person, teamIds: null }],
  ['null for the teams of a user', 400, 'PATCH', '/api/v3/users/:user', { teamIds: null }],
  ['a list in place of a broadcast', 400, 'PATCH', '/api/v3/engage/broadcasts/:broadcast', [{}]],
  ['an address with half a surrogate pair', 400, 'POST', '/api/v3/users', half],
  ['null for the metadata of a contact', 400, 'PATCH', '/api/v3/contacts/:contact', { metadata: null }],
  ['a keyword with U+0000', 400, 'GET', '/api/v3/messaging-chats/chats-list?keyword=%00', undefined],
  ['a search with U+0000', 400, 'GET', '/api/v3/users?search=a%00', undefined],
  ['ids that are no list', 400, 'GET', '/api/v3/users?s=%5B%5B%5B', undefined],
  ['a target of the audit with U+0000', 400, 'GET', '/api/v3/audit?target=%00', undefined],
  ['an event type of the audit with U+0000', 400, 'GET', '/api/v3/audit?type=%00', undefined],
  ['a week for a date', 400, 'GET', '/api/v3/audit?from=2026-W21-2', undefined],
  ['the year 0', 400, 'GET', '/api/v3/audit?to=0000-01-01', undefined],
  ['a return path with U+0000', 400, 'GET', '/auth/login?return_to=%00', undefined],
  ['a host with U+0000', 400, 'GET', '/api/gateway/v1/customers/domain/%00/org-id', undefined],
])('responds to %s with %i', async (_what, status, method, path, body) => {
  if (['DELETE', 'PATCH'].includes(method)) await found(randomUUID());
  const url = path.replace(/:(\w+)/, (_, thing: string) => ours.id(thing));
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const headers: Record<string, string> = text ? { 'content-type': 'application/json' } : {};
  const answer = await send({ method, url, headers, body: text }, await tokenOf('admin'));
  expect(answer).toMatchObject({ status });
  expect(answer.size).toBeLessThan(3_000);
  expect(answer.ms).toBeLessThan(2_000);
});

/** The header of a PNG with these dimensions, without an image: the server refuses by the header. */
function pngHead(width: number, height: number): Buffer {
  const head = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000080200000000000000', 'hex');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return head;
}

test.each<[what: string, type: string, body: Buffer, status: number, code: string | undefined]>([
  ['a picture of 30,000 × 30,000', 'image/png', pngHead(30_000, 30_000), 409, 'picture_too_large'],
  ['an HTML page with the type of an image', 'image/png', Buffer.from('<html>'), 409, 'file_type_mismatch'],
  ['a picture', 'image/png', pngHead(300, 300), 201, undefined],
])('handles the upload of %s with the type %s', async (_what, type, file, status, code) => {
  await found(randomUUID());
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: ${type}\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from('\r\n--x--\r\n')]);
  const url = `/api/v3/messaging-chats/${ours.id('conversation')}/assets`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const answer = await send({ method: 'POST', url, headers, body }, await tokenOf('admin'));
  expect(answer).toMatchObject({ status, code });
});

function isProblem({ code, type = '' }: Answer): boolean {
  return code === 'cut' || (code !== undefined && type.startsWith('application/problem+json'));
}

function describe(
  number: number,
  operation: Operation,
  { url, headers, body }: Attack,
  answer: Answer,
): string {
  const sent = body === undefined ? '' : ` ${headers['content-type']} ${body.toString().slice(0, 300)}`;
  return `${number} ${operation.method} ${operation.path}: ${answer.status} ${answer.code} on ${url.slice(0, 300)}${sent}`;
}
