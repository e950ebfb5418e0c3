import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import type { KafkaSettings } from '../bus/kafka/kafka-client';
import { ConfigError } from './config-error';
import { LimitInvalid, readLimits, type Limits } from './limits';
import { databaseUrl, origins, webAddress } from './url-settings';
import { parseTrustedProxies, type TrustedProxies } from '../http/client-address';

export { ConfigError };

export const roles = ['api', 'ingress', 'worker', 'projector', 'realtime'] as const;
export type ProcessRole = (typeof roles)[number];

/** All settings from the environment, read once at start. The class is also Nest's injection token. */
export abstract class Config {
  abstract port: number;
  /** Address that browsers and providers use, without a trailing slash. */
  abstract publicUrl: string;
  /** Whether `NODE_ENV` is "production". */
  abstract isProduction: boolean;
  /** Proxies whose headers are trusted for the address of a client. */
  abstract trustedProxies: TrustedProxies;
  abstract roles: ProcessRole[];
  /** Folder of the embedded engines and of local files. */
  abstract dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  abstract databaseUrl?: string;
  /** Undefined: the event log is in PostgreSQL. */
  abstract eventStoreUrl?: string;
  /** Undefined: the bus is in PostgreSQL. */
  abstract kafka?: KafkaSettings;
  /** Undefined: the embedded identity provider with demo users. */
  abstract oidc?: { issuer: string; clientId: string; clientSecret: string };
  /** Page to which a browser on a computer is redirected from the mobile host. Undefined: no redirect. */
  abstract marketingUrl?: string;
  /** Encrypts all other keys. Undefined: generated in the data folder. */
  abstract secret?: string;
  /** Undefined: files are stored in the data folder. */
  abstract s3?: {
    endpoint: string;
    bucket: string;
    region: string;
    accessKeyId: string;
    secretAccessKey: string;
  };
  /** Undefined: mails are written to the folder `mail` of the data folder. */
  abstract smtpUrl?: string;
  /** Port for mail servers that forward mail to channels. Undefined: no SMTP server. */
  abstract smtpPort?: number;
  /** Maximum connections of one client address to the SMTP server. */
  abstract smtpPlacesPerAddress: number;
  /** PEM texts for STARTTLS. Undefined: mail arrives without encryption. */
  abstract smtpTls?: { key: string; cert: string };
  /** Sender address of mails. */
  abstract mailFrom: string;
  /** Mail address that receives an organisation's request for a higher limit. */
  abstract salesMail: string;
  /** Mail address that receives requests for help. */
  abstract supportMail: string;
  /** Fixed key that the web client sends with every request, to identify itself. The key is not a secret. */
  abstract frontendApiKey: string;
  /** Limits on requests and connections of this process. */
  abstract limits: Limits;
  /** Maximum bytes of a webhook. */
  abstract webhookLimit: number;
  /** Networks and hosts in the internal network that webhooks of organisations may call. Undefined: none. */
  abstract webhookAllowedHosts?: string[];
  /** Networks and hosts in the internal network that apps may call. Undefined: none. */
  abstract appsAllowedHosts?: string[];
  /**
   * Folders with apps that organisations may install, and addresses of signed catalogues. Undefined:
   * `apps-catalogue`.
   */
  abstract appsCatalogue?: string[];
  /** The Ed25519 key that verifies catalogues from addresses: base64url, as `x` of a JWK. */
  abstract appsCatalogueKey?: string;
  /** Networks and hosts in the internal network that may serve a writing assistant. Undefined: none. */
  abstract assistantAllowedHosts?: string[];
  /** Address of the Graph API for the demo's WhatsApp channel. Undefined: the fake within the product. */
  abstract demoGraphUrl?: string;
  /** Undefined: WhatsApp can be connected by token only. */
  abstract metaSignup?: MetaSignup;
  /** Origins of push services in addition to those of the known browsers, such as an organisation's own. */
  abstract pushServices: string[];
  /** Page at Bird where an organisation signs up for WhatsApp. Undefined: the product links to no such page. */
  abstract birdSignupUrl?: string;
  /** Separate port for metrics and detailed health. Undefined: there is no such port. */
  abstract operatorPort?: number;
  /** Bearer token that gives access to metrics and detailed health. */
  abstract operatorToken?: string;
  /** Undefined: no tracing. */
  abstract tracing?: TracingSettings;
  /** Whether the demo has a fake of every provider, which its administrators can connect. */
  abstract demoDoubles: boolean;
  /** Whether the demo organisation has messages of contacts before the first sign-in. */
  abstract demoConversations: boolean;
}

