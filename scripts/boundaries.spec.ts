import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { Linter } from 'eslint';
import { parser, plugin } from 'typescript-eslint';
import boundaries from './support/boundaries';

const config = [
  { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser }, plugins: { '@typescript-eslint': plugin } },
  ...boundaries,
] as Linter.Config[];

/** @returns the lint messages for a file that has this path and contains this statement */
function complaints(path: string, statement: string): string[] {
  return new Linter({ configType: 'flat' }).verify(statement, config, path).map(({ message }) => message);
}

test.each([
  [
    'a context importing another',
    'libs/contexts/contacts/src/read/a.ts',
    '@parley/conversations/read/inbox.queries',
  ],
  ['a context importing an application', 'libs/contexts/contacts/src/a.ts', '../../../apps/server/src/main'],
  [
    'a test of a context importing another',
    'libs/contexts/contacts/src/read/a.spec.ts',
    '@parley/channels/domain/a',
  ],
  [
    'a context importing the test engines',
    'libs/contexts/access/src/read/a.ts',
    '@parley/testing/postgres/test-database',
  ],
  ['a domain importing Nest', 'libs/contexts/conversations/src/domain/a.ts', '@nestjs/common'],
  ['a domain importing the clock', 'libs/contexts/conversations/src/domain/a.ts', 'node:timers'],
  [
    'a domain importing SQL',
    'libs/contexts/conversations/src/domain/a.ts',
    '@parley/platform/database/database',
  ],
  [
    'a domain importing the log',
    'libs/contexts/conversations/src/domain/a.ts',
    '@parley/event-sourcing/store/event-store',
  ],
  ['a domain importing its read side', 'libs/contexts/conversations/src/domain/a.ts', '../read/inbox.rows'],
  [
    'a read side importing its write side',
    'libs/contexts/channels/src/read/a.ts',
    '../write/channel.handler',
  ],
  ['the same by alias', 'libs/contexts/channels/src/read/a.ts', '@parley/channels/write/channel.handler'],
  [
    'contracts importing anything of ours',
    'libs/foundation/contracts/src/api/a.ts',
    '@parley/platform/config/config',
  ],
  [
    'platform importing event-sourcing',
    'libs/foundation/platform/src/bus/a.ts',
    '@parley/event-sourcing/projection/view',
  ],
  [
    'realtime importing a context',
    'libs/foundation/realtime/src/a.ts',
    '@parley/conversations/read/inbox.queries',
  ],
  [
    'event-sourcing importing realtime',
    'libs/foundation/event-sourcing/src/projection/a.ts',
    '@parley/realtime/live-views',
  ],
  [
    'event-sourcing importing a context',
    'libs/foundation/event-sourcing/src/store/a.ts',
    '@parley/access/domain/user',
  ],
  [
    'a relative path into another library',
    'libs/foundation/platform/src/bus/a.ts',
    '../../../contracts/src/events',
  ],
  ['a feature importing its sibling', 'apps/web/src/features/inbox/a.tsx', '../contacts/panel'],
  ['the same from deeper down', 'apps/web/src/features/inbox/thread/a.tsx', '../../contacts/panel'],
  ['a feature importing the application', 'apps/web/src/features/inbox/a.tsx', '../../app/router'],
  ['a part of pages importing a feature', 'apps/web/src/ui/a.tsx', '../features/inbox/row'],
  [
    'the conversation kit importing a feature',
    'apps/web/src/conversation/thread/a.tsx',
    '../../features/inbox/b',
  ],
  ['the conversation kit importing the application', 'apps/web/src/conversation/a.tsx', '../app/router'],
  ['the web client importing a context', 'apps/web/src/lib/a.ts', '@parley/conversations/domain/message'],
  [
    'the web client running the classes of requests',
    'apps/web/src/lib/a.ts',
    '@parley/contracts/api/conversations.requests',
  ],
  [
    'a library that nobody listed importing a context',
    'libs/contexts/snippets/src/a.ts',
    '@parley/contacts/read/a',
  ],
  ['the same in its read side', 'libs/contexts/snippets/src/read/a.ts', '@parley/contacts/read/a'],
  ['the same in its tests', 'libs/contexts/snippets/src/read/a.spec.ts', '@parley/contacts/read/a'],
  ['its domain importing Nest', 'libs/contexts/snippets/src/domain/a.ts', '@nestjs/common'],
  ['its read side importing its write side', 'libs/contexts/snippets/src/read/a.ts', '../write/a.handler'],
  ['a library importing itself by alias', 'libs/contexts/snippets/src/a.ts', '@parley/snippets/read/a'],
  ['a context importing a flow', 'libs/contexts/contacts/src/a.ts', '@parley/messages/feature'],
  ['a flow importing a flow', 'libs/flows/erasure/src/a.ts', '@parley/broadcasts/feature'],
  ['a flow importing the server', 'libs/flows/erasure/src/a.ts', '@parley/server/features'],
  ['a library of the foundation importing a flow', 'libs/foundation/platform/src/a.ts', '@parley/messages/a'],
  ['a context importing the demo', 'libs/contexts/channels/src/write/a.ts', '@parley/demo/demo-organisation'],
  [
    'a context importing a double',
    'libs/contexts/channels/src/write/a.ts',
    '@parley/doubles/graph/graph-double',
  ],
  [
    'a context importing an application by alias',
    'libs/contexts/contacts/src/a.ts',
    '@parley/server/engines',
  ],
  [
    'a double importing the product',
    'libs/test-support/doubles/src/graph/a.ts',
    '@parley/platform/config/config',
  ],
  [
    'the embedded engines importing the demo',
    'libs/installation/embedded/src/identity/a.ts',
    '@parley/demo/demo',
  ],
  ['jobs importing a context', 'libs/foundation/jobs/src/a.ts', '@parley/conversations/read/a'],
  ['realtime importing a context', 'libs/foundation/realtime/src/a.ts', '@parley/conversations/read/a'],
  ['platform importing jobs', 'libs/foundation/platform/src/a.ts', '@parley/jobs/runner'],
  ['the server importing the test engines', 'apps/server/src/a.ts', '@parley/testing/postgres/test-database'],
  ['the server importing a double', 'apps/server/src/a.ts', '@parley/doubles/graph/graph-double'],
  ['an application that nobody listed importing a double', 'apps/kiosk/src/a.ts', '@parley/testing/a'],
  ['the same importing the server', 'apps/kiosk/src/a.ts', '@parley/server/engines'],
  ['the same by a relative path', 'apps/kiosk/src/a.ts', '../../server/src/engines'],
  ['a tool importing a role', 'apps/tools/src/a.ts', '@parley/server/roles/worker.module'],
  ['a tool importing a double', 'apps/tools/src/seed/a.ts', '@parley/testing/proof/random'],
  [
    'the conversation kit importing a feature',
    'apps/web/src/conversation/thread/a.tsx',
    '../../features/a/b',
  ],
  ['the conversation kit importing the application', 'apps/web/src/conversation/a.tsx', '../app/router'],
  ['what features share importing the conversation kit', 'apps/web/src/lib/a.ts', '../conversation/thread/a'],
  ['the same importing a feature', 'apps/web/src/lib/settings/a.ts', '../../features/inbox/a'],
])('refuses %s', (_, path, from) => {
  expect(complaints(path, `import { a } from '${from}';`)).toHaveLength(1);
});

