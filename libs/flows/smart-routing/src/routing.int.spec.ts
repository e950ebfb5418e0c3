import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { contact } from '@parley/contacts/domain/contact';
import type { ConversationEvent, SmartRouteActions, SmartRouteConditions } from '@parley/contracts/events';
import { conversation, ToConversation } from '@parley/conversations/domain/conversation';
import { SmartRouteQueries } from '@parley/routing/read/smart-route.queries';
import { ToSmartRoute } from '@parley/routing/domain/smart-route';
import { ToSmartRouteOrder } from '@parley/routing/domain/smart-route-order';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { BroadcastOffice } from '@parley/broadcasts/engaging-testing';

jest.setTimeout(60_000);

let office: BroadcastOffice;
const team = randomUUID();
const tag = randomUUID();
const label = randomUUID();
let next = 0;
const anyPhone = () => `+3168${String((next += 1)).padStart(7, '0')}`;

const noConditions: SmartRouteConditions = {
  ...{ channelIds: [], identityIds: [], keywords: null, firstMessages: null },
  ...{ contact: [], templateIds: [], hours: null },
};
const noActions: SmartRouteActions = {
  ...{ userId: null, teamId: null, sharing: null, highPriority: null },
  ...{
    addTagIds: [],
    removeTagIds: [],
    addLabelIds: [],
    removeLabelIds: [],
    addListIds: [],
    removeListIds: [],
  },
};
const says = (...words: string[]) => ({ keywords: { words, match: 'any', by: 'word' } as const });

async function rule(
  title: string,
  conditions: Partial<SmartRouteConditions>,
  actions: Partial<SmartRouteActions>,
): Promise<string> {
  const id = randomUUID();
  const content = {
    ...{ title, isOn: true, conditions: { ...noConditions, ...conditions } },
    actions: { ...noActions, ...actions },
  };
  await run(new ToSmartRoute(id, { type: 'Create', content }, office.context()));
  await office.settle();
  return id;
}

const run = (command: ToSmartRoute | ToSmartRouteOrder) => office.get(CommandBus).execute(command);

async function chatOf(contactId: string): Promise<string> {
  for (;;) {
    const { state } = await office.get(Aggregates).load(contact, 'contact', contactId, office.customerId);
    const chatId = state.conversations[office.channelId];
    if (chatId) return chatId;
    await office.settle();
  }
}

/** Waits until `count` messages of a conversation have been judged. */
async function judged(chatId: string, count: number) {
  for (;;) {
    await office.settle();
    const decisions = await office.get(SmartRouteQueries).decisions(office.customerId, chatId);
    if (decisions.length >= count) {
      const { state } = await office
        .get(Aggregates)
        .load(conversation, 'conversation', chatId, office.customerId);
      return { decisions, state };
    }
  }
}

beforeAll(async () => {
  office = await BroadcastOffice.open();
  await office.says(`team-${team}`, { type: 'TeamCreated', data: { name: 'Refunds', colour: '#3b4fd8' } });
  await office.says(`tag-${tag}`, { type: 'TagCreated', data: { name: 'refund', colour: '#3b4fd8' } });
  await office.says(`label-${label}`, { type: 'LabelCreated', data: { name: 'vip', colour: '#3b4fd8' } });
  await office.settle();
});
afterAll(() => office?.stop());

test('assigns, tags and labels by the rules that a message matches, and records the reasons in the decision', async () => {
  const list = await office.list([]);
  const first = await rule('First message', { firstMessages: 1 }, { addTagIds: [tag] });
  const refunds = await rule('Refunds', says('refund'), {
    ...{ teamId: team, addLabelIds: [label], addListIds: [list], highPriority: true },
  });
  const madrid = await rule(
    'Madrid',
    { contact: [{ field: 'city', is: 'is', value: 'Madrid' }] },
    { addTagIds: [randomUUID()] },
  );
  const phone = anyPhone();
  const ana = await office.person('Ana', phone);
  await office.writes(phone, 'I want a REFUND');
  const chatId = await chatOf(ana);
  const { decisions, state } = await judged(chatId, 1);
  expect(state).toMatchObject({ assignee: { userId: null, teamId: team }, tagIds: [tag] });
  expect(decisions[0]).toMatchObject({
    checked: 3,
    matched: [
      { routeId: first, version: 1, conditions: ['firstMessages'] },
      { routeId: refunds, version: 1, hits: [{ keyword: 0, start: 9, end: 15 }] },
    ],
    missed: [{ routeId: madrid, failed: 'contact' }],
    left: [],
  });

  // A reaction changes the contact later than the conversation.
  for (;;) {
    const known = await office.get(Aggregates).load(contact, 'contact', ana, office.customerId);
    if (known.state.labelIds.includes(label) && known.state.isHighPriority) break;
    await office.settle();
  }

  await office.writes(phone, 'hello?');
  const later = await judged(chatId, 2);
  expect(later.decisions[0]).toMatchObject({ matched: [], done: [] });
  expect(later.decisions[0]!.missed[0]).toMatchObject({ routeId: first, failed: 'firstMessages' });
  const listed = await office.get(SmartRouteQueries).list(office.customerId);
  expect(listed.find(({ id }) => id === refunds)).toMatchObject({ matches: 1, missing: [], version: 1 });
  expect(listed.find(({ id }) => id === madrid)!.missing).toHaveLength(1);
  for (const id of [first, refunds, madrid])
    await run(new ToSmartRoute(id, { type: 'Delete' }, office.context()));
  await office.settle();
});