/** An app at Meta through which organisations sign up for WhatsApp (embedded signup, version 4). */
export interface MetaSignup {
  appId: string;
  appSecret: string;
  /** Id of the configuration that the app's dashboard shows under Facebook Login for Business. */
  configId: string;
  /** Address of the script that opens Facebook's page. */
  sdkUrl: string;
  /** Origin of that page: messages of other origins are ignored. */
  pageOrigin: string;
  /** Address of the Graph API; null for Meta's own. */
  graphUrl: string | null;
}

/** Settings of tracing, from the variables that OpenTelemetry names. */
export interface TracingSettings {
  /** Name of the service in traces. */
  serviceName: string;
  roles: ProcessRole[];
  /** Share of the traces that is exported, from 0 to 1. */
  ratio: number;
}

/** @throws ConfigError if a setting is invalid */
export function loadConfig(env: NodeJS.ProcessEnv): Config {
  const port = portNumber(env, 'PORT', '3000');
  const wanted = (env.PARLEY_ROLES ?? roles.join(',')).split(',').map((role) => role.trim());
  const unknown = wanted.filter((role) => !roles.includes(role as ProcessRole));
  if (unknown.length > 0) {
    throw new ConfigError(`PARLEY_ROLES knows ${roles.join(', ')}, not "${unknown.join(', ')}".`);
  }
  const all = roles.every((role) => wanted.includes(role));
  if (!all && !(env.DATABASE_URL && env.OIDC_ISSUER && env.PARLEY_SECRET)) {
    throw new ConfigError(
      'A process with some of the roles needs shared engines: set DATABASE_URL, OIDC_ISSUER and PARLEY_SECRET.',
    );
  }
  const mailFrom = mailAddress(
    'MAIL_FROM',
    env.SMTP_URL ? required(env, 'MAIL_FROM') : env.MAIL_FROM || undefined,
  );
  return {
    port,
    publicUrl: publicUrl(env, port),
    isProduction: env.NODE_ENV === 'production',
    trustedProxies: trustedProxies(env.TRUSTED_PROXIES ?? '0'),
    roles: wanted as ProcessRole[],
    dataDir: resolve(env.PARLEY_DATA ?? '.parley'),
    databaseUrl: databaseUrl(env.DATABASE_URL),
    eventStoreUrl: env.EVENTSTORE_URL || undefined,
    kafka: env.KAFKA_BROKERS ? kafkaSettings(env, env.KAFKA_BROKERS) : undefined,
    oidc: oidcSettings(env),
    marketingUrl: webAddress(env, 'MARKETING_URL'),
    secret: env.PARLEY_SECRET,
    s3: s3Settings(env),
    smtpUrl: smtpUrl(env.SMTP_URL),
    smtpPlacesPerAddress: smtpPlaces(env.PARLEY_SMTP_PLACES_PER_ADDRESS ?? '10'),
    smtpPort: env.PARLEY_SMTP_PORT ? portNumber(env, 'PARLEY_SMTP_PORT') : undefined,
    smtpTls: smtpTls(env),
    mailFrom,
    supportMail: env.SUPPORT_MAIL ? mailAddress('SUPPORT_MAIL', env.SUPPORT_MAIL) : mailFrom,
    salesMail: env.SALES_MAIL ? mailAddress('SALES_MAIL', env.SALES_MAIL) : mailFrom,
    frontendApiKey: env.PARLEY_FRONTEND_API_KEY ?? 'parley-web',
    limits: limits(env),
    webhookLimit: 3 * 1024 * 1024,
    webhookAllowedHosts: list(env.WEBHOOK_ALLOWED_HOSTS),
    appsAllowedHosts: list(env.APPS_ALLOWED_HOSTS),
    appsCatalogue: env.PARLEY_APPS_CATALOGUE ? list(env.PARLEY_APPS_CATALOGUE) : undefined,
    appsCatalogueKey: env.PARLEY_APPS_CATALOGUE_KEY || undefined,
    assistantAllowedHosts: list(env.ASSISTANT_ALLOWED_HOSTS),
    demoGraphUrl: webAddress(env, 'PARLEY_DEMO_GRAPH_URL'),
    metaSignup: metaSignup(env),
    pushServices: origins(env, 'PARLEY_PUSH_SERVICES'),
    birdSignupUrl: webAddress(env, 'BIRD_SIGNUP_URL'),
    operatorPort: env.PARLEY_OPERATOR_PORT ? portNumber(env, 'PARLEY_OPERATOR_PORT') : undefined,
    operatorToken: operatorToken(env.PARLEY_OPERATOR_TOKEN),
    tracing: tracingSettings(env, wanted as ProcessRole[]),
    demoDoubles: isSwitchedOn(env, 'PARLEY_DEMO_DOUBLES'),
    demoConversations: isSwitchedOn(env, 'PARLEY_DEMO_CONVERSATIONS'),
  };
}

