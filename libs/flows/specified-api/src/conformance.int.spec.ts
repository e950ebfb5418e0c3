import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import request from 'supertest';
import { answeredExamples, nameOf, type AnsweredExample } from '@parley/server/openapi/examples';
import { Organisation, tell } from '@parley/server/testing/organisation';
import { runServer, type RunningServer } from '@parley/server/testing/running-server';
import { exampleFrom, shapeOf } from './example-shape';
import { specifiedCalls, type SpecifiedCall } from './calls';

// Makes each call of the specification exactly as the specification has it, in the order of the table
// `specifiedCalls`.
jest.setTimeout(120_000);

const ours = new Organisation('ours');
const EXAMPLES = join(__dirname, '../../../../apps/server/src/openapi/examples.json');
let api: RunningServer;

beforeAll(async () => {
  api = await runServer({ PARLEY_ROLES: 'api,ingress,projector' });
  const alwaysOpen = { settings: { customerCareWindowLength: 0 } };
  ours.story.add(`channel-${ours.id('channel')}`, { type: 'ChannelSettingsChanged', data: alwaysOpen });
  await tell(api.engines, ours);
});

afterAll(() => api.close());

/** Replaces each `{thing}` in a text with that thing's id. */
function filled(text: string): string {
  return text.replace(/\{(\w+)\}/g, (_, thing: string) => ours.id({ entry: 'message' }[thing] ?? thing));
}

async function make({ method, path, query = {}, body, as = undefined }: SpecifiedCall) {
  const parameters = new URLSearchParams(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, filled(value)])),
  );
  const whole = path.startsWith('/api/') ? path : `/api/v3${path}`;
  const token = await api.issuer.sign({ user_id: ours.id(as ?? 'admin'), customer_id: ours.customerId });
  const response = await fetch(`${api.url}${filled(whole)}?${parameters.toString()}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'api-key': 'parley-web',
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && filled(JSON.stringify(body)),
  });
  const text = await response.text();
  return { status: response.status, answer: text ? (JSON.parse(text) as unknown) : null, text };
}

/** Whether the response lacks a field of the dotted path, in which `[]` is the first item of a list. */
function missing(answer: unknown, path: string): boolean {
  let at: unknown = answer;
  for (const name of path.replaceAll('[]', '.0').split('.')) {
    if (typeof at !== 'object' || at === null || !(name in at)) {
      return true;
    }
    at = (at as Record<string, unknown>)[name];
  }
  return false;
}

/** Whether to rewrite the file of examples (`UPDATE_EXAMPLES=1`). */
const isUpdating = process.env.UPDATE_EXAMPLES === '1';
const made: Record<string, AnsweredExample> = {};

/**
 * Differences between a response and its example. If the table has several calls of one path, only the first is
 * compared.
 */
function differences({ method, path }: SpecifiedCall, status: number, answer: unknown): string[] {
  const whole = path.startsWith('/api/') ? path : `/api/v3${path}`;
  const name = nameOf(method, whole.replace(/\/6$/, '/{id}').replace('/ours.example/', '/{host}/'));
  if (name in made) return [];
  made[name] = { status, answer: exampleFrom(answer) };
  if (isUpdating) return [];
  const example = answeredExamples[name];
  if (!example) return [`${name} has no example: UPDATE_EXAMPLES=1`];
  const [told, shown] = [shapeOf(answer), shapeOf(example.answer)];
  return [
    ...(status === example.status ? [] : [`${name}: its example says ${example.status}`]),
    ...told.filter((field) => !shown.includes(field)).map((field) => `${name}: its example lacks ${field}`),
    ...shown
      .filter((field) => !told.includes(field))
      .map((field) => `${name}: only its example has ${field}`),
  ];
}

test('each call of the specification gets the response of the specification and of its example in the API description', async () => {
  const wrong: string[] = [];
  for (const call of specifiedCalls) {
    if (call.partOf) continue;
    const { status, answer, text } = await make(call);
    const name = `${call.method} ${call.path}`;
    if (status >= 300) wrong.push(`${name}: ${status} ${text.slice(0, 300)}`);
    else {
      wrong.push(...differences(call, status, answer));
      for (const path of call.has ?? []) if (missing(answer, path)) wrong.push(`${name} lacks ${path}`);
    }
  }
  if (isUpdating) writeFileSync(EXAMPLES, `${JSON.stringify(made, null, 2)}\n`);
  expect(wrong).toEqual([]);
});

test('responds with 304 if the client already has the current response', async () => {
  const token = await api.issuer.sign({ user_id: ours.id('admin'), customer_id: ours.customerId });
  // Not `fetch`, since Node's adds `Cache-Control: no-cache` to a request with `If-None-Match`.
  const ask = (headers: Record<string, string>) =>
    request(api.url)
      .get('/api/v3/tags?fields=data')
      .set({ authorization: `Bearer ${token}`, 'api-key': 'parley-web', ...headers });
  const first = await ask({});
  const { etag = '', 'ratelimit-remaining': remaining } = first.headers;
  expect([first.status, etag === '', Number(remaining) > 0]).toEqual([200, false, true]);
  expect((await ask({ 'if-none-match': etag })).status).toBe(304);
});

test('the table contains every call of section 7', () => {
  const calls = new Set(
    specifiedCalls.map(
      ({ method, path }) => `${method} ${path.replace(/\{\w+\}/g, '{}').replace(/\/6$/, '/{}')}`,
    ),
  );
  expect(calls.size).toBe(75);
});
