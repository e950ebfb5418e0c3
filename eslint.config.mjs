import { readdirSync, readFileSync } from 'node:fs';
import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import boundaries from './scripts/support/boundaries.js';
import linearRegex from './scripts/support/linear-regex.js';
import plainEnglish from './scripts/support/plain-english.js';

/** The scripts that Node runs, which have no file extension. */
const SCRIPTS = readdirSync('scripts', { withFileTypes: true })
  .filter((entry) => entry.isFile() && !entry.name.includes('.'))
  .map(({ name }) => `scripts/${name}`)
  .filter((path) => readFileSync(path, 'utf8').startsWith('#!/usr/bin/env node'));
const node = [
  'AbortController',
  '__dirname',
  'Buffer',
  'URL',
  'console',
  'fetch',
  'process',
  'setTimeout',
  'clearTimeout',
];

const UNBOUNDED_NORMALIZE = {
  selector: "CallExpression[callee.property.name='normalize'][callee.object.name!='path']",
  message:
    'String.prototype.normalize is quadratic in combining marks: use normalizeText of contracts/events.',
};
const UNBOUNDED_URL =
  'The URL parser is quadratic in combining marks, and URL.canParse refuses some valid URLs: use parseUrl of contracts/events.';
/** `new URL` within a try: its argument may come from outside. */
const CAUGHT_URL = {
  selector:
    "TryStatement > .block NewExpression[callee.name='URL']:not([arguments.0.type=/^(Await|Call)Expression$/])",
  message: UNBOUNDED_URL,
};
const UNBOUNDED_ORDER =
  'Collation is quadratic in combining marks: compare by < what foldAccents of contracts/events returns.';
/** An iterator that code takes by hand stays open unless it is returned (ADR 54). */
const HANDHELD_ITERATOR = {
  selector: "CallExpression > MemberExpression.callee[property.property.name='asyncIterator']",
  message: 'Use for await, or readAhead (event-sourcing/store/read-ahead).',
};
const ONLY_HANDLERS = {
  selector:
    "CallExpression[callee.property.name='execute'] > MemberExpression > :matches(Identifier[name='aggregates'], MemberExpression[property.name='aggregates'])",
  message: 'Only handlers run aggregates: hand an envelope to the command bus (ADR 17).',
};

/** A pause: `pause(…)`, `scheduler.wait(…)`, or a promise that a timer resolves. */
const PAUSE =
  ":matches(CallExpression[callee.name='pause'], CallExpression[callee.object.name='scheduler'], NewExpression[callee.name='Promise']:has(Identifier[name='setTimeout']))";
const AWAITED_PAUSE = `AwaitExpression > ${PAUSE}`;
const LOOP = ':matches(WhileStatement, DoWhileStatement, ForStatement)';
const HAND_WAIT =
  'Wait by eventually(what, probe) of testing/waiting: it has a deadline and names the awaited fact.';
/** Loops that wait for a fact: they only pause, or leave by return or break once the fact holds. */
const HAND_WAITS = [
  ':matches(FunctionDeclaration[id.name="until"], VariableDeclarator[id.name="until"] > :matches(ArrowFunctionExpression, FunctionExpression))',
  `${LOOP} > ExpressionStatement.body > ${AWAITED_PAUSE}`,
  `${LOOP} > BlockStatement[body.length=1] > ExpressionStatement > ${AWAITED_PAUSE}`,
  `${LOOP} > BlockStatement > IfStatement[consequent.type=/^(Return|Break)Statement$/] ~ ExpressionStatement > ${AWAITED_PAUSE}`,
  `ForStatement > ${AWAITED_PAUSE.replace('AwaitExpression', 'AwaitExpression.update')}`,
].map((selector) => ({ selector, message: HAND_WAIT }));