/** Maximum number of connections to the SMTP server of one process. */
export const MAX_SMTP_CLIENTS = 100;

function portNumber(env: NodeJS.ProcessEnv, name: string, ifAbsent?: string): number {
  const text = env[name] ?? ifAbsent;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new ConfigError(`${name} must be a port number, not "${text}".`);
}

function oidcSettings(env: NodeJS.ProcessEnv): Config['oidc'] {
  const issuer = webAddress(env, 'OIDC_ISSUER');
  if (!issuer) return undefined;
  return {
    issuer,
    clientId: required(env, 'OIDC_CLIENT_ID'),
    clientSecret: required(env, 'OIDC_CLIENT_SECRET'),
  };
}

function s3Settings(env: NodeJS.ProcessEnv): Config['s3'] {
  const endpoint = webAddress(env, 'S3_ENDPOINT');
  if (!endpoint) return undefined;
  return {
    endpoint,
    bucket: required(env, 'S3_BUCKET'),
    region: env.S3_REGION ?? 'us-east-1',
    accessKeyId: required(env, 'S3_ACCESS_KEY_ID'),
    secretAccessKey: required(env, 'S3_SECRET_ACCESS_KEY'),
  };
}

function metaSignup(env: NodeJS.ProcessEnv): MetaSignup | undefined {
  if (!env.META_APP_ID) return undefined;
  return {
    appId: env.META_APP_ID,
    appSecret: required(env, 'META_APP_SECRET'),
    configId: required(env, 'META_SIGNUP_CONFIG_ID'),
    sdkUrl: webAddress(env, 'META_SDK_URL') ?? 'https://connect.facebook.net/en_US/sdk.js',
    pageOrigin: webAddress(env, 'META_PAGE_ORIGIN') ?? 'https://www.facebook.com',
    graphUrl: webAddress(env, 'META_GRAPH_URL') ?? null,
  };
}

/** Normalised, so that two spellings of an address are equal, and without a trailing slash. */
function publicUrl(env: NodeJS.ProcessEnv, port: number): string {
  return new URL(webAddress(env, 'PUBLIC_URL') ?? `http://localhost:${port}`).origin;
}

function operatorToken(token: string | undefined): string | undefined {
  if (!token) return undefined;
  if (/^[\x21-\x7e]{16,256}$/.test(token)) return token;
  // The error does not contain the value, which is a secret.
  throw new ConfigError('PARLEY_OPERATOR_TOKEN must have 16 to 256 characters, without spaces.');
}

function tracingSettings(env: NodeJS.ProcessEnv, processRoles: ProcessRole[]): TracingSettings | undefined {
  if (!webAddress(env, 'OTEL_EXPORTER_OTLP_ENDPOINT')) return undefined;
  const ratio = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 0.1);
  if (!(ratio >= 0 && ratio <= 1)) {
    throw new ConfigError(
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${env.OTEL_TRACES_SAMPLER_ARG}".`,
    );
  }
  return { serviceName: env.OTEL_SERVICE_NAME ?? 'parley', roles: processRoles, ratio };
}

