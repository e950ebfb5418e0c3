import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { customerSettingNames } from '@parley/access/domain/customer-settings';
import { AuditFold } from '@parley/audit/read/audit.fold';
import { channelDefaults } from '@parley/contracts/rules/channel-set-up';
import { examples } from '@parley/contracts/events/golden/examples';
import { allFacts, userSettingNames, weekdays, type RecordedEvent } from '@parley/contracts/events';
import { abilities } from './features';

const root = resolve(__dirname, '../../..');
const web = resolve(root, 'apps/web/src');

interface Texts {
  [key: string]: string | Texts;
}

/**
 * The English texts that a feature's page shows, from whichever folder they come. Another test checks that other
 * languages have the same texts.
 */
function english(feature: string): Texts {
  return merged(new RegExp(`features/(${feature}/texts/en|[^/]+/texts/(${feature}|entity)\\.en)\\.json$`));
}

/** The texts of these files, merged at every level, as the client does. */
function merged(files: RegExp): Texts {
  const found = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => files.test(file));
  return found
    .map((file) => JSON.parse(readFileSync(join(web, file), 'utf8')) as Texts)
    .reduce<Texts>(merge, {});
}

function merge(some: Texts, more: Texts): Texts {
  const both = { ...some };
  for (const [key, value] of Object.entries(more)) {
    const known = both[key];
    both[key] = typeof known === 'object' && typeof value === 'object' ? merge(known, value) : value;
  }
  return both;
}

function codeIn(folder: string): string {
  const files = readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /(?<!\.spec)\.ts$/.test(file) && !/(^|\/)(testing|cli)\//.test(file))
    .map((file) => readFileSync(resolve(root, folder, file), 'utf8'))
    .join('\n');
}

describe('the audit log', () => {
  const { event, field } = english('settings-audit').audit as Record<string, Record<string, string>>;
  const settings = new Set(
    allFacts.flatMap((facts) => ('isSetting' in facts ? Object.keys(facts.upcasters) : [])),
  );
  const told = Object.entries(examples).flatMap(([type, all]) => {
    if (!settings.has(type)) return [];
    const fold = new AuditFold([]);
    for (const data of all) {
      fold.apply({ stream: 'user-x', actor: { type: 'user', id: 'x' }, type, data } as RecordedEvent);
    }
    return fold.entries;
  });

  test('has a text for every event', () => {
    expect(told.length).toBeGreaterThan(40);
    expect([...new Set(told.map(({ type }) => type))].filter((type) => !event?.[type])).toEqual([]);
  });

  test('has a text for every field, including nested ones', () => {
    const named = new Set<string>([
      ...told.flatMap(({ changes }) => changes.flatMap(({ field: name, after }) => [name, ...within(after)])),
      ...customerSettingNames,
      ...userSettingNames,
      ...Object.keys(channelDefaults),
      ...weekdays,
    ]);
    expect([...named].filter((name) => !field?.[name])).toEqual([]);
  });
});

function within(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(within);
  return Object.entries(value).flatMap(([name, part]) => [name, ...within(part)]);
}

test('the features declare every ability that routes require, and the abilities page has a text for each', () => {
  const code = ['libs', 'apps/server/src'].map(codeIn).join('\n');
  const required = new Set([...code.matchAll(/@Requires\('([\w-]+):/g)].map(([, subject]) => subject));
  const listed = new Set(Object.keys(abilities.declared));
  expect([...required].filter((subject) => !listed.has(subject!))).toEqual([]);
  const { subject: words } = english('settings-abilities').abilities as Record<string, object>;
  expect(Object.keys(words!).sort()).toEqual([...listed].sort());
});

/** Error codes that no user of the web client can get. */
const unseen = new Set([
  ...['alias_missing', 'signature_invalid', 'invalid_json', 'api_key'],
  ...['domain_last', 'domain_taken', 'mail_delivered', 'rota_full'],
]);

test('every error code of the server has a text', () => {
  const code = ['libs', 'apps/server/src'].map(codeIn).join('\n');
  const codes = [...code.matchAll(/new (?:Rejected|CodedError)\(\s*'(\w+)'/g)].map(([, name]) => name ?? '');
  expect(codes.length).toBeGreaterThan(50);
  const worded = new Set(Object.keys(merged(/(^|[/.])en\.json$/).errors ?? {}));
  expect([...new Set(codes)].filter((name) => !worded.has(name) && !unseen.has(name))).toEqual([]);
});
