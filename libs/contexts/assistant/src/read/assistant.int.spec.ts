import { randomUUID } from 'node:crypto';
import {
  defaultAssistantSettings,
  type AssistantRunEvent,
  type AssistantSettings,
  type AssistantSettingsEvent,
  type DataOf,
  type RecordedEvent,
} from '@parley/contracts/events';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { AssistantQueries } from './assistant.queries';
import { assistantView } from './assistant.view';

const [harbour, bakery] = [randomUUID(), randomUUID()];
const [ana, bo, cleo] = [randomUUID(), randomUUID(), randomUUID()];
const NOVEMBER = '2026-11';

let database: TestDatabase;
let queries: AssistantQueries;

beforeEach(async () => {
  database = await testDatabase();
  await database.query('create schema assistant');
  await inView((tx) => tx.query(assistantView.ddl));
  queries = new AssistantQueries(database);
});
afterEach(() => database.drop());

function inView(work: Parameters<TestDatabase['transaction']>[0]) {
  return database.transaction(async (tx) => {
    await tx.query('set local search_path to assistant');
    return work(tx);
  });
}

const project = (...events: RecordedEvent[]) => inView((tx) => assistantView.project(events, tx));

function recorded(
  stream: string,
  customerId: string,
  event: AssistantRunEvent | AssistantSettingsEvent,
  time = '2026-11-10T12:00:00.000Z',
): RecordedEvent {
  return {
    ...{ id: randomUUID(), stream, version: 0, position: '0', schemaVersion: 1, customerId, time },
    ...{ actor: { type: 'system', id: 'test' }, correlationId: 'test', causationId: 'test' },
    ...event,
  };
}

interface Run {
  customerId?: string;
  userId?: string;
  at?: string;
  model?: string;
  action?: DataOf<'AssistantAsked'>['action'];
  /** Null for a request without an answer. */
  answer?: Partial<DataOf<'AssistantAnswered'>> | null;
}

function run({ customerId = harbour, userId = ana, at, model = 'm', action = 'rewrite', answer = {} }: Run) {
  const stream = `assistantRun-${randomUUID()}`;
  const data = { userId, action, model, language: null, messages: 0, hidden: 0 };
  const asked = recorded(stream, customerId, { type: 'AssistantAsked', data }, at);
  if (!answer) return [asked];
  const end = {
    outcome: 'done',
    reason: null,
    requestTokens: 10,
    responseTokens: 5,
    isEstimated: false,
  } as const;
  return [
    asked,
    recorded(stream, customerId, { type: 'AssistantAnswered', data: { ...end, ...answer } }, at),
  ];
}

const changed = (customerId: string, data: Partial<AssistantSettings>) =>
  recorded(`assistantSettings-${customerId}`, customerId, { type: 'AssistantSettingsChanged', data });

describe('settings of the assistant', () => {
  test('settings have defaults until they are set, separately for each organisation', async () => {
    await project(changed(harbour, { models: ['a'] }), changed(bakery, { monthlyTokens: 7 }));
    await project(changed(harbour, { hidesPersonalData: false }));
    expect(await queries.settings(harbour)).toEqual({
      ...defaultAssistantSettings,
      models: ['a'],
      hidesPersonalData: false,
    });
    expect(await queries.settings(bakery)).toEqual({ ...defaultAssistantSettings, monthlyTokens: 7 });
    expect(await queries.settings(randomUUID())).toEqual(defaultAssistantSettings);
  });
});

