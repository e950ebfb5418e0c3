import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { Job, JobItem } from '@parley/contracts/api/jobs';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Job1765200000000 } from '@parley/jobs/job.migration';
import { JobWorkshop, lost, owned } from '@parley/jobs/testing/job-workshop';
import { runMigrations } from '@parley/platform/database/migrate';
import type { Principal } from '@parley/platform/http/principal';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import type { Storage } from '@parley/platform/storage/storage';
import { id } from '@parley/testing/event-sourcing/history';
import { installView } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { type Assignee, ToConversation } from '../domain/conversation';
import { inboxView } from '../read/inbox.projector';
import { AssignmentQueries } from '../read/assignment.queries';
import { InboxQueries } from '../read/inbox.queries';
import { ConversationHistory } from '../testing/conversation-history';
import { teller } from '../testing/teller';
import { AssignAll } from './assign-all';
import { AssignAllKind } from './assign-all.kind';
import { AssignmentJob1764200000000, AssignmentJobIsJob1765210000000 } from './assignment-job.migration';

let database: TestDatabase;
let store: PostgresEventStore;
let inbox: InboxQueries;
let assignAll: AssignAll;
let workshop: JobWorkshop;
let history: ConversationHistory;
/** Runs each time that the job assigns a conversation. */
let onAssign: () => void;
/** Appends the new events of `story` (default: the shared history) to the log, and folds them into the view. */
let happen: (story?: ConversationHistory) => Promise<void>;

beforeEach(async () => {
  database = await testDatabase([
    EventLog1763700000100,
    Job1765200000000,
    Projection1763700000200,
    ViewTally1767500000000,
  ]);
  await installView(database, inboxView);
  store = await PostgresEventStore.open(database);
  inbox = new InboxQueries(database);
  const assignments = new AssignmentQueries(database);
  const handler = busOf(new Aggregates(store), ToConversation);
  onAssign = () => undefined;
  const commands = {
    execute: (command: ToConversation) => {
      onAssign();
      return handler.execute(command);
    },
  };
  const kind = new AssignAllKind(inbox, assignments, commands as unknown as CommandBus);
  workshop = new JobWorkshop(database, [kind], {} as Storage);
  assignAll = new AssignAll(workshop.jobs, assignments);
  history = new ConversationHistory();
  const tell = teller(database, store, inboxView);
  happen = (story = history) => tell(story);
  for (const channel of ['whatsapp', 'web']) history.channel(channel);
  history.user('mia', 'manager');
  for (const agent of ['tom', 'eva']) history.user(agent, 'user');
  history.team('sales', ['tom']);
  history.team('support', ['mia']);
});
afterEach(async () => {
  await store.close();
  await database.drop();
});

/** Adds unassigned conversations to the history, each with its own contact. */
function start(...words: string[]): void {
  for (const word of words) history.start(word, { contact: `contact of ${word}` });
}

const viewerOf = (user: string) => inbox.viewer({ customerId: history.customerId, userId: id(user) });
const as = (user: string, role: Principal['role'] = 'manager', { customerId } = history): Principal => ({
  ...{ customerId, userId: id(user), role },
  can: () => true,
});
const to = (user: string | null, team: string | null = null): Assignee => ({
  userId: user && id(user),
  teamId: team && id(team),
});

async function begin(assignee = to('tom'), request: object = {}, { user = 'mia' } = {}): Promise<Job> {
  const list = { list: 'new' as const, sortBy: 'newestEntry' as const, ...request };
  return assignAll.begin(await viewerOf(user), { id: randomUUID(), to: assignee, request: list });
}

const runToEnd = () => workshop.runToEnd();

/** The assignments of a conversation in the log, each as `user/team`. */
async function assigned(word: string): Promise<string[]> {
  const found: string[] = [];
  const stream = `conversation-${id(word)}`;
  for await (const { type, data } of store.readStream(stream, { customerId: history.customerId })) {
    if (type !== 'ConversationAssigned') continue;
    const { userId, teamId } = data as Assignee;
    found.push([userId, teamId].map((holder) => names.get(holder ?? '') ?? '-').join('/'));
  }
  return found;
}
const names = new Map(['tom', 'eva', 'mia', 'sales', 'support'].map((name) => [id(name), name]));

const resultOf = (job: Job, user = 'mia') => workshop.jobs.find(as(user), job.id);
const failuresOf = async (job: Job, user = 'mia'): Promise<JobItem[]> =>
  (await workshop.jobs.items(as(user), job.id, { result: 'failed' })).data;

