import Ajv from 'ajv/dist/2020';
import { examples } from '@parley/contracts/events/golden/examples';
import type { Fact, RecordedEvent } from '@parley/contracts/events';
import { id } from '@parley/testing/event-sourcing/history';
import { catalogue, publicPrefixes } from './catalogue';
import { exampleOf, MAX_PAYLOAD_SIZE, payloadOf, schemaOf, type Payload } from './payload';
import type { About, PublicEvent } from './public-event';

const about: About = { conversationId: id('chat'), contactId: id('contact'), channelId: id('channel') };
const apiUrl = 'https://parley.example';

function recorded(known: PublicEvent, data: unknown): RecordedEvent {
  const category = known.name.slice(0, known.name.indexOf('::')).replace('chat', 'conversation');
  return {
    ...{
      id: id('event'),
      stream: `${category}-${id('stream')}`,
      version: 0,
      position: '1',
      schemaVersion: 1,
    },
    ...{ type: known.fact, data, customerId: id('customer'), correlationId: id('secret correlation') },
    ...{ actor: { type: 'contact', id: 'secret actor' }, causationId: id('secret cause'), ip: '192.0.2.1' },
    time: '2026-11-23T10:00:00.000Z',
  };
}

const facts = catalogue.flatMap((known) =>
  (examples[known.fact] as Fact['data'][]).map((data) => ({ known, event: recorded(known, data) })),
);
const written = (payload: 'full' | 'thin') =>
  facts.map(({ known, event }) => ({
    known,
    body: JSON.parse(payloadOf(known, event, about, { payload, apiUrl })) as Payload,
  }));

const ajv = new Ajv({ strict: true, allowUnionTypes: true, validateFormats: false });
const validators = new Map(catalogue.map((known) => [known.name, ajv.compile(schemaOf(known))]));

describe('the catalogue of public events', () => {
  it('the catalogue lists each name and each event type once, and reads exactly the streams that contain them', () => {
    expect(new Set(catalogue.map(({ name }) => name)).size).toBe(catalogue.length);
    expect(new Set(catalogue.map(({ fact }) => fact)).size).toBe(catalogue.length);
    const prefixes = facts.map(({ event }) => event.stream.slice(0, event.stream.indexOf('-') + 1));
    expect([...new Set(prefixes)].sort()).toEqual(publicPrefixes);
  });

  it.each(['full', 'thin'] as const)(
    'the catalogue has for every event an example that matches its schema, with %s payloads',
    (payload) => {
      const faults = written(payload).flatMap(({ known, body }) => {
        const validate = validators.get(known.name)!;
        return validate(body) ? [] : [`${known.name}: ${JSON.stringify(validate.errors)}`];
      });
      expect(faults).toEqual([]);
    },
  );

  it('the catalogue has an example of each event that its schema accepts', () => {
    for (const known of catalogue) {
      const validate = validators.get(known.name)!;
      expect([known.name, validate(exampleOf(known)), validate.errors]).toEqual([known.name, true, null]);
    }
  });

  it('the catalogue contains no internal or provider data: no keys, paths, addresses or causes', () => {
    const text = JSON.stringify(written('full'));
    for (const word of [
      'externalId',
      'clientKey',
      'mediaId',
      '"path"',
      'sha256',
      'aliasId',
      'subject',
      '192.0.2.1',
    ])
      expect(text).not.toContain(word);
    for (const word of ['secret correlation', 'secret cause']) expect(text).not.toContain(id(word));
    expect(text).not.toContain('secret actor');
  });

  it('the catalogue leaves names and texts of persons out of thin payloads', () => {
    const text = JSON.stringify(written('thin').map(({ body }) => body.data));
    for (const field of ['content"', 'profile', 'emoji', '"text":']) expect(text).not.toContain(field);
    expect(text).toContain(about.contactId);
  });

  it('a payload has a link in place of content that exceeds the maximum size', () => {
    const known = catalogue.find(({ name }) => name === 'message::received')!;
    const data = {
      ...(examples.MessageReceived[0] as object),
      personal: {
        externalId: 'x',
        content: { type: 'text', text: 'é'.repeat(MAX_PAYLOAD_SIZE) },
        context: {},
      },
    };
    const body = payloadOf(known, recorded(known, data), about, { payload: 'full', apiUrl });
    expect(Buffer.byteLength(body)).toBeLessThan(2_000);
    expect(JSON.parse(body)).toMatchObject({
      data: { content: null, chatId: about.conversationId },
      link: `${apiUrl}/api/v3/messaging-chats/${about.conversationId}`,
    });
  });
});