describe('the use that limits are compared with', () => {
  test('the use sums the tokens of the organisation in this month, and the requests of one user on this day', async () => {
    await project(
      ...run({ at: '2026-10-31T23:59:59.999Z' }),
      ...run({ at: '2026-11-01T00:00:00.000Z' }),
      ...run({ at: '2026-11-09T23:59:59.999Z' }),
      ...run({ at: '2026-11-10T00:00:00.000Z' }),
      ...run({ at: '2026-11-10T09:00:00.000Z', userId: bo }),
      ...run({ at: '2026-11-10T09:00:00.000Z', customerId: bakery, userId: cleo }),
    );
    const now = '2026-11-10T10:00:00.000Z';
    expect(await queries.use(harbour, ana, now)).toEqual({ tokens: 60, requests: 1 });
    expect(await queries.use(harbour, bo, now)).toEqual({ tokens: 60, requests: 1 });
    expect(await queries.use(bakery, cleo, now)).toEqual({ tokens: 15, requests: 1 });
    expect(await queries.use(bakery, ana, now)).toEqual({ tokens: 15, requests: 0 });
  });

  test('the use counts a request without an answer, and no tokens for it', async () => {
    await project(...run({ answer: null }));
    expect(await queries.use(harbour, ana, '2026-11-10T13:00:00.000Z')).toEqual({ tokens: 0, requests: 1 });
  });
});

describe('the usage of a month', () => {
  test('the usage of a month lists users, actions and models, the most tokens first', async () => {
    await project(
      ...run({}),
      ...run({ action: 'translate', model: 'n' }),
      ...run({ userId: bo, answer: { requestTokens: 100, responseTokens: 0 } }),
      ...run({ userId: bo, answer: { outcome: 'failed', requestTokens: 0, responseTokens: 0 } }),
      ...run({ at: '2026-12-01T00:00:00.000Z' }),
      ...run({ at: '2026-10-31T23:59:59.999Z' }),
    );
    expect(await queries.usage(harbour, NOVEMBER)).toMatchObject({
      month: NOVEMBER,
      total: { requests: 4, tokens: 130, failed: 1 },
      users: [
        { userId: bo, requests: 2, tokens: 100 },
        { userId: ana, requests: 2, tokens: 30 },
      ],
      actions: [
        { action: 'rewrite', requests: 3, tokens: 115 },
        { action: 'translate', requests: 1, tokens: 15 },
      ],
      models: [
        { model: 'm', requests: 3, tokens: 115 },
        { model: 'n', requests: 1, tokens: 15 },
      ],
    });
  });

  test('the usage of a month contains only requests of the organisation', async () => {
    await project(...run({}), ...run({ customerId: bakery, userId: cleo }));
    const { users, latest, total } = await queries.usage(bakery, NOVEMBER);
    expect(users).toEqual([{ userId: cleo, requests: 1, tokens: 15 }]);
    expect(latest.map(({ userId }) => userId)).toEqual([cleo]);
    expect(total).toEqual({ requests: 1, tokens: 15, failed: 0 });
  });

  test('the usage of a month lists the newest fifty requests, with their outcomes', async () => {
    for (let day = 1; day <= 51; day++) {
      const minute = String(day).padStart(2, '0');
      await project(...run({ at: `2026-11-10T10:${minute}:00.000Z`, answer: day === 51 ? null : {} }));
    }
    const { latest } = await queries.usage(harbour, NOVEMBER);
    expect(latest).toHaveLength(50);
    expect(latest[0]).toMatchObject({ askedAt: '2026-11-10T10:51:00.000Z', outcome: null, tokens: 0 });
    expect(latest[1]).toMatchObject({ askedAt: '2026-11-10T10:50:00.000Z', outcome: 'done', tokens: 15 });
    expect(latest.at(-1)).toMatchObject({ askedAt: '2026-11-10T10:02:00.000Z' });
  });

  test('the usage of a month contains nothing without requests', async () => {
    expect(await queries.usage(harbour, NOVEMBER)).toEqual({
      ...{ month: NOVEMBER, total: { requests: 0, tokens: 0, failed: 0 } },
      ...{ users: [], actions: [], models: [], latest: [] },
    });
  });
});

test('the view accepts an answer in a later batch than its request, and twice', async () => {
  const [asked, answered] = run({}) as [RecordedEvent, RecordedEvent];
  await project(asked);
  await project(answered);
  await project(asked, answered);
  expect((await queries.usage(harbour, NOVEMBER)).total).toEqual({ requests: 1, tokens: 15, failed: 0 });
});

test('the view ignores an answer without a request', async () => {
  const [, answered] = run({}) as [RecordedEvent, RecordedEvent];
  await project(answered);
  expect((await queries.usage(harbour, NOVEMBER)).total.requests).toBe(0);
});
