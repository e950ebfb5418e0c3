import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { ToContact } from '@parley/contacts/domain/contact';
import {
  backTestOutcomes,
  type BackTestOutcome,
  type BackTestResponse,
  type BackTestRow,
} from '@parley/contracts/api/route-back-tests';
import type { SmartRouteContent } from '@parley/contracts/events';
import { CompiledRoutes, type SmartRouteVersion } from '@parley/contracts/routing/judge';
import { compileLinear } from '@parley/contracts/routing/linear-patterns';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { Jobs } from '@parley/jobs/jobs';
import type { Principal } from '@parley/platform/http/principal';
import { Random } from '@parley/testing/proof/random';
import { content, RoutingOffice, says, type Talk } from '../routing-testing';
import { BackTests, type AskedBackTest } from './back-tests';
import { PastMessages } from './past-messages';

jest.setTimeout(120_000);

let routing: RoutingOffice;
let me: Principal;
const period = { from: '2020-01-01T00:00:00.000Z', to: '2020-12-31T00:00:00.000Z' };

beforeAll(async () => {
  routing = await RoutingOffice.open();
  const { customerId, me: user } = routing.office;
  me = { customerId, userId: user.userId, role: 'manager' } as Principal;
  const now = Date.now();
  period.from = new Date(now - 3_600_000).toISOString();
  period.to = new Date(now + 3_600_000).toISOString();
});
afterAll(() => routing?.office.stop());

const tests = () => routing.office.get(BackTests);

async function tested(
  asked: Partial<AskedBackTest>,
): Promise<{ test: BackTestResponse; rows: BackTestRow[] }> {
  const whole = { routeId: null, draft: null, isAlone: false, ...period, ...asked };
  const { id } = await tests().begin(me, randomUUID(), whole);
  for (;;) {
    const test = await tests().one(me, id);
    if (test.job.state === 'failed') throw new Error(test.job.code ?? '');
    if (test.job.state !== 'done') continue;
    const rows: BackTestRow[] = [];
    for (const outcome of backTestOutcomes)
      for (let from: number | null = 0; from !== null;) {
        const page = await tests().rows(me, id, { outcome, from });
        rows.push(...page.data);
        from = page.next;
      }
    return { test, rows };
  }
}

const counts = (some: Partial<Record<BackTestOutcome, number>>) => ({
  ...{ new: 0, lost: 0, elsewhere: 0, same: 0 },
  ...some,
});

test('tests a draft on past messages, counts the same, new, lost and different results, and changes nothing', async () => {
  const [refunds, sales] = routing.teams;
  const id = await routing.create('Refunds', says('refund'), { teamId: refunds });
  const ana = await routing.person('I want a refund');
  await ana.writes('MONEY back');
  await ana.writes('good morning');
  await ana.judged();
  const ben = await routing.person('hello');
  await ben.judged();
  const before = await routing.office.worker.engines.store.head();

  const same = await tested({});
  expect(same.test).toMatchObject({ total: 4, tested: 4, skipped: 0, counts: counts({ same: 1 }) });

  const draft = content('Refunds', says('money', 'morning'), { teamId: refunds });
  const changed = await tested({ routeId: id, draft });
  expect(changed.test.counts).toEqual(counts({ new: 2, lost: 1 }));
  const money = changed.rows.find(({ text }) => text === 'MONEY back')!;
  expect(money).toMatchObject({
    ...{ conversationId: ana.chatId, contactName: 'Person 1', hits: [{ keyword: 0, start: 0, end: 5 }] },
    ...{ then: null, now: [{ what: 'team', id: refunds }], wasByHand: false },
  });

  const elsewhere = await tested({
    routeId: id,
    draft: content('Refunds', says('refund'), { teamId: sales }),
  });
  expect(elsewhere.test.counts).toEqual(counts({ elsewhere: 1 }));
  expect(elsewhere.rows[0]).toMatchObject({
    then: [{ what: 'team', id: refunds }],
    now: [{ what: 'team', id: sales }],
  });

  // The draft of a new rule comes last. If two rules match a message, the one above assigns the conversation.
  const below = content('All of it', says('refund', 'hello'), { teamId: sales });
  expect((await tested({ draft: below })).test.counts).toEqual(counts({ same: 1, new: 1 }));
  expect((await tested({ draft: below, isAlone: true })).test.counts).toEqual(counts({ new: 2 }));

  expect(await routing.office.worker.engines.store.head()).toBe(before);
  expect((await ana.state()).assignee).toEqual({ userId: null, teamId: refunds });
  await routing.forgetRules();
});

