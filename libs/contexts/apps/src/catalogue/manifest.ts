import Ajv from 'ajv';
import {
  appPlaces,
  appScopes,
  appSettingTypes,
  MAX_APP_NAME_LENGTH,
  MAX_APP_SETTINGS,
  type AppManifest,
} from '@parley/contracts/api/apps';

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const inLanguages = (maxLength: number) => ({
  type: 'object',
  additionalProperties: false,
  required: ['en', 'es', 'nl'],
  properties: { en: text(maxLength), es: text(maxLength), nl: text(maxLength) },
});
const file = { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,40}\\.html$' };
const url = { type: 'string', maxLength: 500, pattern: '^(https?://|\\{\\{setting\\.)' };
const scopes = {
  type: 'array',
  maxItems: appScopes.length,
  uniqueItems: true,
  items: { enum: [...appScopes] },
};

/** JSON Schema of a manifest. */
export const manifestSchema = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  additionalProperties: false,
  required: [
    ...['packageName', 'name', 'version', 'publisher', 'description', 'places', 'settings', 'hosts'],
    ...['scopes', 'optionalScopes', 'features'],
  ],
  properties: {
    packageName: { type: 'string', pattern: '^[a-z][a-z0-9-]{0,59}$' },
    name: text(MAX_APP_NAME_LENGTH),
    version: { type: 'string', pattern: '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$' },
    publisher: text(60),
    description: inLanguages(600),
    places: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(appPlaces.map((place) => [place, file])),
    },
    settings: {
      type: 'array',
      maxItems: MAX_APP_SETTINGS,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'type', 'label'],
        properties: {
          name: { type: 'string', pattern: '^(?!active$)[a-zA-Z][a-zA-Z0-9]{0,39}$' },
          type: { enum: [...appSettingTypes] },
          label: inLanguages(80),
          hint: inLanguages(200),
          required: { type: 'boolean' },
          options: { type: 'array', minItems: 1, maxItems: 50, items: text(80) },
        },
      },
    },
    hosts: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'string',
        pattern: '^(\\{\\{setting\\.[a-zA-Z][a-zA-Z0-9]{0,39}\\}\\}|[a-z0-9.-]{1,253}(:\\d{1,5})?)$',
      },
    },
    scopes,
    optionalScopes: scopes,
    features: {
      type: 'array',
      maxItems: 50,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['name', 'enabled'],
        properties: { name: text(60), enabled: { type: 'boolean' } },
      },
    },
    test: {
      type: 'object',
      additionalProperties: false,
      required: ['url'],
      properties: {
        url,
        headers: { type: 'object', maxProperties: 10, additionalProperties: text(500) },
      },
    },
    insights: url,
    connect: {
      type: 'object',
      additionalProperties: false,
      required: ['service', 'authorizeUrl', 'tokenUrl', 'clientId', 'scopes'],
      properties: {
        service: text(40),
        authorizeUrl: url,
        tokenUrl: url,
        clientId: text(500),
        clientSecret: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9]{0,39}$' },
        scopes: {
          type: 'array',
          maxItems: 50,
          uniqueItems: true,
          items: { type: 'string', pattern: '^[\\x21\\x23-\\x5b\\x5d-\\x7e]{1,200}$' },
        },
        account: {
          type: 'object',
          additionalProperties: false,
          required: ['url', 'field'],
          properties: { url, field: text(60) },
        },
      },
    },
    background: {
      type: 'object',
      additionalProperties: false,
      required: ['url', 'events', 'secret'],
      properties: {
        url,
        events: {
          type: 'array',
          minItems: 1,
          maxItems: 50,
          uniqueItems: true,
          items: { type: 'string', pattern: '^[a-z_-]{1,40}::[a-z_]{1,40}$' },
        },
        payload: { enum: ['full', 'thin'] },
        secret: { type: 'string', pattern: '^[a-zA-Z][a-zA-Z0-9]{0,39}$' },
      },
    },
  },
} as const;

const validate = new Ajv({ allErrors: true }).compile<AppManifest>(manifestSchema);

/**
 * Parses and validates a manifest.
 * @throws Error with the place and the kind of the first problem
 */
export function readManifest(json: string): AppManifest {
  const manifest: unknown = JSON.parse(json);
  if (validate(manifest)) return manifest;
  const [first] = validate.errors ?? [];
  throw new Error(`manifest${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}`);
}

/** Compares two versions; the result is below 0 if the first is older. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number));
  return a!.map((part, index) => part - b![index]!).find((difference) => difference !== 0) ?? 0;
}
