import { ConfigError } from './config-error';
import { databaseUrl, origins, webAddress, type WebAddress } from './url-settings';

const originOnly: WebAddress[] = ['PUBLIC_URL', 'META_PAGE_ORIGIN'];
const base: WebAddress[] = [
  'OIDC_ISSUER',
  'S3_ENDPOINT',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'META_GRAPH_URL',
  'PARLEY_DEMO_GRAPH_URL',
];
const pages: WebAddress[] = ['META_SDK_URL', 'MARKETING_URL', 'BIRD_SIGNUP_URL'];

/** Values that every setting refuses. */
const faulty = [
  'parley.example',
  'ftp://parley.example',
  'javascript:alert(1)',
  'https://',
  'https:///path',
  'https:parley.example',
  'https://par ley.example',
  'https://user@parley.example',
  'https://user:secret-word@parley.example',
  'https://:secret-word@parley.example',
];

const withQuery = ['https://parley.example?', 'https://parley.example/?a=secret-word'];
const withFragment = ['https://parley.example#', 'https://parley.example/#secret-word'];
const withPath = ['https://parley.example/chat', 'https://parley.example/chat/', 'http://parley.example//x'];

const cases: [WebAddress, string[]][] = [
  ...originOnly.map((name): [WebAddress, string[]] => [
    name,
    [...faulty, ...withPath, ...withQuery, ...withFragment],
  ]),
  ...base.map((name): [WebAddress, string[]] => [name, [...faulty, ...withQuery, ...withFragment]]),
  ...pages.map((name): [WebAddress, string[]] => [name, faulty]),
];

test.each(cases)(
  '%s refuses disallowed parts of a URL with an error of one sentence that omits the value',
  (name, values) => {
    for (const value of values) {
      const refusal = refusalOf(() => webAddress({ [name]: value }, name));
      expect(refusal).toMatch(new RegExp(`^${name} must be an address like [^\\n]+\\.$`));
      expect(refusal).not.toContain('secret-word');
    }
  },
);

test.each([...originOnly, ...base, ...pages])('%s accepts a host with a port and a final slash', (name) => {
  for (const value of ['https://parley.example/', 'http://127.0.0.1:8080', 'http://[::1]:3000']) {
    expect(webAddress({ [name]: value }, name)).toBe(value);
  }
});

test.each(base)('%s accepts a path', (name) => {
  expect(webAddress({ [name]: 'https://host.example/realm' }, name)).toBe('https://host.example/realm');
});

test('refuses a list of origins with an entry that has a path', () => {
  const env = { PARLEY_PUSH_SERVICES: 'https://push.example, https://other.example/path' };
  expect(refusalOf(() => origins(env, 'PARLEY_PUSH_SERVICES'))).toContain('without a path');
});

test('refuses a database URL with another scheme or an unencoded password, and omits the URL from the error', () => {
  const unencoded = ['postgres://parley:secret-word#/w@db', 'postgres://parley:secret-word%E4@db/parley'];
  for (const value of ['localhost/parley', 'mysql://user:secret-word@host/db', 'postgres://', ...unencoded]) {
    const refusal = refusalOf(() => databaseUrl(value));
    expect(refusal).toMatch(/^DATABASE_URL must be an address like/);
    expect(refusal).not.toContain('secret-word');
  }
  for (const value of [
    'postgresql://user@/db?host=/run',
    'postgres://u:p%23ss%2Fw@db/parley?sslmode=verify-full&sslrootcert=/no/ca.crt',
  ]) {
    expect(databaseUrl(value)).toBe(value);
  }
});

function refusalOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  return '';
}
