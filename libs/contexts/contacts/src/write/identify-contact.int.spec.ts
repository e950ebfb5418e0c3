import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { MasterKey } from '@parley/platform/security/master-key';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contact, ToContact } from '../domain/contact';
import { IdentifyContact } from './identify-contact';

let database: TestDatabase;
let store: PostgresEventStore;
let contacts: IdentifyContact;
let customerId: string;

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100]);
  store = await PostgresEventStore.open(database);
  contacts = overStore(store);
});
beforeEach(() => {
  customerId = randomUUID();
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const phone = { kind: 'phone', value: '+34612345678' } as const;
const bsuid = { kind: 'bsuid', value: 'ES.1182' } as const;

test('twenty concurrent payloads of one person create one contact', async () => {
  const found = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      // Reverses the ids in every second payload, because providers may list them in any order.
      identify(index % 2 ? [phone, bsuid] : [bsuid, phone], { name: 'Ana' }),
    ),
  );
  const ids = new Set(found.map(({ contactId }) => contactId));
  expect(ids.size).toBe(1);
  expect(await types()).toEqual(['AliasClaimed', 'AliasClaimed', 'ContactRegistered']);
  for (const alias of [phone, bsuid]) expect(ids).toContain((await identify([alias])).contactId);
});

test('matches a phone in any notation and an e-mail in any case', async () => {
  const { contactId } = await identify([phone, { kind: 'email', value: ' Ana@Example.org' }]);
  expect(await identify([{ kind: 'phone', value: '34 612-345-678' }])).toEqual({ contactId });
  expect(await identify([{ kind: 'email', value: 'ana@example.ORG' }])).toEqual({ contactId });
});

test('the same phone in another organisation identifies another contact', async () => {
  const { contactId } = await identify([phone]);
  customerId = randomUUID();
  expect((await identify([phone])).contactId).not.toBe(contactId);
});

test('claims a second alias for the contact that the first alias identifies', async () => {
  const { contactId } = await identify([phone]);
  expect(await identify([bsuid, phone])).toEqual({ contactId });
  expect(await identify([bsuid])).toEqual({ contactId });
});

test('leaves an alias with the contact that owns it', async () => {
  const ana = await identify([bsuid]);
  const ben = await identify([phone]);
  expect(await identify([phone, bsuid])).toEqual(ana);
  expect(await identify([phone])).toEqual(ben);
});

test('the same id on another page identifies another person', async () => {
  const of = (page: string) => ({ kind: 'external', scope: `messenger/${page}`, value: '24011987' }) as const;
  const ana = await identify([of('1')]);
  const ben = await identify([of('2')]);
  expect(ben).not.toEqual(ana);
  expect(await identify([of('1')])).toEqual(ana);
  expect(await contacts.find([of('2')], customerId)).toBe(ben.contactId);
  expect(await contacts.find([of('3')], customerId)).toBeNull();
});

test('requests the profile from the provider until the contact has a name', async () => {
  let asked = 0;
  const describe = (name?: string) => () => Promise.resolve((asked++, { name }));
  const payload = { aliases: [bsuid], profile: {}, newContactId: randomUUID() };
  for (const name of [undefined, 'Ana', 'Another']) {
    await contacts.identify({ ...payload, context: contextOf(), describe: describe(name) });
  }
  expect(asked).toBe(2);
  const facts = (await events()).filter((event) => event.stream.startsWith('contact-'));
  expect(facts.at(-1)).toMatchObject({ type: 'ContactIdentified', data: { personal: { name: 'Ana' } } });
});

test('records a field that a channel sends later, only once', async () => {
  await identify([bsuid], { name: 'Ana' });
  await identify([bsuid], { name: 'Ana R.', phone: '+34612345678' });
  await identify([bsuid], { phone: '+34612345678' });
  const facts = (await events()).filter((event) => event.stream.startsWith('contact-'));
  expect(facts.map(({ type, data }) => [type, (data as { personal: unknown }).personal])).toEqual([
    ['ContactRegistered', { name: 'Ana' }],
    ['ContactIdentified', { phone: '+34612345678' }],
  ]);
});

test('a payload that is delivered eight times at once creates one contact, although each delivery brings a new id', async () => {
  const context = contextOf();
  const found = await Promise.all(
    Array.from({ length: 8 }, () => identify([bsuid, phone], { name: 'Ana' }, context)),
  );
  expect(new Set(found.map(({ contactId }) => contactId)).size).toBe(1);
});