function limits(env: NodeJS.ProcessEnv): Limits {
  try {
    return readLimits(env);
  } catch (error) {
    throw error instanceof LimitInvalid ? new ConfigError(error.message) : error;
  }
}

function trustedProxies(text: string): TrustedProxies {
  const trusted = parseTrustedProxies(text);
  if (trusted !== null) return trusted;
  throw new ConfigError(`TRUSTED_PROXIES is a number of proxies or their networks, not "${text}".`);
}

function smtpPlaces(text: string): number {
  const places = Number(text);
  if (Number.isInteger(places) && places >= 1 && places <= MAX_SMTP_CLIENTS) return places;
  throw new ConfigError(
    `PARLEY_SMTP_PLACES_PER_ADDRESS must be a number from 1 to ${MAX_SMTP_CLIENTS}, not "${text}".`,
  );
}

function smtpTls(env: NodeJS.ProcessEnv): Config['smtpTls'] {
  const key = pemFile('PARLEY_SMTP_TLS_KEY', env.PARLEY_SMTP_TLS_KEY);
  const cert = pemFile('PARLEY_SMTP_TLS_CERT', env.PARLEY_SMTP_TLS_CERT);
  return key && cert ? { key, cert } : undefined;
}

const mechanisms = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

function kafkaSettings(env: NodeJS.ProcessEnv, brokers: string): KafkaSettings {
  const { KAFKA_TLS_CA: ca, KAFKA_TLS_CERT: cert, KAFKA_TLS_KEY: key } = env;
  const wanted = env.KAFKA_SASL_MECHANISM?.toLowerCase();
  const mechanism = mechanisms.find((known) => known === wanted);
  if (wanted && !mechanism) {
    throw new ConfigError(`KAFKA_SASL_MECHANISM knows ${mechanisms.join(', ')}, not "${wanted}".`);
  }
  return {
    brokers: brokers.split(',').map((broker) => brokerAddress(broker.trim())),
    prefix: env.KAFKA_PREFIX ?? '',
    tls:
      isOn(env, 'KAFKA_TLS') || ca || cert
        ? {
            ca: pemFile('KAFKA_TLS_CA', ca),
            cert: pemFile('KAFKA_TLS_CERT', cert),
            key: pemFile('KAFKA_TLS_KEY', key),
          }
        : undefined,
    sasl: mechanism && {
      mechanism,
      username: required(env, 'KAFKA_USERNAME'),
      password: required(env, 'KAFKA_PASSWORD'),
    },
  };
}

function brokerAddress(broker: string): string {
  if (/^[^\s/@:]+:\d{1,5}$/.test(broker) || /^\[[\da-f:]+\]:\d{1,5}$/i.test(broker)) return broker;
  throw new ConfigError('KAFKA_BROKERS must be like one.example:9092,two.example:9092.');
}

function smtpUrl(url: string | undefined): string | undefined {
  if (!url) return undefined;
  if (!/^smtps?:$/.test(parseUrl(url)?.protocol ?? '')) {
    // The error does not contain the value, which may have a password.
    throw new ConfigError('SMTP_URL must be an address like smtps://user:password@mail.example:465.');
  }
  return url;
}

/** Accepts `Parley <parley@example.org>` or the address alone. */
function mailAddress(name: string, value = 'Parley <parley@localhost>'): string {
  if (!/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/.test(value)) {
    throw new ConfigError(`${name} must be an address like Parley <parley@example.org>, not "${value}".`);
  }
  return value;
}

/** Splits a comma-separated list. */
function list(text = ''): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);
}

function isOn(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = env[name] ?? 'false';
  if (value !== 'true' && value !== 'false')
    throw new ConfigError(`${name} is true or false, not "${value}".`);
  return value === 'true';
}

function isSwitchedOn(env: NodeJS.ProcessEnv, name: string): boolean {
  const value = env[name] || 'off';
  if (value !== 'on' && value !== 'off') throw new ConfigError(`${name} is on or off, not "${value}".`);
  return value === 'on';
}

function pemFile(name: string, path: string | undefined): string | undefined {
  if (!path) return undefined;
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(
      `${name} cannot be read: ${error instanceof Error ? error.message : String(error)}.`,
    );
  }
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name];
  if (!value) throw new ConfigError(`${name} is missing.`);
  return value;
}
