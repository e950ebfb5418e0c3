import { randomUUID } from 'node:crypto';
import type { ContactEvent, RecordedEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contactsView } from './contacts.projector';
import { ContactQueries } from './contacts.queries';

const customerId = randomUUID();
let database: TestDatabase;
let contacts: ContactQueries;

beforeAll(async () => {
  database = await testDatabase();
  await database.transaction(async (tx) => {
    await tx.query('create schema contacts; set local search_path to contacts');
    await tx.query(contactsView.ddl);
  });
  contacts = new ContactQueries(database);
});
afterAll(() => database.drop());

test('a contact shows what was told of them, in one batch or in several', async () => {
  const [together, apart] = [randomUUID(), randomUUID()];
  const story = (id: string) => [
    recorded(id, registered({ name: 'Ana', phone: '+34612345678' })),
    recorded(id, { type: 'ContactConversationStarted', data: { channelId: id, conversationId: id } }),
    recorded(id, identified({ bsuid: 'ES.1', email: 'ana@example.org' })),
  ];
  await project(story(together));
  for (const event of story(apart)) await project([event]);
  for (const id of [together, apart]) {
    expect(await contacts.find(customerId, id)).toEqual({
      id,
      name: 'Ana',
      phone: '+34612345678',
      email: 'ana@example.org',
      bsuid: 'ES.1',
      username: null,
      createdAt: '2026-03-01T10:00:00.000Z',
    });
  }
});

test('an erased contact is there without anything personal', async () => {
  const id = randomUUID();
  await project([recorded(id, { type: 'ContactRegistered', data: { subject: id, personal: null } })]);
  expect(await contacts.find(customerId, id)).toMatchObject({ id, name: null, phone: null, bsuid: null });
});

test('a foreign organisation does not find a contact', async () => {
  const id = randomUUID();
  await project([recorded(id, registered({ name: 'Ana' }))]);
  await expect(contacts.find(randomUUID(), id)).rejects.toThrow(NotFound);
});

function registered(personal: { name: string; phone?: string }): ContactEvent {
  return { type: 'ContactRegistered', data: { subject: 'ana', personal } };
}

function identified(personal: { bsuid: string; email: string }): ContactEvent {
  return { type: 'ContactIdentified', data: { subject: 'ana', personal } };
}

async function project(events: RecordedEvent[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('set local search_path to contacts');
    await contactsView.project(events, tx);
  });
}

let position = 0;
function recorded(id: string, event: ContactEvent): RecordedEvent {
  return {
    ...event,
    id: randomUUID(),
    stream: `contact-${id}`,
    version: 0,
    position: String(++position).padStart(20, '0'),
    schemaVersion: 1,
    customerId,
    actor: { type: 'contact', id },
    correlationId: randomUUID(),
    causationId: randomUUID(),
    time: '2026-03-01T10:00:00.000Z',
  };
}