export default tseslint.config(
  { ignores: ['dist/', 'coverage/', '.nx/', '.parley/', 'test-results/', 'playwright-report/'] },
  { linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{js,mjs}', ...SCRIPTS],
    extends: [js.configs.recommended],
    languageOptions: { globals: Object.fromEntries(node.map((name) => [name, 'readonly'])) },
  },
  { files: ['**/*.js', ...SCRIPTS], languageOptions: { sourceType: 'commonjs' } },
  {
    files: ['apps-catalogue/**/*.js'],
    languageOptions: { sourceType: 'script', globals: { document: 'readonly', ParleyApp: 'readonly' } },
  },
  {
    files: ['apps/web/public/**/*.js'],
    languageOptions: {
      sourceType: 'script',
      globals: { document: 'readonly', localStorage: 'readonly', matchMedia: 'readonly' },
    },
  },
  {
    files: ['**/*.{ts,mts,tsx}'],
    extends: [js.configs.recommended, tseslint.configs.recommendedTypeChecked],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './apps/web/tsconfig.json', './apps/widget/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A type-only import of a class that Nest injects would lose its metadata; the compiler checks that.
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // Implementations of an asynchronous port are async, whether they wait or not.
      '@typescript-eslint/require-await': 'off',
      // An event handler of React or of an emitter may be async if it handles its own errors.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // The compiler reports undefined names.
      'no-undef': 'off',
    },
  },
  {
    files: ['apps/web/**/*.{ts,mts,tsx}'],
    extends: [reactHooks.configs.flat['recommended-latest']],
    // Only useful with React's compiler.
    rules: { 'react-hooks/incompatible-library': 'off' },
  },
  {
    files: ['**/*.spec.{ts,tsx}', 'apps/e2e/**/*.ts', '**/conformance.ts'],
    rules: {
      // Tests compare bodies of responses and rows; they do not compute with them.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      // expect(double.method) reads a method without calling it.
      '@typescript-eslint/unbound-method': 'off',
    },
  },
  {
    files: ['apps/e2e/**/*.ts'],
    // Playwright requires an empty pattern in a fixture that uses no other.
    rules: { 'no-empty-pattern': 'off' },
  },
  {
    files: ['libs/**/*.{ts,tsx}', 'apps/**/*.{ts,tsx,mts}'],
    ignores: ['**/*.spec.{ts,tsx}', 'libs/foundation/contracts/src/rules/{normalized-text,parse-url}.ts'],
    rules: { 'no-restricted-syntax': ['error', UNBOUNDED_NORMALIZE, CAUGHT_URL] },
  },
  {
    // The web apps are exempt: a browser parses only the text of its own user, the server that of all users.
    files: ['libs/**/*.{ts,tsx}', 'apps/{server,tools}/**/*.ts'],
    ignores: ['**/*.spec.{ts,tsx}', 'libs/foundation/contracts/src/rules/parse-url.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'URL', property: 'canParse', message: UNBOUNDED_URL },
        { object: 'URL', property: 'parse', message: UNBOUNDED_URL },
        { object: 'Intl', property: 'Collator', message: UNBOUNDED_ORDER },
        { object: 'Intl', property: 'Segmenter', message: UNBOUNDED_ORDER },
        { property: 'localeCompare', message: UNBOUNDED_ORDER },
      ],
    },
  },
  {
    files: ['libs/**/*.ts', 'apps/**/*.ts'],
    ignores: [
      'libs/foundation/{claims,event-sourcing}/**',
      'libs/foundation/contracts/src/rules/{normalized-text,parse-url}.ts',
      '**/*.handler.ts',
      '**/*.spec.ts',
      'apps/bench/**',
    ],
    rules: {
      'no-restricted-syntax': ['error', UNBOUNDED_NORMALIZE, CAUGHT_URL, HANDHELD_ITERATOR, ONLY_HANDLERS],
    },
  },
  {
    files: ['libs/foundation/event-sourcing/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/read-ahead.ts'],
    rules: { 'no-restricted-syntax': ['error', UNBOUNDED_NORMALIZE, CAUGHT_URL, HANDHELD_ITERATOR] },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['apps/web/src/lib/lazy-part.tsx', '**/*.spec.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        UNBOUNDED_NORMALIZE,
        {
          selector:
            'ImportExpression:not(CallExpression[callee.name=/^(lazyPart|loadPart)$/] ImportExpression):not(Property[key.name=/^load/] ImportExpression):not([source.value=/[.]json$/])',
          message:
            'Load a part of the page by lazyPart, other code by loadPart: both retry, and nothing else fails with it (ADR 60).',
        },
        {
          selector: "ImportSpecifier[imported.name='lazy'], MemberExpression[property.name='lazy']",
          message: 'Only lazyPart calls React.lazy: each part has a boundary of its own (ADR 60).',
        },
      ],
    },
  },
  {
    files: ['**/*.spec.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...HAND_WAITS] },
  },
  {
    files: ['**/*-testing.ts', '{apps,libs}/**/src/testing/**/*.ts', 'libs/test-support/testing/**/*.ts'],
    ignores: ['**/*.spec.ts', 'apps/web/**', 'libs/test-support/testing/src/waiting/eventually.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        UNBOUNDED_NORMALIZE,
        CAUGHT_URL,
        HANDHELD_ITERATOR,
        ONLY_HANDLERS,
        ...HAND_WAITS,
      ],
    },
  },
  {
    files: ['**/*.{ts,mts,tsx,js,mjs}', ...SCRIPTS],
    // Tests and fakes of providers parse only text that this tree writes.
    ignores: ['**/*.spec.{ts,tsx}', '**/testing/**', 'apps/{bench,e2e,proofs}/**', 'libs/test-support/**'],
    plugins: { parley: { rules: { 'linear-regex': linearRegex.rule } } },
    rules: { 'parley/linear-regex': 'error' },
  },
  {
    files: ['**/*.{ts,mts,tsx,js,mjs}', ...SCRIPTS],
    plugins: { prose: { rules: { 'plain-english': plainEnglish.rule } } },
    rules: { 'prose/plain-english': 'error' },
  },
  {
    files: ['libs/**/*.proof.int.spec.ts', 'apps/server/**/*.proof.int.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'Program', message: 'Stress tests stand in apps/proofs.' },
      ],
    },
  },
  ...boundaries,
  prettier,
);