test('a test omits conversations that its owner may not see, and is hidden from all other users', async () => {
  const draft = content('Hello', says('hello'), { teamId: routing.teams[0] });
  const { test } = await tested({ draft });
  const other = { ...me, userId: randomUUID() };
  await expect(tests().one(other, test.id)).rejects.toThrow('not_found');
  const stranger = { ...me, customerId: randomUUID(), userId: randomUUID() };
  await expect(
    tests().rows({ ...stranger, userId: me.userId }, test.id, { outcome: 'new', from: 0 }),
  ).rejects.toThrow('not_found');
  const strange = await tests().begin(stranger, randomUUID(), {
    ...{ routeId: null, draft, isAlone: true, ...period },
  });
  expect(strange.total).toBe(0);

  const viewer = await routing.office.get(InboxQueries).viewer(me);
  const closed = { ...viewer, channelIds: [randomUUID()] };
  expect(await routing.office.get(PastMessages).pieces(closed, period)).toEqual([]);
});

test('a cancelled test stays cancelled, and an invalid draft, period or rule is refused', async () => {
  const draft = content('Hello', says('hello'), { teamId: routing.teams[0] });
  const begun = { routeId: null, draft, isAlone: false, ...period };
  const id = randomUUID();
  await tests().begin(me, id, begun);
  expect((await tests().begin(me, id, begun)).id).toBe(id);
  await routing.office.get(Jobs).cancel(me, id);
  expect(['cancelled', 'done']).toContain((await tests().one(me, id)).job.state);
  const empty = content('Nothing', {}, { teamId: routing.teams[0] });
  await expect(tests().begin(me, randomUUID(), { ...begun, draft: empty })).rejects.toThrow(
    'route_without_condition',
  );
  await expect(tests().begin(me, randomUUID(), { ...begun, to: period.from })).rejects.toThrow(
    'invalid_input',
  );
  await expect(tests().begin(me, randomUUID(), { ...begun, routeId: randomUUID() })).rejects.toThrow(
    'not_found',
  );
});

test('skips messages of an erased contact', async () => {
  const gone = await routing.person('refund me');
  const before = (await tested({})).test;
  await routing.office.says(`contact-${gone.contactId}`, { type: 'ContactErased', data: {} });
  await routing.office.settle();
  const { test } = await tested({});
  expect(test).toMatchObject({ total: before.total, tested: before.tested - 1, skipped: 1 });
});

interface Standing {
  from: string;
  routes: SmartRouteVersion[];
}

