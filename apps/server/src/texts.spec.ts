import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { customerSettingNames } from '@parley/access/domain/customer-settings';
import { AuditFold } from '@parley/audit/read/audit.fold';
import { channelDefaults } from '@parley/contracts/events/channel-set-up';
import { examples } from '@parley/contracts/events/golden/examples';
import { userSettingNames, weekdays, type RecordedEvent } from '@parley/contracts/events';

const root = resolve(__dirname, '../../..');
const texts = resolve(root, 'apps/web/src/i18n');

/** English has what the other languages have: another test says so. */
function english(area: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(texts, area, 'en.json'), 'utf8')) as Record<string, unknown>;
}

function codeIn(folder: string): string {
  const files = readdirSync(resolve(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /(?<!\.spec)\.ts$/.test(file) && !/(^|\/)(testing|cli)\//.test(file))
    .map((file) => readFileSync(resolve(root, folder, file), 'utf8'))
    .join('\n');
}

describe('what the audit tells', () => {
  const { event, field } = english('settings-audit').audit as Record<string, Record<string, string>>;
  const about = /^(User|Invitation|Team|Channel|Tag|Label|QuickReply|Customer|IpWhitelist)/;
  const told = Object.entries(examples).flatMap(([type, all]) => {
    if (!about.test(type)) return [];
    const fold = new AuditFold([]);
    for (const data of all) {
      fold.apply({ stream: 'user-x', actor: { type: 'user', id: 'x' }, type, data } as RecordedEvent);
    }
    return fold.entries;
  });

  test('has words for every fact', () => {
    expect(told.length).toBeGreaterThan(40);
    expect([...new Set(told.map(({ type }) => type))].filter((type) => !event?.[type])).toEqual([]);
  });

  test('has words for every field, and the fields within', () => {
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

/** Whoever meets these is no person at a browser. */
const unseen = new Set([
  ...['alias_missing', 'signature_invalid', 'invalid_json', 'api_key'],
  ...['domain_last', 'domain_taken', 'mail_delivered'],
]);

test('every code with which the server refuses has words', () => {
  const code = ['libs', 'apps/server/src'].map(codeIn).join('\n');
  const codes = [...code.matchAll(/new (?:Rejected|CodedError)\(\s*'(\w+)'/g)].map(([, name]) => name ?? '');
  expect(codes.length).toBeGreaterThan(50);
  const areas = readdirSync(texts, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const worded = new Set(
    ['.', ...areas.map(({ name }) => name)].flatMap((area) => Object.keys(english(area).errors ?? {})),
  );
  expect([...new Set(codes)].filter((name) => !worded.has(name) && !unseen.has(name))).toEqual([]);
});
