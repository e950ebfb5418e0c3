import fc from 'fast-check';
import { everybody } from '@parley/contracts/api/contact-conditions';
import type { ContactEvent, ContactField, ConversationEvent } from '@parley/contracts/events';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { evolved } from '@parley/event-sourcing/decider/decider';
import type { ContactViewer } from '@parley/access-rules/viewer';
import { runMigrations } from '@parley/platform/database/migrate';
import { History, id } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ContactListQueries } from '../read/contact-list.queries';
import { contactsView } from '../read/contacts.projector';
import { contact, type ContactCommand } from './contact';
import type { ContactState } from './contact-state';

let database: TestDatabase;

beforeAll(async () => {
  database = await testDatabase();
  await runMigrations(database.url, [Projection1763700000200, ViewTally1767500000000]);
});
afterAll(() => database.drop());

/** Runs commands on two contacts by the decider, and collects their events. */
class Story {
  readonly history = new History<ContactEvent | ConversationEvent>();
  private readonly states = new Map<string, ContactState>();

  stateOf(who: string): ContactState {
    return this.states.get(who) ?? contact.initialState;
  }

  do(who: string, command: ContactCommand): void {
    const events = contact.decide(command, this.stateOf(who));
    this.states.set(who, evolved(contact, this.stateOf(who), events));
    for (const event of events) this.history.add(`contact-${id(who)}`, event);
  }

  merge(into: string, from: string, fields: ContactField[]): void {
    const [contactId, otherId] = [id(into), id(from)];
    this.do(into, { type: 'Absorb', contactId, otherId, other: this.stateOf(from), fields });
    this.do(from, { type: 'Merge', contactId: otherId, intoId: contactId });
  }

  unmerge(into: string, from: string): void {
    this.do(from, { type: 'Unmerge', fromId: id(into) });
    this.do(into, { type: 'Release', contactId: id(into), otherId: id(from) });
  }
}