test('judging each past message by the rules of its time gives the recorded decisions', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  process.stderr.write(`replay: seed ${seed}\n`);
  const random = new Random(seed);
  const { office, customerId, teams, tags } = routing;
  const templateId = office.templateId;
  const words = ['refund', 'bike', 'brake', 'hello'];
  const cities = ['Madrid', 'Delft', 'Gent'];
  const rule = (): SmartRouteContent =>
    content(
      `Rule ${random.below(1_000)}`,
      random.pick([
        says(random.pick(words)),
        { firstMessages: 1 + random.below(3) },
        { firstMessages: 1 + random.below(4), ...says(random.pick(words), random.pick(words)) },
        {
          contact: [{ field: 'city', is: random.pick(['is', 'isNot'] as const), value: random.pick(cities) }],
        },
        { templateIds: [templateId] },
        { channelIds: [office.channelId] },
      ]),
      { ...random.pick([{ teamId: random.pick(teams) }, { addTagIds: [random.pick(tags)] }]) },
    );
  const standings: Standing[] = [];
  const stands = async () => {
    await office.settle();
    const from = (await office.worker.engines.store.head())!;
    standings.push({ from, routes: await routing.queries.standing(customerId) });
  };
  const talks: Talk[] = [];
  const all = () => Promise.all(talks.map((talk) => talk.judged()));
  // The first rule stays on, since without any rule no message is judged and no decision recorded.
  await routing.rule({ type: 'Create', content: rule() });
  const ids = [await routing.rule({ type: 'Create', content: rule() })];
  await stands();
  while (talks.length < 3) talks.push(await routing.person(random.pick(words)));
  for (let step = 0; step < 60; step++) {
    const talk = random.pick(talks);
    switch (random.below(8)) {
      case 0: {
        await all();
        const change = random.below(4);
        const id = random.pick(ids);
        if (change === 0) ids.push(await routing.rule({ type: 'Create', content: rule() }));
        else if (change === 1) await routing.rule({ type: 'Revise', changes: rule() }, id);
        // The first rule is never switched off, since without any rule no message is judged.
        else if (change === 2 && id !== ids[0])
          await routing.rule({ type: 'Revise', changes: { isOn: random.chance(0.7) } }, id);
        else await routing.order(random.shuffled(ids));
        await stands();
        break;
      }
      case 1: {
        await all();
        const details = { city: random.pick([...cities, null]) };
        const change = { type: 'ChangeDetails', contactId: talk.contactId, details } as const;
        await office.get(CommandBus).execute(new ToContact(talk.contactId, change, office.context()));
        await office.settle();
        break;
      }
      case 2: {
        await all();
        const { lastInbound } = await lastOf(talk);
        await routing.does(talk.chatId, { type: 'Archive', seenUpTo: lastInbound });
        break;
      }
      case 3:
        await all();
        await echo(talk, random.chance(0.6) ? templateId : null);
        break;
      default:
        await talk.writes(`${random.pick(words)} ${random.pick(words)}`);
    }
  }
  await all();

  const viewer = await office.get(InboxQueries).viewer(me);
  const past = office.get(PastMessages);
  const needs = { number: true, template: true, contact: true };
  const there = await routing.queries.targets(customerId);
  const pieces = await past.pieces(viewer, period);
  const messages = new Map(
    (await Promise.all(pieces.map((piece) => past.of(viewer, piece, needs))))
      .flat()
      .map((one) => [one.id, one]),
  );
  let asked = 0;
  for (const talk of talks)
    for (const { messageId, position, checked, matched, missed } of await talk.judged()) {
      const { routes } = standings.findLast(({ from }) => from < position)!;
      const compiled = new CompiledRoutes(routes, compileLinear);
      const { judged } = messages.get(messageId)!;
      expect(compiled.match(judged!)).toEqual({ checked, matched, missed });
      expect(compiled.deedsOf(matched, { has: (kind, id) => there.get(id) === kind }).left).toEqual([]);
      asked += 1;
    }
  expect(asked).toBeGreaterThan(20);
});

async function lastOf(talk: Talk): Promise<{ lastInbound: string }> {
  const [newest] = await talk.judged();
  return { lastInbound: newest!.position };
}

/**
 * Records a message that the organisation sent from the provider's own app: a template, or a text if `templateId` is
 * null.
 */
async function echo(talk: Talk, templateId: string | null): Promise<void> {
  const { office } = routing;
  const said = templateId
    ? { type: 'template', templateId, name: 'sale', language: 'en', text: 'Hi' }
    : { type: 'text', text: 'Hi' };
  await office.says(`message-${randomUUID()}`, {
    type: 'MessageEchoed',
    data: {
      ...{ subject: talk.contactId, personal: { externalId: randomUUID(), content: said, context: {} } },
      ...{ conversationId: talk.chatId, channelId: office.channelId, contactId: talk.contactId },
      ...{ contentType: said.type, providerTime: new Date().toISOString() },
    },
  });
  await office.settle();
}