test.each([
  ['apps/web/src/conversation/thread/a.tsx', '../../lib/cell'],
  ['apps/web/src/features/inbox/thread/a.tsx', '../../../conversation/conversation'],
  ['libs/contexts/contacts/src/read/a.ts', '@parley/platform/database/database'],
  ['libs/contexts/contacts/src/http/a.ts', '../write/merge-contacts'],
  ['libs/contexts/contacts/src/write/a.ts', '@parley/realtime/news'],
  ['libs/contexts/contacts/src/write/a.ts', '@parley/jobs/jobs'],
  ['libs/contexts/contacts/src/read/a.int.spec.ts', '@parley/testing/postgres/test-database'],
  ['libs/contexts/conversations/src/domain/a.ts', '@parley/contracts/events'],
  ['libs/contexts/conversations/src/domain/a.ts', '@parley/event-sourcing/decider/decider'],
  ['libs/contexts/conversations/src/domain/a.ts', './delivery-status'],
  ['libs/contexts/conversations/src/domain/a.spec.ts', 'fast-check'],
  ['libs/foundation/event-sourcing/src/store/postgres/a.ts', '../event-store'],
  ['libs/foundation/event-sourcing/src/store/postgres/a.ts', '@parley/platform/database/database'],
  ['apps/server/src/roles/a.ts', '@parley/conversations/http/conversations-http.module'],
  ['apps/server/src/roles/a.ts', '../background-work'],
  ['apps/server/src/engines.ts', '@parley/embedded/postgres/postgres'],
  ['apps/server/src/a.int.spec.ts', '@parley/doubles/graph/graph-double'],
  ['apps/web/src/features/inbox/thread/a.tsx', '../../../lib/api'],
  ['apps/web/src/features/inbox/thread/a.tsx', '../list/row'],
  ['apps/web/src/lib/a.ts', '@parley/contracts/push'],
  ['apps/web/src/features/inbox/thread/a.tsx', '../../../conversation/thread/a'],
  ['apps/web/src/conversation/thread/a.tsx', '../composer/a'],
  ['apps/web/src/conversation/thread/a.tsx', '../../lib/api'],
  ['apps/web/src/conversation/thread/a.tsx', '@parley/ui/name'],
  ['libs/contexts/snippets/src/write/a.ts', '@parley/jobs/job-kind'],
  ['libs/contexts/snippets/src/live/a.ts', '@parley/realtime/live-view'],
  ['libs/contexts/snippets/src/read/a.int.spec.ts', '@parley/testing/postgres/test-database'],
  ['libs/contexts/channels/src/adapters/acme/send.spec.ts', '@parley/doubles/graph/graph-double'],
  ['libs/flows/erasure/src/a.ts', '@parley/conversations/read/a'],
  ['libs/flows/erasure/src/a.ts', '@parley/avatars/contact-pictures'],
  ['libs/flows/erasure/src/a.int.spec.ts', '@parley/server/features'],
  ['libs/installation/demo/src/demo-channels.ts', '@parley/doubles/graph/graph-double'],
  ['apps/tools/src/move/a.ts', '@parley/server/engines'],
  ['apps/tools/src/erase-contact.ts', '@parley/erasure/erase-everywhere'],
  ['apps/tools/src/erasure/a.int.spec.ts', '@parley/server/roles/worker/worker-testing'],
  ['apps/proofs/src/clicks/office.ts', '@parley/testing/postgres/test-database'],
  ['apps/kiosk/src/a.ts', '@parley/conversations/feature'],
  ['apps/web/src/ui/a.tsx', '../lib/translation'],
  ['apps/web/src/features/inbox/thread/a.tsx', '@parley/ui/person-avatar'],
])('lets %s import %s', (path, from) => {
  expect(complaints(path, `import { a } from '${from}';`)).toEqual([]);
});

