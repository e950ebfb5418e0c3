import { Linter } from 'eslint';
import { parser, plugin } from 'typescript-eslint';
import boundaries from './support/boundaries';

const config = [
  { files: ['**/*.ts', '**/*.tsx'], languageOptions: { parser }, plugins: { '@typescript-eslint': plugin } },
  ...boundaries,
] as Linter.Config[];

/** What lint says of a file of this path that holds this statement. */
function complaints(path: string, statement: string): string[] {
  return new Linter({ configType: 'flat' }).verify(statement, config, path).map(({ message }) => message);
}

test.each([
  ['a context importing another', 'libs/contacts/src/read/a.ts', '@parley/conversations/read/inbox.queries'],
  ['a context importing an application', 'libs/contacts/src/a.ts', '../../../apps/server/src/main'],
  ['a test of a context importing another', 'libs/contacts/src/read/a.spec.ts', '@parley/channels/domain/a'],
  [
    'a context importing the test engines',
    'libs/access/src/read/a.ts',
    '@parley/testing/postgres/test-database',
  ],
  ['a domain importing Nest', 'libs/conversations/src/domain/a.ts', '@nestjs/common'],
  ['a domain importing the clock', 'libs/conversations/src/domain/a.ts', 'node:timers'],
  ['a domain importing SQL', 'libs/conversations/src/domain/a.ts', '@parley/platform/database/database'],
  [
    'a domain importing the log',
    'libs/conversations/src/domain/a.ts',
    '@parley/event-sourcing/store/event-store',
  ],
  ['a domain importing its read side', 'libs/conversations/src/domain/a.ts', '../read/inbox.rows'],
  ['a read side importing its write side', 'libs/channels/src/read/a.ts', '../write/channel.handler'],
  ['the same by alias', 'libs/channels/src/read/a.ts', '@parley/channels/write/channel.handler'],
  ['contracts importing anything of ours', 'libs/contracts/src/api/a.ts', '@parley/platform/config/config'],
  [
    'platform importing event-sourcing',
    'libs/platform/src/bus/a.ts',
    '@parley/event-sourcing/projection/view',
  ],
  ['event-sourcing importing a context', 'libs/event-sourcing/src/store/a.ts', '@parley/access/domain/user'],
  ['a relative path into another library', 'libs/platform/src/bus/a.ts', '../../../contracts/src/events'],
  ['a feature importing its sibling', 'apps/web/src/features/inbox/a.tsx', '../contacts/panel'],
  ['the same from deeper down', 'apps/web/src/features/inbox/thread/a.tsx', '../../contacts/panel'],
  ['a feature importing the application', 'apps/web/src/features/inbox/a.tsx', '../../app/router'],
  ['the web client importing a context', 'apps/web/src/lib/a.ts', '@parley/conversations/domain/message'],
  [
    'the web client running the classes of requests',
    'apps/web/src/lib/a.ts',
    '@parley/contracts/api/conversations.requests',
  ],
])('%s is refused', (_, path, from) => {
  expect(complaints(path, `import { a } from '${from}';`)).toHaveLength(1);
});

test.each([
  ['libs/contacts/src/read/a.ts', '@parley/platform/database/database'],
  ['libs/contacts/src/http/a.ts', '../write/contact.handler'],
  ['libs/contacts/src/read/a.int.spec.ts', '@parley/testing/postgres/test-database'],
  ['libs/conversations/src/domain/a.ts', '@parley/contracts/events'],
  ['libs/conversations/src/domain/a.ts', '@parley/event-sourcing/decider/decider'],
  ['libs/conversations/src/domain/a.ts', './delivery-status'],
  ['libs/conversations/src/domain/a.spec.ts', 'fast-check'],
  ['libs/event-sourcing/src/store/postgres/a.ts', '../event-store'],
  ['libs/event-sourcing/src/store/postgres/a.ts', '@parley/platform/database/database'],
  ['apps/server/src/roles/a.ts', '@parley/conversations/http/conversations-http.module'],
  ['apps/server/src/roles/a.ts', '../embedded/postgres'],
  ['apps/web/src/features/inbox/thread/a.tsx', '../../../lib/api'],
  ['apps/web/src/features/inbox/thread/a.tsx', '../list/row'],
  ['apps/web/src/lib/a.ts', '@parley/contracts/push'],
])('%s may import %s', (path, from) => {
  expect(complaints(path, `import { a } from '${from}';`)).toEqual([]);
});

test('the web client may know the types of requests', () => {
  expect(
    complaints(
      'apps/web/src/lib/a.ts',
      `import type { SendRequest } from '@parley/contracts/api/conversations.requests';`,
    ),
  ).toEqual([]);
});
