import { randomUUID } from 'node:crypto';
import type { ContactEvent, ContactProfile, LabelEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { History } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { contactsView } from './contacts.projector';
import { ContactQueries } from './contacts.queries';

let database: TestDatabase;
let contacts: ContactQueries;

beforeAll(async () => {
  database = await testDatabase();
  await installView(database, contactsView);
  contacts = new ContactQueries(database);
});
afterAll(() => database.drop());

test('a contact shows what was told of them, in one batch or in several', async () => {
  for (const batchSize of [1, 100]) {
    const contactId = randomUUID();
    const history = historyOf(contactId, [
      { type: 'ContactRegistered', data: of(contactId, { name: 'Ana', phone: '+34612345678' }) },
      { type: 'ContactConversationStarted', data: { channelId: contactId, conversationId: contactId } },
      { type: 'ContactIdentified', data: of(contactId, { bsuid: 'ES.1', email: 'ana@example.org' }) },
    ]);
    expect(await project(database, contactsView, history.events, { batchSize })).toEqual([]);
    expect(await contacts.find(history.customerId, contactId)).toEqual({
      id: contactId,
      name: 'Ana',
      phone: '+34612345678',
      email: 'ana@example.org',
      bsuid: 'ES.1',
      username: null,
      labelIds: [],
      createdAt: history.events[0]?.time,
    });
  }
});

test('a contact shows the labels that they bear, by what these stand for now', async () => {
  const contactId = randomUUID();
  const [gold, vip, old] = [randomUUID(), randomUUID(), randomUUID()];
  const history = new History<ContactEvent | LabelEvent>();
  for (const labelId of [gold, vip, old]) {
    history.add(`label-${labelId}`, { type: 'LabelCreated', data: { name: labelId, colour: '#c92a2a' } });
  }
  history.add(`contact-${contactId}`, { type: 'ContactRegistered', data: of(contactId, { name: 'Ana' }) });
  for (const labelId of [old, gold]) {
    history.add(`contact-${contactId}`, { type: 'ContactLabelled', data: { labelId } });
  }
  history.add(`label-${gold}`, { type: 'LabelMerged', data: { intoId: vip } });
  history.add(`label-${old}`, { type: 'LabelDeleted', data: {} });
  await project(database, contactsView, history.events);
  expect((await contacts.find(history.customerId, contactId)).labelIds).toEqual([vip]);
  expect(await contacts.idsOfLabel(history.customerId, gold)).toEqual([vip, gold]);
  await expect(contacts.idsOfLabel(history.customerId, old)).rejects.toThrow(NotFound);
  await expect(contacts.idsOfLabel(randomUUID(), vip)).rejects.toThrow(NotFound);
});

test('an erased contact is there without anything personal', async () => {
  const contactId = randomUUID();
  const history = historyOf(contactId, [{ type: 'ContactRegistered', data: of(contactId, null) }]);
  await project(database, contactsView, history.events);
  const found = await contacts.find(history.customerId, contactId);
  expect(found).toMatchObject({ id: contactId, name: null, phone: null, bsuid: null });
});

test('a foreign organisation does not find a contact', async () => {
  const contactId = randomUUID();
  const history = historyOf(contactId, [{ type: 'ContactRegistered', data: of(contactId, { name: 'Ana' }) }]);
  await project(database, contactsView, history.events);
  await expect(contacts.find(randomUUID(), contactId)).rejects.toThrow(NotFound);
});

function of(subject: string, personal: ContactProfile | null) {
  return { subject, personal };
}

function historyOf(contactId: string, facts: ContactEvent[]): History<ContactEvent> {
  const history = new History<ContactEvent>();
  for (const fact of facts) history.add(`contact-${contactId}`, fact);
  return history;
}
