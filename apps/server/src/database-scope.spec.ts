import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '../../..');

/** Files that send notices. Each encrypts its notices with the installation's key. */
const NOTIFY = [
  'libs/contexts/access/src/http/sign-in/ended-sessions.ts',
  'libs/foundation/drafts/src/kept-drafts.ts',
  'libs/foundation/drafts/src/sent-drafts.ts',
  'libs/foundation/platform/src/database/notices.ts',
  'libs/foundation/platform/src/database/notifier.ts',
];

/** The only file that listens for notices. Notices that the installation's key does not decrypt are dropped. */
const LISTEN = ['libs/foundation/platform/src/database/notifications.ts'];

/**
 * Files that take advisory locks. Every login of a database server can take such locks, so a running server may only
 * depend on the ones listed here: each lasts for one transaction or one migration, in a database that admits no login
 * without a grant (ADR 59).
 */
const ADVISORY_LOCKS = [
  // Appends take a shared lock as a mark for readers of the log.
  'libs/foundation/event-sourcing/src/store/postgres/event-log.migration.ts',
  // Creating or replacing the tables of a view.
  'libs/foundation/event-sourcing/src/projection/projection-runner.ts',
  'libs/foundation/event-sourcing/src/projection/rebuild.ts',
  // Creating extensions together with those tables.
  'libs/contexts/contacts/src/read/contacts.rows.ts',
  'libs/contexts/conversations/src/read/inbox.rows.ts',
  'libs/contexts/search/src/read/search.rows.ts',
  'libs/contexts/search/src/team/team-search.projector.ts',
  // Mutexes.
  'libs/contexts/apps/src/data/app-records.ts',
  'libs/foundation/platform/src/database/one-at-a-time.ts',
  'libs/foundation/platform/src/database/start-check.ts',
  // Migrations. The second one of leases releases leases from the lock that the first one used.
  'libs/foundation/platform/src/database/migrate.ts',
  'libs/foundation/platform/src/lease/lease-pool.migration.ts',
  'libs/foundation/platform/src/lease/lease.migration.ts',
];

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'testing'].includes(entry.name) ? [] : sourcesIn(path);
    return /\.(ts|js|mjs|cjs|sql|sh)$/.test(entry.name) && !/\.(spec|e2e)\.ts$/.test(entry.name)
      ? [path]
      : [];
  });
}

const sources = ['apps', 'libs', 'scripts'].flatMap(sourcesIn).map((path) => ({
  path: relative('.', path),
  text: readFileSync(join(ROOT, path), 'utf8'),
}));

const pathsOf = (pattern: RegExp) =>
  sources
    .filter(({ text }) => pattern.test(text))
    .map(({ path }) => path)
    .toSorted();

/**
 * Matches a notify statement at the start of a string or after another statement, but not a call of a function with
 * that name.
 */
const SENDS = /pg_notify\s*\(|[`'";]\s*notify\s+["$\w]/i;

test('every statement that sends a notice is registered', () => {
  expect(pathsOf(SENDS)).toEqual(NOTIFY);
});

test.each(NOTIFY)('%s sends only encrypted notices', (path) => {
  const { text } = sources.find((source) => source.path === path)!;
  expect(text).toMatch(/\.seal\(|newsParameters\(/);
  for (const [, parameters] of text.matchAll(/pg_notify\s*\(([^)]*)\)/gi))
    expect(parameters).toMatch(/^\$\d+, (\$\d+|notice|piece)$/);
});

test('every statement that listens is registered', () => {
  expect(pathsOf(/[`'";]\s*listen\s+["$]/i)).toEqual(LISTEN);
});

test('every advisory lock is registered', () => {
  expect(pathsOf(/pg_(try_)?advisory_\w*lock\w*\s*\(/i)).toEqual(ADVISORY_LOCKS.toSorted());
});
