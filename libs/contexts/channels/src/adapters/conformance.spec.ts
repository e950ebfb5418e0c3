import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpException } from '@nestjs/common';
import fc from 'fast-check';
import { CodedError } from '@parley/contracts/api/coded-error';
import { askedFor } from '@parley/contracts/channels/credentials';
import type { ChannelManifest, Receivable, Words } from '@parley/contracts/channels/manifest';
import { isProvider, offerOf, providers, type Provider } from '@parley/contracts/channels/offers';
import type { Platform } from '@parley/contracts/events';
import { MAX_ASSET_SIZE } from '@parley/contracts/rules/asset-limit';
import { payloadOf } from '../http/ingress-request';
import { expectWellFormed, kinds } from '../testing/well-formed';
import type { Inbound, IngressRequest, Webhook } from './adapter';
import { adapterOf, manifestOf } from './registry';

// Tests that every adapter has to pass. A new adapter is tested as soon as it is registered, with its own fixtures.

/** `<provider>/fixtures.json`: the expected kinds of the items in each file of `<provider>/fixtures`, in order. */
interface Fixtures {
  webhooks: Record<string, Inbound['kind'][]>;
  /** Fixtures that are no webhooks: requests to the provider, its responses, licences. */
  others: string[];
}

/** `<provider>/signed.json`: signed webhooks, each computed independently of the product's code. */
interface Signed {
  source: string;
  /** The parts of the request that the signature covers. */
  covers: ('body' | 'url')[];
  requests: { secret: string; url: string; headers: Record<string, string>; body: string }[];
}

const receivedAt = '2026-11-21T09:00:00.000Z';

function read<T>(provider: Provider, file: string): T {
  return JSON.parse(readFileSync(join(__dirname, provider, file), 'utf8')) as T;
}

function bodyOf(provider: Provider, file: string): Buffer {
  return readFileSync(join(__dirname, provider, 'fixtures', file));
}

function webhookOf(body: Buffer, more: Partial<Webhook> = {}): Webhook {
  return { body, contentType: '', query: '', headers: {}, ...more };
}

function isWorded(words: Words): boolean {
  return [words.en, words.es, words.nl].every((text) => text.trim().length > 0);
}

test('isProvider rejects unknown names and names of built-in properties', () => {
  expect(providers.every(isProvider)).toBe(true);
  for (const name of ['', 'constructor', '__proto__', undefined, 3]) expect(isProvider(name)).toBe(false);
});

describe.each(providers)('the manifest of %s', (provider) => {
  const manifest: ChannelManifest = manifestOf(provider);
  const { credentials, feed, api } = manifest;
  const secretNames = credentials
    .filter(({ keptAs }) => keptAs === 'secret')
    .map(({ key, secretName = key }) => secretName);

  test('the manifest is in the folder with the provider’s name, where the web client looks for it', () => {
    const folder = join(__dirname, '../../../../foundation/contracts/src/channels', provider);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['manifest.ts', 'offers.ts']));
    for (const [platform, offer] of Object.entries(manifest.platforms)) {
      expect(offerOf({ platform: platform as Platform, provider })).toBe(offer);
    }
  });

  test('the manifest has texts in every language', () => {
    expect(isWorded(manifest.name)).toBe(true);
    const silent = credentials.filter(({ label, help }) => !isWorded(label) || !isWorded(help));
    expect(silent).toEqual([]);
  });

  test('the manifest lists for each platform the content that can be sent, and its limits', () => {
    const offers = Object.values(manifest.platforms);
    expect(offers.length).toBeGreaterThan(0);
    expect(new Set(manifest.receives).size).toBe(manifest.receives.length);
    expect(manifest.receives).toContain('text');
    for (const { sends, limits, careWindowHours } of offers) {
      expect(new Set(sends).size).toBe(sends.length);
      expect(sends).toContain('text');
      expect(careWindowHours).toBeGreaterThanOrEqual(0);
      const texts = [limits.text, ...(limits.caption ? [limits.caption] : [])];
      for (const { most, source } of texts) expect([most > 0, source !== '']).toEqual([true, true]);
      for (const { mostBytes, source } of limits.files) {
        expect([mostBytes > 0, source !== '']).toEqual([true, true]);
      }
      expect(Math.max(...limits.files.map(({ mostBytes }) => mostBytes))).toBeLessThanOrEqual(MAX_ASSET_SIZE);
      // The last entry applies to every other type, so every file has a limit.
      expect(limits.files.at(-1)?.types).toEqual(['']);
    }
  });

  test('the manifest lists each credential once, and derives each secret from a credential', () => {
    const keys = credentials.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.every((key) => /^[a-z][A-Za-z0-9]*$/.test(key))).toBe(true);
    expect(new Set(secretNames).size).toBe(secretNames.length);
    for (const platform of Object.keys(manifest.platforms) as Platform[]) {
      const kept = askedFor(manifest, platform).map(({ keptAs }) => keptAs);
      for (const once of ['account', 'business'] as const) {
        expect(kept.filter((as) => as === once).length).toBeLessThanOrEqual(1);
      }
    }
    expect(
      credentials.flatMap(({ platforms = [] }) => platforms).every((on) => on in manifest.platforms),
    ).toBe(true);
    expect(credentials.every(({ mostLength }) => mostLength > 0 && mostLength <= 10_000)).toBe(true);
    expect(secretNames).toEqual(expect.arrayContaining([...api.secretNames]));
    if (feed.by !== 'webhook') return;
    if (feed.handshake) expect(secretNames).toContain(feed.handshake.secretName);
    if (feed.proof.by === 'signature') expect(secretNames).toContain(feed.proof.secretName);
    expect(feed.bodies.length).toBeGreaterThan(0);
    const headers = [
      ...(feed.keptHeaders ?? []),
      ...(feed.proof.by === 'signature' ? [feed.proof.header] : []),
    ];
    expect(headers.map((name) => name.toLowerCase())).toEqual(headers);
  });

  test('the manifest lists hosts only as DNS names, and has an https address for the API', () => {
    if (api.url !== null) expect(new URL(api.url).protocol).toBe('https:');
    for (const host of api.mediaHosts) {
      expect(host).toMatch(/^\.?[a-z0-9-]+(\.[a-z0-9-]+)+$/);
      expect(host).not.toMatch(/^[\d.]+$/);
    }
  });

  test('the adapter has exactly the methods that the manifest declares', () => {
    const adapter = adapterOf(provider);
    const isSigned = feed.by === 'webhook' && feed.proof.by === 'signature';
    expect(adapter.verify !== undefined).toBe(isSigned);
    expect(adapter.handshake !== undefined).toBe(feed.by === 'webhook' && feed.handshake !== undefined);
    const isRegisteredByUs = feed.by === 'webhook' && feed.registeredBy === 'parley';
    expect(adapter.register !== undefined).toBe(isRegisteredByUs);
    expect(adapter.check !== undefined).toBe(manifest.isCheckable);
  });
});