test('lets the web client import the types of requests', () => {
  expect(
    complaints(
      'apps/web/src/lib/a.ts',
      `import type { SendRequest } from '@parley/contracts/api/conversations.requests';`,
    ),
  ).toEqual([]);
});

/** @returns for each top-level folder of a library, the other folders of the library from which its files import */
function folderImports(source: string): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const file of files.filter((name) => name.endsWith('.ts') && !/spec|testing|conformance/.test(name))) {
    const [from = ''] = file.split('/');
    for (const [, path = ''] of readFileSync(join(source, file), 'utf8').matchAll(/from '(\.[^']*)'/g)) {
      const [to = '', ...rest] = normalize(join(dirname(file), path)).split('/');
      if (rest.length > 0 && to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return imports;
}

function reaches(imports: Map<string, Set<string>>, from: string, seen = new Set<string>()): Set<string> {
  for (const to of imports.get(from) ?? []) {
    if (!seen.has(to)) reaches(imports, to, seen.add(to));
  }
  return seen;
}

test('there is no cycle of imports between the folders of event-sourcing', () => {
  const imports = folderImports('libs/foundation/event-sourcing/src');
  expect([...imports.keys()].length).toBeGreaterThan(3);
  expect([...imports.keys()].filter((folder) => reaches(imports, folder).has(folder))).toEqual([]);
});