const texts = fc.constantFrom('Ruiz', 'Mechanic', 'K-1', '');
const command = fc.oneof(
  fc.record({
    details: fc.record(
      { company: texts, jobTitle: texts, reference: texts, name: texts },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ label: fc.constantFrom('gold', 'new', 'old') }),
  fc.record({ attribute: fc.constantFrom('size', 'tier'), value: fc.constantFrom('54', 'gold', null) }),
  fc.record({ flag: fc.constantFrom('Block', 'Unblock', 'Prioritise', 'OptIn') }),
  fc.record({ comment: fc.constantFrom('one', 'two') }),
  fc.record({ metadata: fc.constantFrom('Frame', 'Rim') }),
  fc.record({ conversation: fc.constantFrom('whatsapp', 'web') }),
);

function happen(story: Story, who: string, its: Partial<Record<string, unknown>>): void {
  const contactId = id(who);
  const word = `${who} ${JSON.stringify(its)}`;
  if (its.details) story.do(who, { type: 'ChangeDetails', contactId, details: its.details });
  if (its.label) story.do(who, { type: 'Label', labelId: id(its.label as string), aliases: [] });
  if (its.attribute) {
    const attributeId = id(its.attribute as string);
    story.do(who, { type: 'SetAttribute', contactId, attributeId, value: its.value as string | null });
  }
  if (its.flag) story.do(who, { type: its.flag as 'Block' });
  if (its.comment)
    story.do(who, { type: 'AddComment', contactId, commentId: id(word), userId: id('mia'), text: 'Hello' });
  if (its.metadata) {
    const entry = { metadataId: id(word), name: its.metadata as string, value: '54' };
    story.do(who, { type: 'SetMetadata', contactId, entry, isNew: true });
  }
  if (its.conversation) {
    const data = { contactId, channelId: id(its.conversation as string), readForAll: true };
    const startedAt = '2026-05-01T00:00:00.000Z';
    story.history.add(`conversation-${id(word)}`, {
      type: 'ConversationStarted',
      data: { ...data, startedAt },
    });
  }
}

const viewer: ContactViewer = {
  ...{ customerId: id('customer'), userId: id('mia'), role: 'manager', teamIds: [], hasContactsModule: true },
  ...{ channelIds: null, forcedTeamFilter: null, expandedTeamFilter: false },
};

test('merging two contacts and undoing it restores their state and every row of the view', async () => {
  const lists = new ContactListQueries(database);
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('ana', 'anna'), command), { maxLength: 20 }),
      fc.subarray<ContactField>(['name', 'company', 'jobTitle', 'reference']),
      fc.integer({ min: 1, max: 9 }),
      async (steps, fields, batchSize) => {
        await database.query('drop schema if exists contacts cascade');
        await installView(database, contactsView);
        const story = new Story();
        for (const [who, name] of [
          ['ana', 'Ana'],
          ['anna', 'Anna'],
        ] as const)
          story.do(who, {
            type: 'Register',
            contactId: id(who),
            profile: { name, email: `${who}@example.org` },
          });
        for (const [who, its] of steps) happen(story, who, its);
        let projected = 0;
        const show = async () => {
          await project(database, contactsView, story.history.events.slice(projected), { batchSize });
          projected = story.history.events.length;
          return contentsOf(database, 'contacts');
        };
        const rowsBefore = await show();
        const before = [story.stateOf('ana'), story.stateOf('anna')];

        story.merge('ana', 'anna', fields);
        await show();
        taken += story.stateOf('ana').absorbed[id('anna')]!.labelIds.length;
        const page = await lists.page(
          viewer,
          { conditions: everybody },
          { page: 1, perPage: 50, sortBy: 'name' },
        );
        expect(page.data.map((row) => row.id)).toEqual([id('ana')]);
        const { rows } = await database.query<{ contact_id: string }>(
          'select distinct contact_id from contacts.conversation_access',
        );
        expect(rows.every((row) => row.contact_id === id('ana'))).toBe(true);

        story.unmerge('ana', 'anna');
        expect([story.stateOf('ana'), story.stateOf('anna')]).toEqual(before);
        expect(await show()).toEqual(rowsBefore);
      },
    ),
    { numRuns: 25 },
  );
  expect(taken).toBeGreaterThan(0);
});

test('details that colleagues change while two contacts are merged stay with the contact that remains', () => {
  const story = new Story();
  for (const who of ['ana', 'anna'])
    story.do(who, { type: 'Register', contactId: id(who), profile: { name: who } });
  happen(story, 'anna', { details: { company: 'Ruiz', jobTitle: 'Mechanic' } });
  story.merge('ana', 'anna', []);
  expect(story.stateOf('ana').profile).toMatchObject({ company: 'Ruiz', jobTitle: 'Mechanic' });
  happen(story, 'ana', { details: { company: 'Ruiz & Co' } });
  story.unmerge('ana', 'anna');
  expect(story.stateOf('ana').profile).toEqual({ name: 'ana', company: 'Ruiz & Co' });
  expect(story.stateOf('anna').profile).toMatchObject({ company: 'Ruiz', jobTitle: 'Mechanic' });
});

test('rejects merging a contact with itself, into a merged contact, or with a second contact; repeating a merge records nothing', () => {
  const story = new Story();
  for (const who of ['ana', 'anna', 'anne'])
    story.do(who, { type: 'Register', contactId: id(who), profile: { name: who } });
  expect(() => story.merge('ana', 'ana', [])).toThrow('contact_merged');
  story.merge('ana', 'anna', []);
  const told = story.history.events.length;
  story.merge('ana', 'anna', []);
  expect(story.history.events).toHaveLength(told);
  expect(() => story.merge('anna', 'anne', [])).toThrow('contact_merged');
  expect(() => story.merge('anne', 'anna', [])).toThrow('contact_merged');
  expect(() => story.unmerge('anne', 'anna')).toThrow('contact_not_merged');
  story.merge('anne', 'ana', []);
  story.unmerge('anne', 'ana');
  story.unmerge('ana', 'anna');
  expect(story.stateOf('anna').mergedInto).toBeNull();
});
