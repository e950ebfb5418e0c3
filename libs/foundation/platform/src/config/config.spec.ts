import { ConfigError, loadConfig } from './config';

test.each([
  [undefined, 'http://localhost:3000'],
  ['https://Parley.Example:443/', 'https://parley.example'],
  ['https://parley.example//', 'https://parley.example'],
  ['http://parley.example:8080', 'http://parley.example:8080'],
])('normalises the public address %s to %s', (PUBLIC_URL, expected) => {
  expect(loadConfig({ PUBLIC_URL }).publicUrl).toBe(expected);
});

const storage = { S3_ENDPOINT: 'https://s3.example' };

test.each<[string, NodeJS.ProcessEnv]>([
  ['PORT', { PORT: 'three thousand' }],
  ['PORT', { PORT: '65536' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://parley.example/chat' }],
  ['OIDC_ISSUER', { OIDC_ISSUER: 'issuer.example' }],
  ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://issuer.example' }],
  ['S3_BUCKET', storage],
  ['S3_SECRET_ACCESS_KEY', { ...storage, S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' }],
  ['KAFKA_BROKERS', { KAFKA_BROKERS: 'kafka' }],
  ['KAFKA_BROKERS', { KAFKA_BROKERS: 'kafka:9092,' }],
  ['KAFKA_TLS', { KAFKA_BROKERS: 'kafka:9092', KAFKA_TLS: 'yes' }],
  ['KAFKA_TLS_CA', { KAFKA_BROKERS: 'kafka:9092', KAFKA_TLS_CA: '/no/such/file' }],
  ['KAFKA_SASL_MECHANISM', { KAFKA_BROKERS: 'kafka:9092', KAFKA_SASL_MECHANISM: 'magic' }],
  ['SMTP_URL', { SMTP_URL: 'mail.example', MAIL_FROM: 'parley@example.org' }],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'all' }],
  ['PARLEY_SMTP_PLACES_PER_ADDRESS', { PARLEY_SMTP_PLACES_PER_ADDRESS: '101' }],
  ['PARLEY_ROLES', { PARLEY_ROLES: 'chef' }],
  ['PARLEY_DEMO_DOUBLES', { PARLEY_DEMO_DOUBLES: 'yes' }],
  ['PARLEY_OPERATOR_PORT', { PARLEY_OPERATOR_PORT: '-1' }],
  ['PARLEY_OPERATOR_TOKEN', { PARLEY_OPERATOR_TOKEN: 'short' }],
  ['OTEL_TRACES_SAMPLER_ARG', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c:4318', OTEL_TRACES_SAMPLER_ARG: '2' }],
  ['LIMIT_SIGN_INS', { LIMIT_SIGN_INS: 'many' }],
  ['DATABASE_URL', { DATABASE_URL: 'localhost/parley' }],
])('refuses an invalid %s with a sentence that names it', (name, env) => {
  expect(() => loadConfig(env)).toThrow(ConfigError);
  expect(() => loadConfig(env)).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*\\.$`));
});
