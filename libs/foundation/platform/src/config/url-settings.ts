import { Client } from 'pg';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { ConfigError } from './config-error';

/** Parts of an address after scheme, host and port. */
type Part = 'path' | 'query' | 'fragment';

interface UrlSetting {
  /** A valid value for the error message. */
  example: string;
  parts: Part[];
  schemes?: string[];
}

const ORIGIN: UrlSetting = { example: 'https://parley.example', parts: [] };
const BASE: UrlSetting = { example: 'https://service.example/path', parts: ['path'] };
const PAGE: UrlSetting = { example: 'https://site.example/page', parts: ['path', 'query', 'fragment'] };

/** The settings that are web addresses, with the parts that each may have. */
const WEB_ADDRESSES = {
  PUBLIC_URL: ORIGIN,
  META_PAGE_ORIGIN: ORIGIN,
  PARLEY_PUSH_SERVICES: { ...ORIGIN, example: 'https://push.example' },
  OIDC_ISSUER: { ...BASE, example: 'https://issuer.example/realm' },
  S3_ENDPOINT: { ...BASE, example: 'https://s3.example' },
  OTEL_EXPORTER_OTLP_ENDPOINT: { ...BASE, example: 'http://collector:4318' },
  META_GRAPH_URL: BASE,
  PARLEY_DEMO_GRAPH_URL: BASE,
  META_SDK_URL: PAGE,
  MARKETING_URL: PAGE,
  BIRD_SIGNUP_URL: PAGE,
} satisfies Record<string, UrlSetting>;

export type WebAddress = keyof typeof WEB_ADDRESSES;

/**
 * @returns the address in a setting; undefined if it is empty
 * @throws ConfigError if it is not a web address, has credentials, or has a part that this setting may not have
 */
export function webAddress(env: NodeJS.ProcessEnv, name: WebAddress): string | undefined {
  const text = env[name];
  return text ? checkAddress(name, text) : undefined;
}

/**
 * @returns the origins in a comma-separated setting
 * @throws ConfigError if an entry is not an origin
 */
export function origins(env: NodeJS.ProcessEnv, name: WebAddress): string[] {
  return (env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => new URL(checkAddress(name, part)).origin);
}

/** The errors never repeat the value: an address may contain a password or a token. */
function checkAddress(name: WebAddress, text: string): string {
  const { example, parts } = WEB_ADDRESSES[name];
  const refuse = (reason: string) => new ConfigError(`${name} must be an address like ${example}${reason}.`);
  const url = /^https?:\/\/[^/\\]/i.test(text) ? parseUrl(text) : null;
  if (!url) throw refuse(', with http:// or https:// and a host');
  if (url.username || url.password) throw refuse(', without a user and a password');
  const present: Record<Part, boolean> = {
    path: /[^/]/.test(url.pathname),
    query: text.split('#')[0]!.includes('?'),
    fragment: text.includes('#'),
  };
  for (const part of ['path', 'query', 'fragment'] as const) {
    if (present[part] && !parts.includes(part)) throw refuse(`, without a ${part}`);
  }
  return text;
}

/**
 * Checks PostgreSQL's address by the driver's parser, since it may name a socket, which is not a valid URL.
 * @throws ConfigError if the driver cannot parse it
 */
export function databaseUrl(text: string | undefined): string | undefined {
  if (!text) return undefined;
  if (!/^postgres(ql)?:\/\/./.test(text) || !isReadable(text)) {
    throw new ConfigError(
      'DATABASE_URL must be an address like postgres://user:password@host:5432/parley; special characters are percent-encoded.',
    );
  }
  return text;
}

/** Whether the driver can parse an address; an unreadable certificate file is reported at the first connection. */
function isReadable(connectionString: string): boolean {
  try {
    return Boolean(new Client({ connectionString }));
  } catch (error) {
    return !(error instanceof URIError || (error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL');
  }
}
