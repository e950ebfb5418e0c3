'use strict';

// Who may import whom: docs/architecture.md in the form of lint rules.

const CONTEXTS = ['access', 'audit', 'catalogue', 'channels', 'contacts', 'conversations'];
const TESTS = ['**/*.spec.ts', '**/*.spec.tsx', '**/testing/**', '**/conformance.ts'];
const DEEPEST = 6;

/** Everything of ours but these libraries is forbidden. */
function only(libraries, message) {
  return { regex: `^@parley/(?!(${libraries.join('|')})/)`, message };
}

function area(name, files, patterns, more = {}) {
  return {
    name: `boundaries/${name}`,
    files,
    rules: { '@typescript-eslint/no-restricted-imports': ['error', { patterns }] },
    ...more,
  };
}

/** A library, and its tests, which may use the test engines too. */
function library(name, allowed, message) {
  const files = [`libs/${name}/src/**/*.{ts,tsx}`];
  return [
    area(name, files, [only([name, ...allowed], message)], { ignores: TESTS }),
    area(
      `${name}, tests`,
      TESTS.map((test) => `libs/${name}/src/${test}`),
      [only([name, ...allowed, 'testing'], message)],
    ),
  ];
}

function context(name) {
  const message = 'A context imports contracts, event-sourcing and platform, never another context.';
  const foreign = only([name, 'contracts', 'event-sourcing', 'platform'], message);
  return [
    ...library(name, ['contracts', 'event-sourcing', 'platform'], message),
    area(`${name}, domain`, [`libs/${name}/src/domain/**/*.ts`], [pure], { ignores: TESTS }),
    area(`${name}, read`, [`libs/${name}/src/read/**/*.ts`], [foreign, unwritten], { ignores: TESTS }),
  ];
}

const pure = {
  regex:
    '^(?!\\./|@parley/contracts/events(/|$)|@parley/event-sourcing/decider/|@casl/ability$|ipaddr\\.js$)',
  // Rules of who may do what are pure as well, and so is arithmetic on addresses.
  message: 'domain/ imports facts (contracts/events) and the decider alone: no Nest, SQL, clock or I/O.',
};

const unwritten = {
  regex: '^(\\.\\./)+write/|^@parley/[^/]+/write/',
  message: 'read/ never imports write/.',
};

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

module.exports = [
  ...library('contracts', [], 'contracts imports nothing of ours.'),
  ...library('platform', ['contracts'], 'platform imports contracts alone.'),
  ...library('event-sourcing', ['contracts', 'platform'], 'event-sourcing imports contracts and platform.'),
  ...library('ui', ['contracts'], 'ui imports contracts alone.'),
  ...CONTEXTS.flatMap(context),
  area('web', ['apps/web/src/**/*.{ts,tsx}'], web),
  ...inside('libs/*/src', 'their library'),
  ...inside('apps/*/src', 'their application'),
  ...features,
];
