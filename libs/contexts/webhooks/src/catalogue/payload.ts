import type { Actor, RecordedEvent, WebhookPayload } from '@parley/contracts/events';
import { TEST_EVENT } from './catalogue';
import type { About, PublicEvent } from './public-event';

/** Maximum size of a delivery in bytes. */
export const MAX_PAYLOAD_SIZE = 256 * 1024;

/** Body of a delivery; `type`, `timestamp` and `data` follow Standard Webhooks. */
export interface Payload {
  /** Id of the event, also sent as the header `webhook-id`. */
  id: string;
  type: string;
  version: number;
  /** Time of the event, ISO 8601 UTC. */
  timestamp: string;
  actor: { type: Actor['type']; id: string | null } | null;
  data: Record<string, unknown>;
  /** URL of the API for content that was too large to be sent. */
  link?: string;
}

/**
 * The body of a delivery, with the declared fields of the event only. If the body exceeds `MAX_PAYLOAD_SIZE`, its
 * personal fields are null and `link` leads to them.
 * @param apiUrl base URL of the API, without a trailing slash
 */
export function payloadOf(
  known: PublicEvent,
  event: RecordedEvent,
  about: About,
  { payload, apiUrl }: { payload: WebhookPayload; apiUrl: string },
): string {
  const all = known.data(event, about);
  const names = Object.keys(known.fields).filter(
    (name) => payload === 'full' || !known.fields[name]?.isPersonal,
  );
  const body: Payload = {
    ...{ id: event.id, type: known.name, version: known.version, timestamp: event.time },
    actor: actorOf(event.actor),
    data: Object.fromEntries(names.map((name) => [name, all[name] ?? null])),
  };
  const written = JSON.stringify(body);
  if (Buffer.byteLength(written) <= MAX_PAYLOAD_SIZE) return written;
  const data = Object.fromEntries(
    Object.entries(body.data).map(([name, value]) => [name, known.fields[name]?.isPersonal ? null : value]),
  );
  const { conversationId } = about;
  const link = conversationId ? `${apiUrl}/api/v3/messaging-chats/${conversationId}` : apiUrl;
  return JSON.stringify({ ...body, data, link });
}

export function testPayload(id: string, timestamp: string): string {
  return JSON.stringify({
    id,
    type: TEST_EVENT,
    version: 1,
    timestamp,
    actor: null,
    data: {},
  } satisfies Payload);
}

/**
 * Only ids of users and integrations are public: a contact is named in the data, and channels and parts of the
 * product are internal.
 */
function actorOf({ type, id }: Actor): Payload['actor'] {
  return { type, id: type === 'user' || type === 'integration' ? id : null };
}

const example = { id: '6e1f1c1e-6c56-5d3a-9f0a-3f2d2f5b7a10', timestamp: '2026-11-23T10:02:08.120Z' };

/** An example delivery of the event, from the examples of its fields. */
export function exampleOf({ name, version, fields }: PublicEvent): Payload {
  const data = Object.fromEntries(Object.entries(fields).map(([field, its]) => [field, its.example]));
  return { ...example, type: name, version, actor: { type: 'user', id: userId }, data };
}

const userId = '0c0ffee0-0000-4000-8000-000000000004';

/** JSON Schema of the body of a delivery. Personal fields are optional, since thin payloads lack them. */
export function schemaOf({ name, version, fields }: PublicEvent): object {
  const required = Object.keys(fields).filter((field) => !fields[field]?.isPersonal);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    required: ['id', 'type', 'version', 'timestamp', 'actor', 'data'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      type: { const: name },
      version: { const: version },
      timestamp: { type: 'string', format: 'date-time' },
      actor: {
        anyOf: [
          {
            type: 'object',
            required: ['type', 'id'],
            properties: {
              type: { enum: ['user', 'contact', 'integration', 'system'] },
              id: { type: ['string', 'null'] },
            },
            additionalProperties: false,
          },
          { type: 'null' },
        ],
      },
      data: {
        type: 'object',
        required,
        properties: Object.fromEntries(Object.entries(fields).map(([field, { schema }]) => [field, schema])),
        additionalProperties: false,
      },
      link: { type: 'string' },
    },
    additionalProperties: false,
  };
}
