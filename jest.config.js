const { jestAliases } = require('./scripts/support/libraries');

const swc = {
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true, tsx: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, react: { runtime: 'automatic' } },
  },
};
const base = {
  rootDir: __dirname,
  testEnvironment: 'node',
  moduleNameMapper: {
    '^@parley/server/(.*)$': '<rootDir>/apps/server/src/$1',
    '^@parley/ui/(.*)$': '<rootDir>/apps/web/src/ui/$1',
    ...jestAliases(),
    '\\.css$': '<rootDir>/apps/web/src/testing/styles.ts',
  },
  transform: { '^.+\\.(t|j)sx?$': ['@swc/jest', swc] },
  // Packages that are ES modules only or use dynamic imports, which Jest cannot run.
  transformIgnorePatterns: [
    '/node_modules/(?!(jose|email-reply-parser|oidc-provider|nanoid|eta|oidc-token-hash|@opentelemetry/otlp-exporter-base)/)',
  ],
};

/** @type {import('jest').Config} */
module.exports = {
  // Long, since tests are slow on a busy machine. Jest reads this setting only here: in a project it has no effect.
  testTimeout: 60_000,
  projects: [
    {
      ...base,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,scripts}/**/*.spec.{ts,tsx}'],
      testPathIgnorePatterns: ['/node_modules/', '\\.int\\.spec\\.ts$', '<rootDir>/apps/e2e/'],
    },
    {
      ...base,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs}/**/*.int.spec.ts'],
      globalSetup: '<rootDir>/libs/test-support/testing/src/postgres/global-setup.ts',
      globalTeardown: '<rootDir>/libs/test-support/testing/src/postgres/global-teardown.ts',
    },
  ],
};
