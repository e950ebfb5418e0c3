import { randomUUID } from 'node:crypto';
import type { CommandBus } from '@nestjs/cqrs';
import type { AssignmentJob } from '@parley/contracts/api/assignment-jobs';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import type { Database } from '@parley/platform/database/database';
import { LeaseLost, type Lease } from '@parley/platform/lease/lease';
import { id } from '@parley/testing/event-sourcing/history';
import { installView } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import type { Assignee } from '../domain/conversation';
import { inboxView } from '../read/inbox.projector';
import { AssignmentQueries } from '../read/assignment.queries';
import { InboxQueries } from '../read/inbox.queries';
import { ConversationHistory } from '../testing/conversation-history';
import { teller } from '../testing/teller';
import { ConversationHandler, type ToConversation } from '../write/conversation.handler';
import { AssignmentJob1764200000000 } from './assignment-job.migration';
import { AssignmentJobs } from './assignment-jobs';
import { AssignmentRunner } from './assignment-runner';

let database: TestDatabase;
let store: PostgresEventStore;
let inbox: InboxQueries;
let assignments: AssignmentQueries;
let jobs: AssignmentJobs;
let history: ConversationHistory;
/** What was told since is in the log, and is shown. */
let happen: (story?: ConversationHistory) => Promise<void>;

beforeEach(async () => {
  database = await testDatabase([EventLog1763700000100, AssignmentJob1764200000000]);
  await installView(database, inboxView);
  store = await PostgresEventStore.open(database);
  inbox = new InboxQueries(database);
  assignments = new AssignmentQueries(database);
  jobs = new AssignmentJobs(database, assignments);
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

/** Conversations of nobody, each of a contact of its own. */
function start(...words: string[]): void {
  for (const word of words) history.start(word, { contact: `contact of ${word}` });
}

const me = (user = 'mia') => inbox.viewer({ customerId: history.customerId, userId: id(user) });
const to = (user: string | null, team: string | null = null): Assignee => ({
  userId: user && id(user),
  teamId: team && id(team),
});

async function begin(
  assignee = to('tom'),
  request: object = {},
  { user = 'mia' } = {},
): Promise<AssignmentJob> {
  const list = { list: 'new' as const, sortBy: 'newestEntry' as const, ...request };
  return jobs.start(await me(user), { id: randomUUID(), to: assignee, request: list });
}

const lease = (guard: (guarded: Database) => unknown) =>
  Object.assign(Object.create(null) as Lease, { isOwned: () => true, guard });
const owned = lease((guarded) => guarded);
/** Of a process that died, or lost its lease while it was frozen: it writes nothing down any more. */
const lost = lease(() => ({ transaction: () => Promise.reject(new LeaseLost('It has another owner.')) }));

function runner(): AssignmentRunner {
  const handler = new ConversationHandler(new Aggregates(store));
  const commands = { execute: (command: ToConversation) => handler.execute(command) };
  return new AssignmentRunner(database, jobs, inbox, assignments, commands as unknown as CommandBus);
}

async function runToEnd(): Promise<void> {
  for (const one = runner(); await one.round(owned););
}

/** Each assignment of a conversation that the log holds, as `user/team`. */
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

const resultOf = async (job: AssignmentJob, user = 'mia') => jobs.find(await me(user), job.id);

describe('Everything that matches', () => {
  it('is assigned, over many batches, and nothing else is', async () => {
    const many = Array.from({ length: 120 }, (_, n) => `waiting ${n}`);
    start(...many);
    history.start('elsewhere', { contact: 'zoe', channel: 'web' });
    start('taken');
    history.assign('taken', 'eva');
    await happen();
    const job = await begin(to('tom'), { channels: [id('whatsapp')] });
    expect(job).toMatchObject({ status: 'running', total: 120, assigned: 0 });
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({
      ...{ status: 'done', total: 120, assigned: 120, skipped: 0, refused: 0 },
      refusals: [],
    });
    for (const word of many) expect(await assigned(word)).toEqual(['tom/-']);
    expect(await assigned('elsewhere')).toEqual([]);
    expect(await assigned('taken')).toEqual(['eva/-']);
  });

  it('goes to a person within its team, and to a team from whoever had it', async () => {
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

  it('is what matched when the job began: what comes later is none of it', async () => {
    start('early');
    await happen();
    const job = await begin();
    start('late');
    await happen();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ total: 1, assigned: 1 });
    expect(await assigned('late')).toEqual([]);
  });

  it('is only what its manager may see', async () => {
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

  it('is nothing of another organisation, and goes to nobody there', async () => {
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
    const stranger = await inbox.viewer({ customerId: theirs.customerId, userId: id('zoe') });
    await expect(jobs.find(stranger, job.id)).rejects.toThrow(NotFound);
    await expect(jobs.cancel(stranger, job.id)).rejects.toThrow(NotFound);
    await expect(jobs.putAway(stranger, job.id)).rejects.toThrow(NotFound);
    expect(await jobs.list(stranger)).toEqual([]);
    const { rows } = await database.query('select assigned_user_id from inbox.conversation where id = $1', [
      id('theirs'),
    ]);
    expect(rows).toEqual([{ assigned_user_id: null }]);
  });
});

describe('What changed meanwhile', () => {
  it('stays with whom somebody else gave it', async () => {
    start('contested', 'quiet');
    await happen();
    const job = await begin();
    history.assign('contested', 'eva');
    await happen();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ assigned: 1, skipped: 1, refused: 0, refusals: [] });
    expect(await assigned('contested')).toEqual(['eva/-']);
  });

  it('is refused where it cannot be assigned any more, and is named with the reason', async () => {
    start('archived', 'quiet');
    await happen();
    const job = await begin();
    history.about('archived', { type: 'ConversationArchived', data: { seenUpTo: '', afterHours: null } });
    await happen();
    await runToEnd();
    const refusal = { chatId: id('archived'), name: 'contact of archived', code: 'conversation_closed' };
    expect(await resultOf(job)).toMatchObject({ assigned: 1, skipped: 0, refused: 1, refusals: [refusal] });
  });

  it('is refused without a name where its manager may not see it any more', async () => {
    history.user('ned', 'manager', { includeUnassigned: true });
    start('moved');
    await happen();
    const job = await begin(to('tom'), {}, { user: 'ned' });
    history.assign('moved', 'eva', 'sales');
    await happen();
    await runToEnd();
    const refusal = { chatId: id('moved'), name: null, code: 'not_found' };
    expect(await resultOf(job, 'ned')).toMatchObject({ assigned: 0, refused: 1, refusals: [refusal] });
  });

  it('ends it for a manager who is none any more, and for an assignee who left', async () => {
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
    expect((await resultOf(ofNed, 'ned')).refusals).toMatchObject([{ code: 'not_authorized' }]);
    expect((await resultOf(toEva)).refusals).toMatchObject([{ code: 'unknown_assignee' }]);
    expect(await assigned('one')).toEqual([]);
    expect(await assigned('two')).toEqual(['tom/-']);
  });
});

describe('A process that dies', () => {
  it('leaves its job to the next one, which goes on where it was and assigns nothing twice', async () => {
    const many = Array.from({ length: 130 }, (_, n) => `waiting ${n}`);
    start(...many);
    await happen();
    const job = await begin();
    await runner().round(owned);
    // The second batch is assigned, and nobody has written that down.
    await expect(runner().round(lost)).rejects.toThrow(LeaseLost);
    expect(await resultOf(job)).toMatchObject({ status: 'running', assigned: 50 });
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ status: 'done', assigned: 130, skipped: 0, refused: 0 });
    for (const word of many) expect(await assigned(word)).toEqual(['tom/-']);
  });

  it('counts nothing that its successor has counted', async () => {
    start('one', 'two');
    await happen();
    const job = await begin();
    const [before] = await jobs.running();
    await runner().round(owned);
    await database.transaction((tx) => jobs.record(before!, [{ place: 1, outcome: 'assigned' }], tx));
    expect(await resultOf(job)).toMatchObject({ assigned: 2 });
  });
});