describe.each(providers)('the adapter of %s', (provider) => {
  const adapter = adapterOf(provider);
  const manifest = manifestOf(provider);
  const { webhooks, others } = read<Fixtures>(provider, 'fixtures.json');
  const samples = Object.keys(webhooks);

  test('fixtures.json has an entry for every fixture file', () => {
    expect(samples.length).toBeGreaterThan(0);
    expect(readdirSync(join(__dirname, provider, 'fixtures')).sort()).toEqual([...samples, ...others].sort());
  });

  test.each(Object.entries(webhooks))('the parser finds in %s the items %j', (file, expected) => {
    const found = adapter.parse(webhookOf(bodyOf(provider, file)), receivedAt);
    expect(found.map(({ kind }) => kind)).toEqual(expected);
    for (const inbound of found) expectWellFormed(inbound);
  });

  test('the parser finds only kinds of content that the manifest lists', () => {
    const named = new Set(manifest.receives);
    const found = samples.flatMap((file) => adapter.parse(webhookOf(bodyOf(provider, file)), receivedAt));
    const unnamed = found.flatMap(whatOf).filter((what) => !named.has(what));
    expect(unnamed).toEqual([]);
  });

  test('the parser names the account of every item about a message if the provider’s channels have accounts', () => {
    const hasAccount = manifest.credentials.some(({ keptAs }) => keptAs === 'account');
    const found = samples.flatMap((file) => adapter.parse(webhookOf(bodyOf(provider, file)), receivedAt));
    const writes = found.filter(({ kind }) => kinds.indexOf(kind) <= kinds.indexOf('status'));
    expect(writes.length).toBeGreaterThan(0);
    const named = writes.filter(({ kind, accountId }) => kind !== 'status' || accountId !== null);
    expect(named.filter(({ accountId }) => (accountId !== null) !== hasAccount)).toEqual([]);
  });

  test('the parser never throws, whatever bytes are posted', () => {
    const { feed } = manifest;
    const sample = fc.constantFrom(...samples).map((file) => bodyOf(provider, file));
    const spoilt = fc
      .tuple(sample, fc.nat(), fc.nat(40), fc.uint8Array({ maxLength: 20 }))
      .map(([body, at, length, bytes]) => {
        const from = at % (body.length + 1);
        return Buffer.concat([body.subarray(0, from), bytes, body.subarray(from + length)]);
      });
    const bodies = fc.oneof(
      spoilt,
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value))),
      fc.webQueryParameters().map((fields) => Buffer.from(fields)),
    );
    const types = fc.constantFrom('', 'application/json', 'application/x-www-form-urlencoded', 'text/plain');
    fc.assert(
      fc.property(bodies, types, fc.webQueryParameters(), (body, contentType, query) => {
        const posted = webhookOf(body, { contentType, query, headers: { host: 'inbox.example' } });
        const found = adapter.parse(posted, receivedAt);
        expect(found.length).toBeGreaterThan(0);
        for (const inbound of found) expectWellFormed(inbound);
        adapter.handshake?.(Object.fromEntries(new URLSearchParams(query)), 'secret');
        adapter.verify?.({ ...posted, url: 'https://inbox.example/' }, 'secret');
        if (feed.by !== 'webhook') return;
        const payload = refusedOr(() => payloadOf(posted, feed));
        const party = adapter.partyOf(payload, posted);
        expect(party === undefined || typeof party === 'string').toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

const isSigned = (provider: Provider) => {
  const { feed } = manifestOf(provider);
  return feed.by === 'webhook' && feed.proof.by === 'signature';
};

describe.each(providers.filter(isSigned))('a signature of %s', (provider) => {
  const verify = (request: IngressRequest, secret: string) => adapterOf(provider).verify!(request, secret);
  expect(existsSync(join(__dirname, provider, 'signed.json'))).toBe(true);
  const { covers, requests } = read<Signed>(provider, 'signed.json');
  const signed = requests.map(({ secret, url, headers, body }) => ({
    secret,
    request: {
      ...webhookOf(Buffer.from(body), { headers, contentType: headers['content-type'] ?? '' }),
      query: new URL(url).search.slice(1),
      url,
    },
  }));

  test('accepts a signature that the provider computed', () => {
    expect(signed.length).toBeGreaterThan(0);
    for (const { request, secret } of signed) expect(verify(request, secret)).toBe(true);
  });

  test('rejects a signature if the request, the signature or the secret changed', () => {
    let tried = 0;
    for (const { request, secret } of signed) {
      for (const mutated of mutationsOf(provider, request, covers)) {
        expect([mutated, verify(mutated, secret)]).toEqual([mutated, false]);
        tried++;
      }
      for (const other of [`${secret}x`, secret.slice(1), '', secret.toUpperCase() + secret]) {
        expect(verify(request, other)).toBe(false);
      }
    }
    expect(tried).toBeGreaterThanOrEqual(500);
  });
});

/** Yields copies of the signed request, each with one change in a part that the signature covers. */
function* mutationsOf(
  provider: Provider,
  request: IngressRequest,
  covers: Signed['covers'],
): Generator<IngressRequest> {
  const { feed } = manifestOf(provider);
  const header = feed.by === 'webhook' && feed.proof.by === 'signature' ? feed.proof.header : '';
  const signature = request.headers[header] ?? '';
  const withHeader = (value: string) => ({ ...request, headers: { ...request.headers, [header]: value } });
  const { [header]: _, ...unsigned } = request.headers;
  yield { ...request, headers: unsigned };
  for (const value of ['', ' ', signature.slice(0, -2), `${signature}0`, signature.replace(/^[^=]*=/, '')]) {
    if (value !== signature) yield withHeader(value);
  }
  // The last character of the signature is not changed: in base64, some of its bits may be unused.
  for (let at = 0; at < signature.length - 1; at++) {
    for (const other of SPOILT) {
      if (other === signature.charAt(at)) continue;
      yield withHeader(signature.slice(0, at) + other + signature.slice(at + 1));
    }
    yield withHeader(signature.slice(0, at) + signature.slice(at + 1));
  }
  if (covers.includes('body')) {
    const { body } = request;
    for (const changed of [Buffer.alloc(0), Buffer.concat([body, Buffer.from(' ')]), body.subarray(1)]) {
      yield { ...request, body: changed };
    }
    for (let at = 0; at < body.length; at++) {
      for (const bit of [1, 2, 4, 8]) {
        const changed = Buffer.from(body);
        changed[at]! ^= bit;
        yield { ...request, body: changed };
      }
    }
  }
  if (covers.includes('url')) {
    for (const url of [`${request.url}x`, `${request.url}&x=1`, request.url.replace('https', 'http')]) {
      yield { ...request, url };
    }
  }
}

/** Replacements for a character of the signature. None differs only in case: hexadecimal allows either. */
const SPOILT = [
  'A',
  '0',
  '_',
  '~',
  ' ',
  '\u00e9',
  '%',
  '{',
  'zz',
  '0A',
  '..',
  '--',
  '\t',
  '=',
  '/',
  '+',
  ':',
  ';',
];

/** Undefined if the HTTP layer refuses the body with a 4xx error. */
function refusedOr(payload: () => unknown): unknown {
  try {
    return payload();
  } catch (error) {
    if (error instanceof CodedError || error instanceof HttpException) return undefined;
    throw error;
  }
}

/** Maps an item to the kinds of content in the manifest's `receives`. */
function whatOf(inbound: Inbound): Receivable[] {
  switch (inbound.kind) {
    case 'message': {
      const { content, context } = inbound;
      const reply = context.replyTo ? (['reply-to'] as const) : [];
      if (content.type === 'asset') {
        return [
          ...reply,
          ...content.assets.map(({ category }) => (category === 'voice' ? 'audio' : category)),
        ];
      }
      const { type } = content;
      return [...reply, ...(type === 'text' || type === 'location' || type === 'contacts' ? [type] : [])];
    }
    case 'echo':
    case 'edit':
    case 'deletion':
    case 'reaction':
      return [inbound.kind];
    case 'watermark':
      return [inbound.status];
    case 'status':
      return inbound.status === 'delivered' || inbound.status === 'read' ? [inbound.status] : [];
    default:
      return [];
  }
}
