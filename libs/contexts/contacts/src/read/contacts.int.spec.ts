import { randomUUID } from 'node:crypto';
import type {
  ContactEvent,
  ContactProfile,
  ConversationEvent,
  LabelEvent,
  MessageEvent,
} from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { ContactViewer } from '@parley/access-rules/viewer';
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

test('the view shows all recorded fields of a contact, in one batch or in several', async () => {
  for (const batchSize of [1, 100]) {
    const contactId = randomUUID();
    const history = historyOf(contactId, [
      { type: 'ContactRegistered', data: of(contactId, { name: 'Ana', phone: '+34612345678' }) },
      { type: 'ContactConversationStarted', data: { channelId: contactId, conversationId: contactId } },
      { type: 'ContactIdentified', data: of(contactId, { bsuid: 'ES.1', email: 'ana@example.org' }) },
    ]);
    expect(await project(database, contactsView, history.events, { batchSize })).toEqual([]);
    expect(await contacts.find(managerOf(history.customerId), contactId)).toEqual({
      id: contactId,
      name: 'Ana',
      phone: '+34612345678',
      email: 'ana@example.org',
      bsuid: 'ES.1',
      username: null,
      ...nothingWritten,
      labelIds: [],
      isBlocked: false,
      isHighPriority: false,
      isErased: false,
      optIn: { is: false, at: null, byId: null },
      attributes: [],
      merged: [],
      lastSeenAt: null,
      metadata: [],
      internalComments: [],
      createdAt: history.events[0]?.time,
    });
  }
});

test('the view shows the labels of a contact, and for a merged label the label into which it was merged', async () => {
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
  expect((await contacts.find(managerOf(history.customerId), contactId)).labelIds).toEqual([vip]);
  expect(await contacts.idsOfLabel(history.customerId, gold)).toEqual([vip, gold]);
  await expect(contacts.idsOfLabel(history.customerId, old)).rejects.toThrow(NotFound);
  await expect(contacts.idsOfLabel(randomUUID(), vip)).rejects.toThrow(NotFound);
});

test('a contact was last seen at the provider’s time of their last message, but not after its receipt', async () => {
  const contactId = randomUUID();
  const [conversationId, channelId] = [randomUUID(), randomUUID()];
  const history = new History<ContactEvent | ConversationEvent | MessageEvent>();
  history.add(`contact-${contactId}`, { type: 'ContactRegistered', data: of(contactId, { name: 'Ana' }) });
  const startedAt = '2026-01-05T09:00:00.000Z';
  const started = { contactId, channelId, readForAll: true, startedAt };
  history.add(`conversation-${conversationId}`, { type: 'ConversationStarted', data: started });
  const written = (providerTime: string) =>
    history.add(`message-${randomUUID()}`, {
      type: 'MessageReceived',
      data: {
        ...{ subject: contactId, personal: null, contentType: 'text', isAutomatic: false },
        ...{ conversationId, channelId, contactId, providerTime },
      },
    });
  const seenAfter = async (events: typeof history.events) => {
    await project(database, contactsView, events);
    return (await contacts.find(managerOf(history.customerId), contactId)).lastSeenAt;
  };
  written(startedAt);
  expect(await seenAfter(history.events)).toBe(startedAt);
  const ahead = written('2031-01-01T00:00:00.000Z');
  expect(await seenAfter([ahead])).toBe(ahead.time);
});

test('a contact keeps the time last seen when their message is moved and its old conversation is deleted', async () => {
  const contactId = randomUUID();
  const [bell, lamp, channelId, messageId] = [0, 1, 2, 3].map(() => randomUUID()) as [
    string,
    string,
    string,
    string,
  ];
  const history = new History<ContactEvent | ConversationEvent | MessageEvent>();
  history.add(`contact-${contactId}`, { type: 'ContactRegistered', data: of(contactId, { name: 'Ana' }) });
  const [startedAt, providerTime] = ['2026-01-05T09:00:00.000Z', '2026-01-06T09:00:00.000Z'];
  for (const conversationId of [bell, lamp]) {
    const started = { contactId, channelId, readForAll: true, startedAt };
    history.add(`conversation-${conversationId}`, { type: 'ConversationStarted', data: started });
  }
  history.add(`message-${messageId}`, {
    type: 'MessageReceived',
    data: {
      ...{ subject: contactId, personal: null, contentType: 'email', isAutomatic: false },
      ...{ conversationId: bell, channelId, contactId, providerTime },
    },
  });
  await project(database, contactsView, history.events);
  const count = history.events.length;
  const receivedAt = history.events.at(-1)?.time;
  const moved = { from: bell, to: lamp, isAlone: true };
  history.add(`message-${messageId}`, { type: 'MessageMoved', data: moved });
  const deleted = { seenUpTo: '', afterDays: null };
  history.add(`conversation-${bell}`, { type: 'ConversationDeleted', data: deleted });
  await project(database, contactsView, history.events.slice(count));
  const found = await contacts.find(managerOf(history.customerId), contactId);
  expect(found.lastSeenAt).toBe(receivedAt);
});

