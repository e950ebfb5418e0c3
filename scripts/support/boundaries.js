'use strict';

// Lint rules for the permitted imports, as docs/architecture.md describes them.

const { libraries, namesOf } = require('./libraries');

const SHARED = ['contracts', 'event-sourcing', 'platform'];
/**
 * The libraries from which a library may import, by its floor (its folder of `libs/`), unless `EXCEPTIONS` names the
 * library.
 */
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
/** For each flow that may import from other flows, those flows. */
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
/** Libraries from which tests may import in addition. */
const DOUBLES = ['doubles', 'testing'];
/** Applications that test or measure the others; they may import from everything. */
const TRIALS = ['apps/bench/**', 'apps/e2e/**', 'apps/proofs/**'];
const DEEPEST = 6;

/**
 * Forbids imports from all libraries but these. A library itself is also forbidden, since its own files are imported
 * by relative paths.
 */
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

/** The rules for a library, and those for its tests, which may also import fakes. */
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

/** Rules for the tests among `files`. */
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
  // These are permitted because they are pure, too: abilities, the inputs of routing rules, and arithmetic on
  // addresses.
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

/** The rules for applications, which may import only parts of the server; their tests may import everything. */
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

/** Rules that forbid relative imports from outside of the folder `top`, one rule for each depth of files below it. */
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

/** Rules for the web client's features: they may import from lib/, but from no other feature and no folder above. */
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

/** Rules for a folder of the web client that features use: it may not import from the features. */
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