describe('A job', () => {
  it('that is cancelled keeps what it did and does no more', async () => {
    start(...Array.from({ length: 80 }, (_, n) => `waiting ${n}`));
    await happen();
    const job = await begin();
    await runner().round(owned);
    expect(await jobs.cancel(await me(), job.id)).toMatchObject({ status: 'cancelled', assigned: 50 });
    await runToEnd();
    expect(await jobs.cancel(await me(), job.id)).toMatchObject({ status: 'cancelled', assigned: 50 });
  });

  it('runs once over the same list; what has ended is shown until it is put away', async () => {
    start('one');
    await happen();
    const job = await begin();
    await expect(begin(to('eva'))).rejects.toMatchObject({ code: 'assignment_running' });
    await jobs.putAway(await me(), job.id);
    expect(await jobs.list(await me())).toMatchObject([{ id: job.id, status: 'running' }]);
    await runToEnd();
    expect(await jobs.list(await me())).toMatchObject([{ id: job.id, status: 'done' }]);
    await jobs.putAway(await me(), job.id);
    expect(await jobs.list(await me())).toEqual([]);
    await begin(to('eva'));
  });

  it('is of nobody but who began it', async () => {
    history.user('ned', 'manager');
    start('one');
    await happen();
    const job = await begin();
    expect(await jobs.list(await me('ned'))).toEqual([]);
    await expect(jobs.cancel(await me('ned'), job.id)).rejects.toThrow(NotFound);
  });

  it('goes to one user or one team, and not over the archive', async () => {
    await happen();
    for (const assignee of [to(null), to('tom', 'sales')])
      await expect(begin(assignee)).rejects.toMatchObject({ code: 'invalid_input' });
    await expect(begin(to('tom'), { list: 'archived' })).rejects.toMatchObject({
      code: 'conversation_closed',
    });
    expect(await jobs.running()).toEqual([]);
  });

  it('that nothing matches is done at once', async () => {
    await happen();
    const job = await begin();
    await runToEnd();
    expect(await resultOf(job)).toMatchObject({ status: 'done', total: 0 });
  });
});