test('an erased contact is found, but without personal data', async () => {
  const contactId = randomUUID();
  const history = historyOf(contactId, [{ type: 'ContactRegistered', data: of(contactId, null) }]);
  await project(database, contactsView, history.events);
  const found = await contacts.find(managerOf(history.customerId), contactId);
  expect(found).toMatchObject({ id: contactId, name: null, phone: null, bsuid: null });
});

const nothingWritten = {
  company: null,
  jobTitle: null,
  reference: null,
  street: null,
  houseNumber: null,
  zipCode: null,
  city: null,
  province: null,
  state: null,
  country: null,
};

test.each([1, 100])(
  'the view shows details, comments, metadata and flags that colleagues entered, in batches of %i',
  async (batchSize) => {
    const contactId = randomUUID();
    const [first, second, frame, rim] = Array.from({ length: 4 }, () => randomUUID()) as [
      string,
      string,
      string,
      string,
    ];
    const userId = randomUUID();
    const of = <P>(personal: P) => ({ subject: contactId, personal });
    const history = historyOf(contactId, [
      { type: 'ContactRegistered', data: of({ name: 'Ana', phone: '+34612345678' }) },
      {
        type: 'ContactDetailsChanged',
        data: of({ company: 'Ruiz', jobTitle: 'Mechanic', zipCode: '28013' }),
      },
      { type: 'ContactDetailsChanged', data: of({ company: null, email: 'ana@example.org' }) },
      { type: 'ContactCommentAdded', data: { ...of({ text: 'Mornings' }), commentId: first, userId } },
      { type: 'ContactCommentAdded', data: { ...of({ text: 'Typo' }), commentId: second, userId } },
      { type: 'ContactCommentChanged', data: { ...of({ text: 'Evenings' }), commentId: first } },
      { type: 'ContactCommentRemoved', data: { commentId: second } },
      { type: 'ContactMetadataSet', data: { ...of({ name: 'Frame', value: '54' }), metadataId: frame } },
      { type: 'ContactMetadataSet', data: { ...of({ name: 'Rim', value: '28' }), metadataId: rim } },
      { type: 'ContactMetadataSet', data: { ...of({ name: 'Frame', value: '56' }), metadataId: frame } },
      { type: 'ContactBlocked', data: {} },
      { type: 'ContactPrioritised', data: {} },
    ]);
    await project(database, contactsView, history.events, { batchSize });
    expect(await contacts.find(managerOf(history.customerId), contactId)).toMatchObject({
      name: 'Ana',
      company: null,
      email: 'ana@example.org',
      jobTitle: 'Mechanic',
      zipCode: '28013',
      isBlocked: true,
      isHighPriority: true,
      metadata: [
        { id: frame, name: 'Frame', value: '56' },
        { id: rim, name: 'Rim', value: '28' },
      ],
      internalComments: [
        {
          id: first,
          comment: 'Evenings',
          userId,
          createdAt: history.events[3]?.time,
          changedAt: history.events[5]?.time,
        },
      ],
    });
    expect(await contacts.metadataNames(history.customerId)).toEqual(
      expect.arrayContaining(['Frame', 'Rim']),
    );
    expect(await contacts.metadataNames(randomUUID())).toEqual([]);
    expect(await contacts.contactOfComment(managerOf(history.customerId), first)).toBe(contactId);
    await expect(contacts.contactOfComment(managerOf(randomUUID()), first)).rejects.toThrow(NotFound);
    await expect(contacts.contactOfComment(managerOf(history.customerId), second)).rejects.toThrow(NotFound);

    history.add(`contact-${contactId}`, { type: 'ContactErased', data: {} });
    await project(database, contactsView, history.events.slice(-1));
    const erased = await contacts.find(managerOf(history.customerId), contactId);
    expect(erased).toMatchObject({ ...nothingWritten, name: null, metadata: [], internalComments: [] });
  },
);

test('a contact is not found by another organisation', async () => {
  const contactId = randomUUID();
  const history = historyOf(contactId, [{ type: 'ContactRegistered', data: of(contactId, { name: 'Ana' }) }]);
  await project(database, contactsView, history.events);
  await expect(contacts.find(managerOf(randomUUID()), contactId)).rejects.toThrow(NotFound);
});

/** A manager, who sees every contact of an organisation. */
function managerOf(customerId: string): ContactViewer {
  const everything = { channelIds: null, forcedTeamFilter: null, expandedTeamFilter: false };
  return {
    ...{ customerId, userId: randomUUID(), role: 'manager', teamIds: [], hasContactsModule: true },
    ...everything,
  };
}

function of(subject: string, personal: ContactProfile | null) {
  return { subject, personal };
}

function historyOf(contactId: string, facts: ContactEvent[]): History<ContactEvent> {
  const history = new History<ContactEvent>();
  for (const fact of facts) history.add(`contact-${contactId}`, fact);
  return history;
}

test('an organisation has the country that was set last, and null if none was set', async () => {
  const history = new History(randomUUID());
  for (const value of ['NL', 'ES'])
    history.add(`customer-${history.customerId}`, {
      type: 'CustomerSettingChanged',
      data: { name: 'country', value },
    });
  await project(database, contactsView, history.events);
  expect(await contacts.homeCountry(history.customerId)).toBe('ES');
  expect(await contacts.homeCountry(randomUUID())).toBeNull();
});
