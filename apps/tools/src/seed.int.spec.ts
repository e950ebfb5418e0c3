import { randomUUID } from 'node:crypto';
import { accessView } from '@parley/access/read/access.projector';
import { catalogueView } from '@parley/catalogue/catalogue.view';
import { channelsView } from '@parley/channels/read/channels.projector';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import type { View } from '@parley/event-sourcing/projection/view';
import { id } from '@parley/testing/event-sourcing/history';
import { InMemoryEventStore } from '@parley/testing/event-sourcing/in-memory-event-store';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { migrations } from '@parley/server/migrations';
import { oneByOne } from './seed/seed-log';
import { runSeed } from './seed';

let database: TestDatabase;
let store: InMemoryEventStore;
beforeEach(async () => {
  database = await testDatabase(migrations);
  store = new InMemoryEventStore();
  for (const view of [accessView, catalogueView, channelsView, inboxView]) await installView(database, view);
});
afterEach(() => database.drop());

/**
 * Creates an organisation with a team of one agent and, unless `hasChannel` is false, a channel; and a second
 * organisation, which must stay unchanged.
 * @returns the first one's id
 */
async function founded({ hasChannel = true } = {}): Promise<string> {
  const customerId = randomUUID();
  for (const [organisation, prefix] of [
    [new ConversationHistory(customerId), ''],
    [new ConversationHistory(randomUUID()), 'their-'],
  ] as const) {
    organisation.add(`customer-${organisation.customerId}`, {
      type: 'CustomerRegistered',
      data: { name: `${prefix}mill`, domain: `${prefix}mill.example`, storageName: `${prefix}mill` },
    });
    organisation.user(`${prefix}mia`, 'user');
    organisation.team(`${prefix}sales`, [`${prefix}mia`]);
    if (hasChannel) organisation.channel(`${prefix}whatsapp`);
    for (const view of [accessView, catalogueView, channelsView, inboxView]) {
      await project(database, view, seenBy(view, organisation.events));
    }
  }
  return customerId;
}

const seenBy = (view: View, events: InMemoryEventStore['events']) =>
  events.filter(({ stream }) => view.prefixes.some((prefix) => stream.startsWith(prefix)));

async function said(...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of runSeed({ database, log: oneByOne(store) }, args)) lines.push(line);
  return lines;
}

test('fills the inbox with the requested number of conversations, which use only users and channels of the organisation', async () => {
  const customerId = await founded();
  const [line] = await said('--conversations', '300', '--organisation', 'mill.example');
  expect(line).toMatch(/^300 conversations, of [\d,]+ events\. They show/);
  await project(database, inboxView, seenBy(inboxView, store.events));
  const { rows } = await database.query(
    `select count(*)::int as conversations, count(distinct contact_id)::int as contacts,
            bool_or(status = 'open') as "isOneOpen", bool_or(status = 'closed') as "isOneArchived"
       from inbox.conversation where customer_id = $1`,
    [customerId],
  );
  expect(rows).toEqual([{ conversations: 300, contacts: 300, isOneOpen: true, isOneArchived: true }]);
  const places = await database.query(
    `select array_agg(distinct channel_id) as channels, array_agg(distinct assigned_team_id) as teams,
            array_agg(distinct assigned_user_id) as users from inbox.conversation`,
  );
  const all = { channels: [id('whatsapp')], teams: [id('sales'), null], users: [id('mia'), null] };
  expect(places.rows).toEqual([all]);
});

test('archives conversations with their last message marked as seen, so that they stay archived', async () => {
  await founded();
  await said('--conversations', '50', '--organisation', 'mill.example');
  const positions = new Map(store.events.map(({ position, stream }) => [position, stream]));
  const archived = store.events.filter(({ type }) => type === 'ConversationArchived');
  expect(archived.length).toBeGreaterThan(0);
  for (const { data } of archived) {
    expect(positions.get((data as { seenUpTo: string }).seenUpTo)).toMatch(/^message-/);
  }
});

test('refuses impossible arguments in a sentence', async () => {
  await founded({ hasChannel: false });
  await expect(said('--conversations', '5', '--organisation', 'mill.example')).rejects.toThrow(
    'mill has no channel to write on.',
  );
  await expect(said('--conversations', '5', '--organisation', 'nobody.example')).rejects.toThrow(
    'No organisation has the host or id "nobody.example".',
  );
  for (const wrong of ['0', '-1', 'many', '1e3', '10000001', '']) {
    await expect(said('--conversations', wrong)).rejects.toThrow('Usage: scripts/seed');
  }
  await expect(said('--all')).rejects.toThrow('Usage: scripts/seed');
  expect(store.events).toEqual([]);
});
