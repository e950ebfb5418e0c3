'use strict';

// Who may import whom: docs/architecture.md in the form of lint rules.

const { libraries, namesOf } = require('./libraries');

const SHARED = ['contracts', 'event-sourcing', 'platform'];
/** What a library imports that is not named in `EXCEPTIONS`, by its floor. */
const FLOORS = {
  foundation: SHARED,
  contexts: namesOf('foundation'),
  flows: [...namesOf('foundation'), ...namesOf('contexts')],
  installation: [
    ...SHARED,
    'claims',
    'feature',
    'access',
    'apps',
    'assistant',
    'channels',
    'doubles',
    'embedded',
  ],
  browser: ['contracts'],
  'test-support': SHARED,
};
/** A flow imports another one only if this names the pair. */
const BETWEEN_FLOWS = {
  broadcasts: ['messages'],
  erasure: ['avatars'],
  messages: ['avatars'],
};
const EXCEPTIONS = {
  contracts: [],
  doubles: [],
  'mail-html': ['contracts', 'platform'],
  platform: ['contracts'],
  'event-sourcing': ['contracts', 'platform'],
  drafts: [...SHARED, 'realtime'],
  feature: [...SHARED, 'read-kit'],
  jobs: [...SHARED, 'feature', 'realtime'],
  embedded: [...SHARED, 'access', 'feature'],
};
const TESTS = ['**/*.spec.{ts,tsx}', '**/testing/**', '**/*-testing.ts', '**/conformance.ts'];
/** What tests may import besides. */
const DOUBLES = ['doubles', 'testing'];
/** Applications that try the others out: they may look into all. */
const TRIALS = ['apps/bench/**', 'apps/e2e/**', 'apps/proofs/**'];
const DEEPEST = 6;

/** Everything of ours but these libraries is forbidden: also itself, which has relative paths. */
function only(libraries, message) {
  return { regex: libraries.length > 0 ? `^@parley/(?!(${libraries.join('|')})/)` : '^@parley/', message };
}

function area(name, files, patterns, more = {}) {
  return {
    name: `boundaries/${name}`,
    files,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
    ...more,
  };
}

/** A library, and its tests, which may use doubles too. */
function library({ name, floor, folder }) {
  const allowed = [...(EXCEPTIONS[name] ?? FLOORS[floor]), ...(BETWEEN_FLOWS[name] ?? [])];
  const may = allowed.length > 0 ? `imports ${allowed.join(', ')} alone` : 'imports nothing of ours';
  const files = `${folder}/src/**/*.{ts,tsx}`;
  return [
    area(name, [files], [only(allowed, `${name} ${may}.`)], name === 'testing' ? {} : { ignores: TESTS }),
    ...tests(
      name,
      [files],
      only(
        [...allowed, ...DOUBLES, ...(floor === 'flows' ? ['server', ...namesOf('flows')] : [])],
        `A test of ${name} imports what ${name} may, and doubles; that of a flow also starts the server.`,
      ),
    ),
  ];
}

/** Of all of `files`, those that are tests. */
function tests(name, files, ...patterns) {
  return TESTS.map((test) =>
    area(
      `${name}, ${test}`,
      files.map((each) => [each, test]),
      patterns,
    ),
  );
}

const pure = {
  regex:
    '^(?!\\./|@parley/contracts/(abilities$|events(/|$)|rules/|routing/)|@parley/event-sourcing/decider/|@casl/ability$|ipaddr\\.js$)',
  // Rules of who may do what are pure as well, so is what the rules of routing look at, and so is arithmetic on addresses.
  message:
    'domain/ imports facts and rules of contracts, abilities, contracts/routing and the decider alone: no Nest, SQL, clock or I/O.',
};

const unwritten = {
  regex: '^(\\.\\./)+write/',
  message: 'read/ never imports write/.',
};