describe('Assigning all conversations that match', () => {
  it('assigns all matching conversations in several batches, and no others', async () => {
    const many = Array.from({ length: 120 }, (_, n) => `waiting ${n}`);
    start(...many);
    history.start('elsewhere', { contact: 'zoe', channel: 'web' });
    start('taken');
    history.assign('taken', 'eva');
    await happen();
    const job = await begin(to('tom'), { channels: [id('whatsapp')] });
    expect(job).toMatchObject({ state: 'waiting', total: 120, done: 0 });
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({
      ...{ state: 'done', total: 120, done: 120, skipped: 0, failed: 0 },
    });
    for (const word of many) expect(await assigned(word)).toEqual(['tom/-']);
    expect(await assigned('elsewhere')).toEqual([]);
    expect(await assigned('taken')).toEqual(['eva/-']);
  });

  it('keeps the team when it assigns to a user, and replaces user and team when it assigns to a team', async () => {
    start('of nobody', 'of sales', 'of eva');
    history.assign('of sales', null, 'sales');
    history.assign('of eva', 'eva', 'sales');
    await happen();
    await begin(to('tom'), { list: 'team', teamId: id('sales') });
    await runToEnd();
    expect(await assigned('of sales')).toEqual(['-/sales', 'tom/sales']);
    expect(await assigned('of nobody')).toEqual([]);
    await begin(to(null, 'support'), { list: 'open', userIds: [id('eva')] });
    await runToEnd();
    expect(await assigned('of eva')).toEqual(['eva/sales', '-/support']);
  });

  it('leaves out conversations that match only after the job began', async () => {
    start('early');
    await happen();
    const job = await begin();
    start('late');
    await happen();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ total: 1, done: 1 });
    expect(await assigned('late')).toEqual([]);
  });

  it('assigns only conversations that the manager may see', async () => {
    history.user('ned', 'manager', { includeUnassigned: false });
    start('of sales', 'of ned');
    history.assign('of sales', 'eva', 'sales');
    history.assign('of ned', 'ned');
    await happen();
    const job = await begin(to('tom'), { list: 'open' }, { user: 'ned' });
    expect(job.total).toBe(1);
    await runToEnd();
    expect(await assigned('of sales')).toEqual(['eva/sales']);
    expect(await assigned('of ned')).toEqual(['-/-', 'tom/-']);
  });

  it('assigns no conversation of other organisations, and rejects their users as assignees', async () => {
    start('ours');
    await happen();
    const theirs = new ConversationHistory(randomUUID());
    theirs.user('zoe', 'manager');
    theirs.start('theirs', { contact: 'their contact' });
    await happen(theirs);
    await expect(begin(to('zoe'))).rejects.toMatchObject({ code: 'unknown_assignee' });
    const job = await begin();
    expect(job.total).toBe(1);
    await runToEnd();
    const { rows } = await database.query('select assigned_user_id from inbox.conversation where id = $1', [
      id('theirs'),
    ]);
    expect(rows).toEqual([{ assigned_user_id: null }]);
  });
});

describe('A change after the job began', () => {
  it('skips a conversation that another user has assigned since', async () => {
    start('contested', 'quiet');
    await happen();
    const job = await begin();
    history.assign('contested', 'eva');
    await happen();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ done: 1, skipped: 1, failed: 0 });
    expect(await assigned('contested')).toEqual(['eva/-']);
  });

  it('reports a conversation that can no longer be assigned, with the reason', async () => {
    start('archived', 'quiet');
    await happen();
    const job = await begin();
    history.about('archived', { type: 'ConversationArchived', data: { seenUpTo: '', afterHours: null } });
    await happen();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ done: 1, skipped: 0, failed: 1 });
    expect(await failuresOf(job)).toMatchObject([
      { key: id('archived'), name: 'contact of archived', code: 'conversation_closed' },
    ]);
  });

  it('hides the name of a conversation that the manager may no longer see', async () => {
    history.user('ned', 'manager', { includeUnassigned: true });
    start('moved');
    await happen();
    const job = await begin(to('tom'), {}, { user: 'ned' });
    history.assign('moved', 'eva', 'sales');
    await happen();
    await runToEnd();
    expect(await resultOf(job, 'ned')).toMatchObject({ done: 0, failed: 1 });
    expect(await failuresOf(job, 'ned')).toMatchObject([{ key: id('moved'), name: null, code: 'not_found' }]);
    // Another manager, who may see the conversation, sees its name.
    expect(await failuresOf(job)).toMatchObject([{ name: 'contact of moved' }]);
  });

  it('stops the job if the manager has lost the role, or the assignee has left the organisation', async () => {
    start('one', 'two');
    history.assign('two', 'tom');
    await happen();
    history.user('ned', 'manager');
    await happen();
    const ofNed = await begin(to('tom'), {}, { user: 'ned' });
    const toEva = await begin(to('eva'), { list: 'open' });
    history.add(`user-${id('ned')}`, { type: 'UserRoleChanged', data: { role: 'user' } });
    history.add(`user-${id('eva')}`, { type: 'UserDeactivated', data: {} });
    await happen();
    await runToEnd();
    expect(await failuresOf(ofNed, 'ned')).toMatchObject([{ code: 'not_authorized' }]);
    expect(await failuresOf(toEva)).toMatchObject([{ code: 'unknown_assignee' }]);
    expect(await assigned('one')).toEqual([]);
    expect(await assigned('two')).toEqual(['tom/-']);
  });
});

