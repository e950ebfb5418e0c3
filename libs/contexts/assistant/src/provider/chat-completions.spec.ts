import { lookup } from 'node:dns/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CompletionsDouble, doubleModels } from '@parley/doubles/completions/completions-double';
import { ChatCompletions, type Part, type Provider } from './chat-completions';
import { ProviderFailure } from './provider-failure';

const addressOf = async (host: string) => (await lookup(host)).address;
const KEY = 'a-key-of-the-double';

/** With `ASSISTANT_TEST_URL`, `_KEY` and `_MODEL`, the tests also run against a real server. */
const real = process.env.ASSISTANT_TEST_URL;

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

function providerAt(address: string, key: string | null): Provider {
  return {
    key,
    to: async (path) => {
      const url = new URL(address + path);
      return { url, address: real === address ? await addressOf(url.hostname) : url.hostname };
    },
  };
}

const messages = [
  { role: 'system' as const, content: 'Rules\nRewrite the text.' },
  { role: 'user' as const, content: 'BEGIN TEXT 1\nwhere is the bike that I ordered?\nEND TEXT 1' },
];

async function complete(
  model: string,
  { key = KEY, completions = quick() }: { key?: string | null; completions?: ChatCompletions } = {},
) {
  const { signal } = new AbortController();
  const parts: Part[] = [];
  for await (const part of completions.complete(providerAt(base, key), { model, messages, signal })) {
    parts.push(part);
  }
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, usage: parts.find(({ type }) => type === 'usage'), end: parts.at(-1) };
}

function quick(): ChatCompletions {
  const completions = new ChatCompletions();
  completions.wait = async () => undefined;
  return completions;
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'none',
    (error: unknown) => (error instanceof ProviderFailure ? error.code : String(error)),
  );
const whole = { type: 'end', isWhole: true, reason: null };

describe('an answer that ends', () => {
  test.each(['parley-demo', 'azure', 'null-finish', 'no-include-usage', 'no-max-tokens', 'at-once'])(
    'an answer of the fake model %s has all its text and a regular end',
    async (model) => {
      const { text, end } = await complete(model);
      expect(text).toBe('Where is the bike that I ordered?');
      expect(end).toEqual(whole);
    },
  );

  test('an answer reports the tokens if the server does', async () => {
    expect((await complete('parley-demo')).usage).toMatchObject({ type: 'usage', response: 9 });
    expect((await complete('no-usage')).usage).toBeUndefined();
  });

  test('a parameter that the server refused once is not sent again', async () => {
    const completions = quick();
    await complete('no-max-tokens', { completions });
    const before = double.asked.length;
    await complete('no-max-tokens', { completions });
    expect(double.asked.length - before).toBe(1);
  });
});

describe('an answer that does not end', () => {
  test.each(['cut', 'cut-cleanly', 'broken-stream'])(
    'a broken answer of the fake model %s keeps the received text and counts as incomplete',
    async (model) => {
      const { text, end } = await complete(model);
      expect(text).toBe('Where is the bike tha');
      expect(end).toEqual({ type: 'end', isWhole: false, reason: null });
    },
  );

  test.each([
    ['length', 'assistant_length'],
    ['filtered', 'assistant_filtered'],
    ['huge', 'assistant_huge'],
  ])('an answer of the fake model %s is incomplete for the reason %s', async (model, reason) => {
    const { text, end } = await complete(model);
    expect(end).toEqual({ type: 'end', isWhole: false, reason });
    expect(text.length).toBeLessThanOrEqual(40_000);
  });
});

describe('a failed request', () => {
  test.each([
    ['unauthorized', 'assistant_no_key', 1],
    ['quota', 'assistant_quota', 1],
    ['busy', 'assistant_quota', 2],
    ['long', 'assistant_too_long', 1],
    ['server-error', 'assistant_failed', 1],
    ['no-such-model', 'assistant_model', 1],
  ])('a request to the fake model %s fails with %s after %d attempts', async (model, code, times) => {
    const before = double.asked.length;
    expect(await codeOf(complete(model))).toBe(code);
    expect(double.asked.length - before).toBe(times);
  });

  test('a request is repeated once if the server is busy', async () => {
    expect((await complete('busy-once')).end).toEqual(whole);
  });

  test('a request fails after a silence of the server', async () => {
    const completions = quick();
    completions.silenceMs = 100;
    expect(await codeOf(complete('hang', { completions }))).toBe('assistant_failed');
  });

  test('a request reports a missing key if the key is wrong or absent', async () => {
    expect(await codeOf(complete('parley-demo', { key: 'another-key' }))).toBe('assistant_no_key');
    expect(await codeOf(complete('parley-demo', { key: null }))).toBe('assistant_no_key');
  });

  test('a request fails if there is no server', async () => {
    const nowhere = providerAt('http://127.0.0.1:1', KEY);
    const { signal } = new AbortController();
    expect(await codeOf(new ChatCompletions().models(nowhere, signal))).toBe('assistant_failed');
  });
});

test("aborting the request stops the server's answer", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const parts = quick().complete(providerAt(base, KEY), { model: 'slow', messages, signal });
  await parts.next();
  controller.abort();
  const rest: Part[] = [];
  for await (const part of parts) rest.push(part);
  expect(rest.at(-1)).toEqual({ type: 'end', isWhole: false, reason: null });
});

test('lists the models that the server names', async () => {
  const { signal } = new AbortController();
  expect(await quick().models(providerAt(base, KEY), signal)).toEqual([...doubleModels].sort());
});

(real ? describe : describe.skip)('a server that runs somewhere', () => {
  const { ASSISTANT_TEST_KEY: key = null, ASSISTANT_TEST_MODEL: model = '' } = process.env;

  test('a real server lists its models, and completes a text', async () => {
    const provider = providerAt(real!, key);
    const { signal } = new AbortController();
    expect((await quick().models(provider, signal)).length).toBeGreaterThan(0);
    const parts: Part[] = [];
    for await (const part of quick().complete(provider, { model, messages, signal })) parts.push(part);
    expect(parts.some(({ type }) => type === 'text')).toBe(true);
    expect(parts.at(-1)).toEqual(whole);
  });
});