function contexts() {
  const message = `A context imports ${FLOORS.contexts.join(', ')}, never another context; itself it names by relative paths.`;
  const but = { ignores: TESTS };
  const foreign = only(FLOORS.contexts, message);
  return [
    area('contexts', ['libs/contexts/*/src/**/*.{ts,tsx}'], [foreign], but),
    area('contexts, domain', ['libs/contexts/*/src/domain/**/*.ts'], [pure], but),
    area('contexts, read', ['libs/contexts/*/src/read/**/*.ts'], [foreign, unwritten], but),
    ...tests('contexts', ['libs/contexts/*/src/**'], only([...FLOORS.contexts, ...DOUBLES], message)),
  ];
}

/** Applications. What one of them may take of the server is said here; their tests may take all. */
function applications() {
  const message = 'What people run imports no double, and an application no other one.';
  const composed = {
    regex: '^@parley/(doubles|testing|server/(?!(engines|features|migrations)$))',
    message:
      'A tool takes of the server what it is composed of: engines, features and migrations. It runs no double.',
  };
  return [
    area(
      'applications',
      ['apps/**/*.{ts,tsx,mts}'],
      [{ regex: '^@parley/(doubles|server|testing)/', message }],
      {
        ignores: [...TESTS, ...TRIALS],
      },
    ),
    area('tools', ['apps/tools/**/*.ts'], [composed], { ignores: TESTS }),
    area('web', ['apps/web/src/**/*.{ts,tsx}'], web),
  ];
}

const web = [
  only(['contracts', 'ui'], 'The web client imports contracts and ui.'),
  {
    regex: '^@parley/contracts/api/.*requests$',
    allowTypeImports: true,
    message: 'Requests are classes of the server: import their types only.',
  },
];

/** A file `depth` folders below `top` would leave it with one step up more. */
function inside(top, what) {
  return Array.from({ length: DEEPEST }, (_, depth) => ({
    name: `boundaries/inside ${top}, ${depth} deep`,
    files: [`${top}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { regex: `^(\\./)?(\\.\\./){${depth + 1}}`, message: `Relative imports stay in ${what}.` },
          ],
        },
      ],
    },
  }));
}

/** Features of the web client: siblings, and what lies above, are out of reach; lib/ is not. */
const features = Array.from({ length: DEEPEST }, (_, depth) => ({
  name: `boundaries/features, ${depth} deep`,
  files: [`apps/web/src/features/*/${'*/'.repeat(depth)}*.{ts,tsx}`],
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\./)?(\\.\\./){${depth + 1}}(?!\\.\\./)|^(\\.\\./){${depth + 2}}features/`,
            message: 'Features never import each other.',
          },
          {
            regex: `^(\\.\\./){${depth + 2}}app/|^(\\.\\./){${depth + 3}}`,
            message: 'A feature imports lib/, not what composes it.',
          },
        ],
      },
    ],
  },
}));

/** A folder of the web client below the features: it never imports these, which stand above it. */
function below(folder, above) {
  return Array.from({ length: DEEPEST }, (_, depth) => ({
    name: `boundaries/${folder}, ${depth} deep`,
    files: [`apps/web/src/${folder}/${'*/'.repeat(depth)}*.{ts,tsx}`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: `^(\\./)?(\\.\\./){${depth + 1}}((${above.join('|')})/|\\.\\./)`,
              message: `${folder}/ imports nothing of ${above.join(', ')}.`,
            },
          ],
        },
      ],
    },
  }));
}

module.exports = [
  ...contexts(),
  ...libraries.filter(({ floor }) => floor !== 'contexts').flatMap(library),
  ...applications(),
  ...inside('libs/*/*/src', 'their library'),
  ...inside('apps/*/src', 'their application'),
  ...features,
  ...below('conversation', ['app', 'features']),
  ...below('ui', ['app', 'conversation', 'features']),
  ...below('lib', ['app', 'conversation', 'features', 'ui']),
];