test('keeps a manual assignment, and records that a rule’s team was deleted', async () => {
  const gone = randomUUID();
  await rule('Gone', says('refund'), { teamId: gone });
  const refunds = await rule('Refunds', says('refund'), { teamId: team });
  const phone = anyPhone();
  const ben = await office.person('Ben', phone);
  await office.writes(phone, 'hi');
  const chatId = await chatOf(ben);
  await judged(chatId, 1);
  const to = { userId: office.me.userId, teamId: null };
  const expected = { userId: null, teamId: null };
  await office
    .get(CommandBus)
    .execute(new ToConversation(chatId, { type: 'Assign', to, expected }, office.context()));
  await office.writes(phone, 'refund');
  const { decisions, state } = await judged(chatId, 2);
  expect(state.assignee).toEqual(to);
  expect(decisions[0]!.left.map(({ routeId, reason }) => [routeId === refunds, reason])).toEqual([
    [false, 'team_missing'],
    [true, 'assigned_by_hand'],
  ]);
});

test('applies rules in the order that was set, and marks a rule as hidden if a rule above it assigns the same messages', async () => {
  const { customerId } = office;
  const queries = office.get(SmartRouteQueries);
  const before = (await queries.list(customerId)).map(({ id }) => id);
  const last = await rule('All', { channelIds: [office.channelId] }, { teamId: team });
  await run(new ToSmartRouteOrder({ type: 'Order', routeIds: [last, ...before] }, office.context()));
  await office.settle();
  const listed = await queries.list(customerId);
  expect(listed.map(({ id }) => id)).toEqual([last, ...before]);
  expect(listed.at(-1)!.hiddenBy).toBe(last);
  expect(await queries.uses(customerId, team)).toHaveLength(2);
  expect(await queries.list(randomUUID())).toEqual([]);
});

test('judges later messages by the new version of a changed rule, and every version can be read', async () => {
  const queries = office.get(SmartRouteQueries);
  for (const { id } of await queries.list(office.customerId))
    await run(new ToSmartRoute(id, { type: 'Delete' }, office.context()));
  const id = await rule('Words', says('apple'), { addTagIds: [tag] });
  const phone = anyPhone();
  const cem = await office.person('Cem', phone);
  await office.writes(phone, 'pear');
  const chatId = await chatOf(cem);
  expect((await judged(chatId, 1)).decisions[0]!.matched).toEqual([]);
  const changes = { conditions: { ...noConditions, ...says('pear') } };
  await run(new ToSmartRoute(id, { type: 'Revise', changes }, office.context()));
  await office.writes(phone, 'pear');
  const { decisions, state } = await judged(chatId, 2);
  expect(decisions[0]).toMatchObject({ matched: [{ routeId: id, version: 2 }], rules: [{ title: 'Words' }] });
  expect(state.tagIds).toEqual([tag]);
  expect((await queries.versions(office.customerId, id)).map(({ version }) => version)).toEqual([2, 1]);
  // The log contains one decision per message, even if the message was delivered several times.
  const events: ConversationEvent['type'][] = [];
  for await (const event of office.worker.engines.store.readStream(`conversation-${chatId}`, {
    customerId: office.customerId,
  }))
    events.push(event.type as ConversationEvent['type']);
  expect(events.filter((type) => type === 'ConversationRouted')).toHaveLength(2);
});