test.each([1, 2])(
  'the next payload completes a registration that crashed after %i appends',
  async (appends) => {
    const crashing = overStore(stoppingAfter(appends));
    const attempt = { aliases: [bsuid, phone], profile: { name: 'Ana' }, newContactId: randomUUID() };
    await expect(crashing.identify({ ...attempt, context: contextOf() })).rejects.toThrow('crash');
    expect(await types()).toHaveLength(appends);

    expect(await identify([phone, bsuid], { name: 'Ana' })).toEqual({ contactId: attempt.newContactId });
    expect(await types()).toEqual(['AliasClaimed', 'AliasClaimed', 'ContactRegistered']);
  },
);

test('an erased person who writes again is a new contact, even if their claims were not released', async () => {
  const { contactId } = await identify([bsuid, phone], { name: 'Ana' });
  await new Aggregates(store).execute(contact, 'contact', {
    id: contactId,
    command: { type: 'Erase' },
    context: contextOf(),
  });
  const again = await identify([phone], { name: 'Ana' });
  expect(again.contactId).not.toBe(contactId);
  expect(await identify([phone])).toEqual(again);
  expect((await identify([bsuid, phone])).contactId).toBe(again.contactId);
});

test('rejects a payload without a usable alias', async () => {
  const nothing = identify([{ kind: 'phone', value: 'unknown' }]);
  await expect(nothing).rejects.toThrow(new Rejected('alias_missing'));
});

test('concurrent starts of conversations leave a contact one current conversation on a channel', async () => {
  const { contactId } = await identify([phone]);
  const channelId = randomUUID();
  const context = contextOf();
  const started = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      contacts.currentConversation({
        contactId,
        channelId,
        newConversationId: randomUUID(),
        // Every second start repeats the same command.
        context: index % 2 ? context : contextOf(),
      }),
    ),
  );
  expect(new Set(started.map(({ conversationId }) => conversationId)).size).toBe(1);
  expect((await types()).filter((type) => type === 'ContactConversationStarted')).toHaveLength(1);
});

test('the same command may start conversations on two channels', async () => {
  const context = contextOf();
  const { contactId } = await identify([phone], {}, context);
  for (const channelId of [randomUUID(), randomUUID()]) {
    const newConversationId = randomUUID();
    const started = await contacts.currentConversation({ contactId, channelId, newConversationId, context });
    expect(started).toEqual({ conversationId: newConversationId });
  }
});

function identify(
  aliases: Parameters<IdentifyContact['identify']>[0]['aliases'],
  profile: Parameters<IdentifyContact['identify']>[0]['profile'] = {},
  context = contextOf(),
) {
  return contacts.identify({ aliases, profile, newContactId: randomUUID(), context });
}

function contextOf(): CommandContext {
  return {
    commandId: randomUUID(),
    customerId,
    actor: { type: 'system', id: 'worker' },
    correlationId: randomUUID(),
    causationId: randomUUID(),
    now: '2026-03-01T10:00:00.000Z',
  };
}

function overStore(used: EventStore): IdentifyContact {
  const aggregates = new Aggregates(used);
  const masterKey = new MasterKey('a secret that is long enough for tests');
  const commands = busOf(aggregates, ToContact);
  return new IdentifyContact(commands, aggregates, new Claims(aggregates, masterKey));
}

/** A store that fails after `appends` appends, like that of a process that dies. */
function stoppingAfter(appends: number): EventStore {
  let left = appends;
  return new Proxy<EventStore>(store, {
    get(target, name: keyof EventStore) {
      if (name === 'append' && left-- <= 0) return () => Promise.reject(new Error('crash'));
      const value: unknown = target[name];
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** This organisation's events, in the order of the log. */
async function events(): Promise<RecordedEvent[]> {
  const head = await store.head();
  const stop = new AbortController();
  const found: RecordedEvent[] = [];
  for await (const batch of store.subscribeAll({ prefixes: ['claim-', 'contact-'], signal: stop.signal })) {
    found.push(...batch.events.filter((event) => event.customerId === customerId));
    if (head === null || batch.checkpoint >= head) stop.abort();
  }
  return found;
}

async function types(): Promise<string[]> {
  return (await events()).map(({ type }) => type);
}
