import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { providers, type Provider } from '@parley/contracts/channels/offers';
import type { Inbound, Webhook } from '../adapters/adapter';
import { adapterOf, manifestOf } from '../adapters/registry';

const receivedAt = '2026-11-21T09:00:00.000Z';

/** A recorded webhook, and the kinds of items that a person found in it. */
export interface Sample {
  provider: Provider;
  file: string;
  webhook: Webhook;
  kinds: Inbound['kind'][];
}

/** The providers that post signed webhooks. */
export const posting = providers.filter((provider) => {
  const { feed } = manifestOf(provider);
  return feed.by === 'webhook' && feed.proof.by === 'signature';
});

/**
 * Reads all webhooks among the fixtures of a provider.
 * @param root the repository's folder
 */
export function samplesOf(provider: Provider, root: string): Sample[] {
  const folder = join(root, 'libs/contexts/channels/src/adapters', provider);
  const { webhooks } = JSON.parse(readFileSync(join(folder, 'fixtures.json'), 'utf8')) as {
    webhooks: Record<string, Inbound['kind'][]>;
  };
  return Object.entries(webhooks).map(([file, kinds]) => {
    const bytes = readFileSync(join(folder, 'fixtures', file));
    return { provider, file, kinds, webhook: asPosted(file, bytes) };
  });
}

/** A recorded query is posted by GET, a form as a form, and everything else as JSON. */
function asPosted(file: string, bytes: Buffer): Webhook {
  if (file.endsWith('_get_query.txt')) {
    return { body: Buffer.alloc(0), contentType: '', query: bytes.toString().trim(), headers: {} };
  }
  const isForm = file.endsWith('.txt');
  const contentType = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  const body = isForm ? Buffer.from(bytes.toString().trim()) : bytes;
  return { body, contentType, query: '', headers: {} };
}

/**
 * Changes the accounts in a sample, since each account can belong to only one organisation.
 * @param number unique among the changed samples
 */
export function elsewhere(sample: Sample, number: number): Sample {
  const accounts = foundIn(sample).flatMap(({ accountId }) => accountId?.replace(/^whatsapp:/, '') ?? []);
  const moved = (bytes: Buffer | string) =>
    [...new Set(accounts)].reduce(
      (text, account) => text.replaceAll(account, another(account, number)),
      bytes.toString(),
    );
  const { body, query } = sample.webhook;
  return { ...sample, webhook: { ...sample.webhook, body: Buffer.from(moved(body)), query: moved(query) } };
}

/** Another account of the same length and characters. */
function another(account: string, number: number): string {
  if (/^\d+$/.test(account)) return String(10n ** BigInt(account.length - 1) + BigInt(number));
  const digits = String(number).padStart(6, '0');
  return account.slice(0, -digits.length) + digits;
}

export function foundIn({ provider, webhook }: Sample): Inbound[] {
  return adapterOf(provider).parse(webhook, receivedAt);
}
