import { ConfigError } from '@parley/platform/config/config';
import { MoveRefused } from './move/move-refused';
import { configurations } from './move';

const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'b',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'key',
};

test("uses the source's settings for the target, except those given as options", () => {
  const env = { PARLEY_DATA: '/data', PARLEY_SECRET: 's'.repeat(32), ...S3 };
  const { from, to } = configurations(['--to-database-url', 'postgres://db/parley'], env);
  expect(from.databaseUrl).toBeUndefined();
  expect(to).toEqual({ ...from, databaseUrl: 'postgres://db/parley' });
});

test('reads secrets from environment variables, and prefers options', () => {
  const env = { TO_DATABASE_URL: 'postgres://one/parley', TO_DATA: '/other' };
  const { to } = configurations(['--to-database-url=postgres://two/parley'], env);
  expect(to).toMatchObject({ databaseUrl: 'postgres://two/parley', dataDir: '/other' });
});

test('selects the embedded engine for "none"', () => {
  const env = { DATABASE_URL: 'postgres://db/parley', ...S3 };
  const { from, to } = configurations(['--to-database-url', 'none', '--to-s3-endpoint', 'none'], env);
  expect(from).toMatchObject({ databaseUrl: 'postgres://db/parley', s3: { bucket: 'b' } });
  expect([to.databaseUrl, to.s3]).toEqual([undefined, undefined]);
});

test('moves an installation in the environment of a process with a single role, since a move starts no role', () => {
  const env = {
    PARLEY_ROLES: 'worker',
    DATABASE_URL: 'postgres://db/parley',
    OIDC_ISSUER: 'https://id.example',
  };
  expect(() => configurations(['--to-data', '/x'], env)).not.toThrow();
});

test('refuses invalid arguments with the usage', () => {
  expect(() => configurations(['--to-nowhere', 'x'], {})).toThrow(/Usage: scripts\/move/);
  expect(() => configurations(['x'], {})).toThrow(MoveRefused);
  expect(() => configurations(['--to-s3-endpoint', 'https://s3.example'], {})).toThrow(ConfigError);
});
