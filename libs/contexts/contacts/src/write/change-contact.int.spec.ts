import { randomUUID } from 'node:crypto';
import type { ContactDetails } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { MasterKey } from '@parley/platform/security/master-key';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contact, ToContact } from '../domain/contact';
import type { ContactQueries } from '../read/contacts.queries';
import { ChangeContact, type ContactChanges } from './change-contact';
import { IdentifyContact } from './identify-contact';

let database: TestDatabase;
let store: PostgresEventStore;
let aggregates: Aggregates;
let contacts: IdentifyContact;
let changing: ChangeContact;
let customerId: string;

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100]);
  store = await PostgresEventStore.open(database);
  aggregates = new Aggregates(store);
  const claims = new Claims(aggregates, new MasterKey('a secret that is long enough for tests'));
  const commands = busOf(aggregates, ToContact);
  contacts = new IdentifyContact(commands, aggregates, claims);
  changing = new ChangeContact(commands, aggregates, claims, ofThemselves);
});
let home: string | null = null;
/** A view in which no contact is merged. */
const ofThemselves = {
  ownerOfMetadata: (id: string) => Promise.resolve(id),
  homeCountry: () => Promise.resolve(home),
} as unknown as ContactQueries;

beforeEach(() => {
  customerId = randomUUID();
});
afterAll(async () => {
  await store.close();
  await database.drop();
});

const context = () =>
  requestedBy({ userId: 'tom', customerId }, { commandId: randomUUID(), now: '2026-03-01T10:00:00.000Z' });

async function somebody(value = `instagram-${randomUUID()}`): Promise<string> {
  const aliases = [{ kind: 'external', value } as const];
  const profile = { name: 'Ana' };
  const found = await contacts.identify({ aliases, profile, newContactId: randomUUID(), context: context() });
  return found.contactId;
}

const change = (contactId: string, details: ContactDetails, metadata: ContactChanges['metadata'] = []) =>
  changing.change(contactId, { details, metadata }, context());

async function stateOf(contactId: string) {
  return (await aggregates.load(contact, 'contact', contactId, customerId)).state;
}

test('a contact owns an address that a user entered: a channel that knows the address finds the contact', async () => {
  const ana = await somebody();
  await change(ana, { phone: '0034 612 345 678', email: ' Ana@Example.org' });
  expect((await stateOf(ana)).profile).toMatchObject({ phone: '+34612345678', email: 'Ana@Example.org' });
  for (const alias of [
    { kind: 'phone', value: '34612345678' } as const,
    { kind: 'email', value: 'ana@example.org' } as const,
  ]) {
    const found = await contacts.identify({
      ...{ aliases: [alias], profile: {}, newContactId: randomUUID() },
      context: context(),
    });
    expect(found).toEqual({ contactId: ana });
  }
});

test('refuses a change with an address that another contact has, and claims none of its other addresses', async () => {
  const [ana, ben] = [await somebody(), await somebody()];
  await change(ana, { email: 'ana@example.org' });
  const both = { phone: '+34612345678', email: 'ANA@example.org' };
  await expect(change(ben, both)).rejects.toMatchObject({
    code: 'contact_exists',
    errors: [{ field: 'email', rule: 'unique' }],
  });
  expect((await stateOf(ben)).profile).toEqual({ name: 'Ana' });
  // The phone number of the refused change can still be claimed.
  await change(ana, { phone: both.phone });
  expect((await stateOf(ana)).profile.phone).toBe(both.phone);
});

test('gives an address to only one of twenty contacts that claim it at the same time', async () => {
  const people = await Promise.all(Array.from({ length: 20 }, () => somebody()));
  const results = await Promise.allSettled(people.map((id) => change(id, { phone: '+34612345678' })));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const states = await Promise.all(people.map(stateOf));
  expect(states.filter(({ profile }) => profile.phone)).toHaveLength(1);
});

test('a change that the rules refuse claims no address', async () => {
  const [ana, ben] = [await somebody(), await somebody()];
  await expect(change(ana, { phone: '+34612345678', country: 'Spain' })).rejects.toThrow('contact_invalid');
  await change(ben, { phone: '+34612345678' });
});

test('reads a national phone number by the country of the contact, or else of the organisation', async () => {
  const [ana, ben] = [await somebody(), await somebody()];
  await expect(change(ana, { phone: '0612 34 56 78' })).rejects.toThrow('contact_invalid');
  home = 'NL';
  await change(ana, { phone: '0612 34 56 78' });
  expect((await stateOf(ana)).profile.phone).toBe('+31612345678');
  await change(ben, { phone: '0612 34 56 78', country: 'FR' });
  expect((await stateOf(ben)).profile.phone).toBe('+33612345678');
  home = null;
});

test('contacts of two organisations may have the same address', async () => {
  await change(await somebody(), { phone: '+34612345678' });
  const theirs = await somebody();
  customerId = randomUUID();
  await expect(change(theirs, { phone: '+34612345678' })).rejects.toThrow(NotFound);
  await change(await somebody(), { phone: '+34612345678' });
});

test('drops new metadata without a value, and empties existing metadata', async () => {
  const ana = await somebody();
  await change(ana, {}, [
    { name: 'Frame', value: '54' },
    { name: 'Nothing', value: ' ' },
  ]);
  const [id] = Object.keys((await stateOf(ana)).metadata);
  expect(Object.values((await stateOf(ana)).metadata)).toEqual([{ name: 'Frame', value: '54' }]);
  await change(ana, {}, [{ id: id!, name: 'Frame', value: '' }]);
  expect((await stateOf(ana)).metadata).toEqual({ [id!]: { name: 'Frame', value: '' } });
  await expect(change(ana, {}, [{ id: randomUUID(), name: 'Rim', value: '28' }])).rejects.toThrow(NotFound);
});

test('changing a field to its present value records nothing', async () => {
  const ana = await somebody();
  await change(ana, { company: 'Ruiz' });
  expect(await change(ana, { company: 'Ruiz ' })).toEqual({ position: null });
});
