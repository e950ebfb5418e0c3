import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandBus } from '@nestjs/cqrs';
import type { AssistantLine } from '@parley/contracts/api/assistant';
import { defaultAssistantSettings, type AssistantSettings } from '@parley/contracts/events';
import { CompletionsDouble } from '@parley/doubles/completions/completions-double';
import type { Config } from '@parley/platform/config/config';
import { readLimits } from '@parley/platform/config/limits';
import type { Principal } from '@parley/platform/http/principal';
import type { Asked } from '../domain/prompt';
import { ChatCompletions } from '../provider/chat-completions';
import type { AssistantQueries } from '../read/assistant.queries';
import type { ToAssistantRun } from './assistant.handlers';
import { Assist } from './assist';
import type { Providers } from './providers';

const KEY = 'a-key-of-the-double';
const me = { userId: 'u', customerId: 'c', role: 'user' } as Principal;

let double: CompletionsDouble;
let server: Server;
let base: string;

beforeAll(async () => {
  double = new CompletionsDouble({ key: KEY });
  server = await new Promise<Server>((resolve) => {
    const listening = double.app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface Office {
  settings?: Partial<AssistantSettings>;
  used?: { tokens: number; requests: number };
  limits?: Record<string, string>;
}

/** The assistant of an organisation at the double, and what it states. */
function office({ settings, used = { tokens: 0, requests: 0 }, limits = {} }: Office = {}) {
  const told: ToAssistantRun['command'][] = [];
  const to = async (path: string) => ({ url: new URL(base + path), address: '127.0.0.1' });
  const all = { ...defaultAssistantSettings, ...settings };
  const completions = new ChatCompletions();
  completions.wait = async () => undefined;
  const assist = new Assist(
    { of: async () => ({ provider: { to, key: KEY }, settings: all }) } as unknown as Providers,
    completions,
    { use: async () => used } as unknown as AssistantQueries,
    {
      execute: async ({ command }: ToAssistantRun) => void told.push(command),
    } as unknown as CommandBus,
    { limits: readLimits(limits) } as Config,
  );
  return { assist, told };
}

const asked: Asked = {
  ...{ action: 'rewrite', model: 'echo', text: 'hello', language: null, otherLanguage: '' },
  ...{ messages: [], speaks: 'en' },
};

async function run({ assist }: ReturnType<typeof office>, more: Partial<Asked>, signal?: AbortSignal) {
  const lines: AssistantLine[] = [];
  const stopping = signal ?? new AbortController().signal;
  for await (const line of assist.run(me, 'id', { ...asked, ...more }, stopping)) lines.push(line);
  const text = lines.map((line) => (line.type === 'text' ? line.text : '')).join('');
  return { lines, text, ended: lines.at(-1) };
}

const sentLast = () => JSON.stringify(double.asked.at(-1)?.messages);

test('addresses and numbers leave as marks and come back as they were; what is stated holds no word of it', async () => {
  const here = office();
  const text = 'Ana, mail ana@example.com or call +34 612 345 678, see https://harbour.example/b?x=1';
  const answer = await run(here, { text });
  expect(answer.text).toBe(text);
  expect(sentLast()).not.toMatch(/ana@example|612 345|harbour\.example/);
  expect(answer.lines[0]).toMatchObject({ type: 'begun', hidden: 2 });
  expect(answer.ended).toMatchObject({ type: 'ended', outcome: 'done', lostLinks: [] });
  expect(here.told).toMatchObject([
    { type: 'Ask', userId: 'u', action: 'rewrite', model: 'echo', hidden: 2, messages: 0 },
    { type: 'Answer', outcome: 'done', reason: null, isEstimated: false },
  ]);
  expect(JSON.stringify(here.told)).not.toMatch(/Ana|example/);
});

test('where the organisation hides nothing, texts leave as they are', async () => {
  await run(office({ settings: { hidesPersonalData: false } }), { text: 'mail ana@example.com' });
  expect(sentLast()).toContain('ana@example.com');
});

test('a link that the answer lacks is named', async () => {
  const { ended } = await run(office(), { model: 'links', text: 'see https://harbour.example/b' });
  expect(ended).toMatchObject({ lostLinks: ['https://harbour.example/b'] });
});

test.each([
  ['unauthorized', 'assistant_no_key'],
  ['quota', 'assistant_quota'],
  ['long', 'assistant_too_long'],
  ['server-error', 'assistant_failed'],
])('a failure is stated with its code, and took nothing: %s', async (model, code) => {
  const here = office();
  await expect(run(here, { model })).rejects.toMatchObject({ code });
  expect(here.told.at(-1)).toMatchObject({
    ...{ type: 'Answer', outcome: 'failed', reason: code, requestTokens: 0, responseTokens: 0 },
  });
});

test('what came of an answer that was cut stays, and is counted by us', async () => {
  const here = office();
  const { text, ended } = await run(here, { model: 'cut', text: 'where is the bike that I ordered?' });
  expect(text).toBe('Where is the bike tha');
  expect(ended).toMatchObject({ outcome: 'cut', tokens: { isExact: false } });
  expect(here.told.at(-1)).toMatchObject({ outcome: 'cut', isEstimated: true });
});

test('who stops listening stops it, and that is stated', async () => {
  const here = office();
  const controller = new AbortController();
  const lines = here.assist.run(
    me,
    'id',
    { ...asked, model: 'slow', text: 'a long story' },
    controller.signal,
  );
  await lines.next();
  await lines.return(undefined);
  expect(here.told.at(-1)).toMatchObject({ type: 'Answer', outcome: 'stopped' });
});

test.each<[string, Office, string]>([
  [
    'the tokens of the month',
    { settings: { monthlyTokens: 100 }, used: { tokens: 100, requests: 0 } },
    'quota',
  ],
  ['the requests of the day', { settings: { dailyRequests: 2 }, used: { tokens: 0, requests: 2 } }, 'quota'],
  ['the models to choose from', { settings: { models: ['another'] } }, 'model'],
])('beyond %s nothing is asked', async (_name, of, code) => {
  const [here, before] = [office(of), double.asked.length];
  await expect(run(here, {})).rejects.toMatchObject({ code: `assistant_${code}` });
  expect(here.told).toEqual([]);
  expect(double.asked.length).toBe(before);
});

test('who asks too often is told to wait', async () => {
  const here = office({ limits: { LIMIT_ASSISTANT_REQUESTS: '1/h' } });
  await run(here, {});
  await expect(run(here, {})).rejects.toMatchObject({ code: 'too_many_requests' });
});