describe('A process that crashes', () => {
  it('leaves its job to the next process, which continues the job and assigns no conversation twice', async () => {
    const many = Array.from({ length: 130 }, (_, n) => `waiting ${n}`);
    start(...many);
    await happen();
    const job = await begin();
    await workshop.runner().turn(owned);
    // The second batch is assigned, but the job has not recorded that yet.
    await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
    expect(await resultOf(job)).toMatchObject({ state: 'running', done: 50 });
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ state: 'done', done: 130, skipped: 0, failed: 0 });
    for (const word of many) expect(await assigned(word)).toEqual(['tom/-']);
  });
});

describe('A process that has to stop', () => {
  it('starts no further group of a batch and counts no failure; the next process assigns each remaining conversation once', async () => {
    const many = Array.from({ length: 12 }, (_, n) => `waiting ${n}`);
    start(...many);
    await happen();
    const job = await begin();
    const stop = new AbortController();
    let asked = 0;
    onAssign = () => {
      asked++;
      stop.abort();
    };
    const leaving = Object.assign(Object.create(owned) as Lease, { signal: stop.signal });
    await expect(workshop.runner().turn(leaving)).rejects.toThrow(LeaseLost);
    expect(asked).toBe(5);
    expect(await database.query('select step, tries from parley.job')).toMatchObject({
      rows: [{ step: 0, tries: 0 }],
    });
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ state: 'done', done: 12 });
    for (const word of many) expect(await assigned(word)).toEqual(['tom/-']);
  });
});

describe('A job', () => {
  it('a user cannot run two jobs at a time for the same list', async () => {
    start('one');
    await happen();
    await begin();
    await expect(begin(to('eva'))).rejects.toMatchObject({ code: 'assignment_running' });
    await begin(to('eva'), { list: 'open' });
    await runToEnd();
    await begin(to('eva'));
  });

  it('a job requires a single user or team, and a list other than the archive', async () => {
    await happen();
    for (const assignee of [to(null), to('tom', 'sales')])
      await expect(begin(assignee)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(begin(to('tom'), { list: 'archived' })).rejects.toMatchObject({
      code: 'conversation_closed',
    });
    expect((await workshop.jobs.list(as('mia'), {})).data).toEqual([]);
  });

  it('a job ends immediately if no conversation matches', async () => {
    await happen();
    const job = await begin();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ state: 'done', total: 0 });
  });
});

test('a job of the previous release is continued, and the result of an ended one is kept', async () => {
  const before = await testDatabase([Job1765200000000, AssignmentJob1764200000000]);
  const [running, ended] = [randomUUID(), randomUUID()];
  const { customerId } = history;
  for (const [job, status] of [
    [running, 'running'],
    [ended, 'done'],
  ]) {
    await before.query(
      `insert into parley.assignment_job
         (id, customer_id, user_id, list, to_user_id, status, total, reached, assigned, refused, ended_at)
       values ($1, $2, $3, 'new', $4, $5, 3, 2, 1, 1, case $5 when 'done' then now() end)`,
      [job, customerId, id('mia'), id('tom'), status],
    );
  }
  await before.query(
    `insert into parley.assignment_item values ($1, 1, $2, null, null, null), ($1, 2, $3, null, $5, 'not_found'),
       ($1, 3, $4, null, $5, null)`,
    [running, id('one'), id('two'), id('three'), id('sales')],
  );
  await runMigrations(before.url, [
    Job1765200000000,
    AssignmentJob1764200000000,
    AssignmentJobIsJob1765210000000,
  ]);
  const asked: unknown[] = [];
  const kind = Object.assign(Object.create(null) as AssignAllKind, {
    ...{ name: 'assign-all', batch: 50, keptDays: 7, overseenBy: 'manager' as const },
    process: async (job: unknown, items: unknown[]) => {
      asked.push(job, ...items);
      return items.map(() => ({ result: 'done' as const }));
    },
  });
  const successor = new JobWorkshop(before, [kind], {} as Storage);
  const { jobs } = successor;
  expect(await jobs.find(as('mia'), ended)).toMatchObject({ state: 'done', total: 3, done: 1, failed: 1 });
  await successor.runToEnd();
  const about = { list: 'new', teamId: null, to: to('tom') };
  expect(await jobs.find(as('mia'), running)).toMatchObject({ state: 'done', done: 2, failed: 1, about });
  const items = await jobs.items(as('mia'), running, { result: 'failed' });
  expect(items.data).toMatchObject([{ key: id('two'), code: 'not_found' }]);
  expect(asked).toMatchObject([
    { customerId, userId: id('mia'), params: { to: to('tom') } },
    { id: uuidV5(id('three'), running), key: id('three'), payload: { holder: to(null, 'sales') } },
  ]);
  await before.drop();
});
