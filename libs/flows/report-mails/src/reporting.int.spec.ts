import { randomUUID } from 'node:crypto';
import type { Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Abilities } from '@parley/access/domain/abilities';
import { MAX_REPORTS } from '@parley/contracts/api/insights';
import type { DomainEvent, InsightReportEvent, RecordedEvent, ReportContent } from '@parley/contracts/events';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { newEvent } from '@parley/event-sourcing/store/new-event';
import { ReportsController } from '@parley/insights/http/reports.controller';
import { InsightQueries } from '@parley/insights/read/insight.queries';
import { ReportQueries } from '@parley/insights/read/reports.queries';
import { ReportDue } from '@parley/insights/write/report-due';
import { ToReport } from '@parley/insights/domain/report';
import { reportIdOf } from '@parley/insights/write/report-id';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { Principal } from '@parley/platform/http/principal';
import { Mailer, type Mail } from '@parley/platform/mail/mailer';
import { pause } from '@parley/platform/database/retry';
import { id } from '@parley/testing/event-sourcing/history';
import { ReportMailReaction } from './report-mail.reaction';
import { TestWorker } from '@parley/server/roles/worker/worker-testing';
import { allViewsShow } from '@parley/server/testing/all-views-show';

const customerId = randomUUID();
const day = 24 * 60 * 60_000;
const filters = { agent: [], channel: [], tags: [], team: [] };
let workers: TestWorker[];
const sent: Mail[] = [];
const word = (name: string) => `${name} of ${customerId}`;

beforeAll(async () => {
  const first = await TestWorker.start();
  const beside = { DATABASE_URL: first.database.url, PARLEY_DATA: first.dataDir };
  workers = [first, await TestWorker.start(beside)];
  for (const { app } of workers) {
    jest.spyOn(app.get(Mailer), 'send').mockImplementation((mail) => {
      sent.push(mail);
      return Promise.resolve();
    });
  }
  const story = new ConversationHistory(customerId);
  const registered = { name: 'Harbour Bikes', domain: 'harbour.example', storageName: 'harbour' };
  story.add(`customer-${customerId}`, { type: 'CustomerRegistered', data: registered } as never);
  story.user(word('manager'), 'manager');
  story.user(word('agent'), 'user');
  story.channel(word('channel'));
  story.start(word('conversation'), { contact: word('contact'), channel: word('channel') });
  for (const n of [1, 2, 3])
    story.receive(word('conversation'), word(`message ${n}`), { contact: word('contact') });
  const store = first.app.get(EventStore);
  for (const { stream, type, data } of story.events) {
    const event = newEvent({ type, data } as DomainEvent, { customerId, by: 'test' });
    await store.append(stream, [event], { expected: 'any', customerId });
  }
  await settle();
}, 120_000);
afterAll(async () => {
  for (const worker of [...workers].reverse()) await worker.stop();
});

const looksAgain = () => pause(20, new AbortController().signal);
const now = () => new Date().toISOString();
const commands = () => workers[0]!.app.get(CommandBus);

async function settle(): Promise<void> {
  await allViewsShow(workers[0]!.engines, undefined, 60_000);
}

/** Creates a report that its owner switched on 8 days ago, so that a mail is due. */
async function switchedOn(owner: string): Promise<string> {
  const ownerId = id(word(owner));
  const content: ReportContent = { ownerId, every: 'week', graphs: [0, 3], filters };
  const reportId = reportIdOf(content);
  const then = new Date(Date.now() - 8 * day).toISOString();
  const command = { type: 'SwitchOn', content, timeZone: 'UTC', now: then } as const;
  await commands().execute(new ToReport(reportId, command, doneBy('test', { customerId, now: then })));
  return reportId;
}

async function factsOf(reportId: string): Promise<(RecordedEvent & InsightReportEvent)[]> {
  const facts: (RecordedEvent & InsightReportEvent)[] = [];
  for await (const event of workers[0]!.app
    .get(EventStore)
    .readStream(`insightReport-${reportId}`, { customerId }))
    facts.push(event as never);
  return facts;
}

/** Waits until the reaction has processed the event that the report's mail was due. */
async function untilSent(reportId: string): Promise<void> {
  for (;;) {
    const due = (await factsOf(reportId)).find(({ type }) => type === 'InsightReportFellDue');
    const { rows } = await workers[0]!.database.query<{ position: string }>(
      `select position from parley.reaction_checkpoint where reaction = 'report-mail'`,
    );
    if (due && rows[0] && rows[0].position >= due.position) return;
    await looksAgain();
  }
}

test('two workers send a single mail for a week, and only to a user who may see the dashboard', async () => {
  const reportId = await switchedOn('manager');
  const due = { stream: `insightReport-${reportId}`, command: 'report', at: now(), customerId };
  // Issues the scheduled command twice from each worker concurrently, in addition to the workers' schedulers.
  await Promise.all(
    [...workers, ...workers].map(({ app }) =>
      app.get(ReportDue, { strict: false }).issue({ ...due, at: randomUUID() }),
    ),
  );
  await untilSent(reportId);
  // The report's owner was a manager when they switched it on, and is only an agent now.
  await untilSent(await switchedOn('agent'));
  const types = (await factsOf(reportId)).map(({ type }) => type);
  expect(types).toEqual(['InsightReportSwitchedOn', 'InsightReportFellDue']);
  expect(sent).toHaveLength(1);
  const [mail] = sent as [Mail];
  expect(mail.to).toEqual({ name: word('manager'), address: `${word('manager')}@example.test` });
  expect(mail.subject).toBe('Last week at Harbour Bikes');
  expect(mail.text).toContain('Messages');
  expect(mail.text).toContain(`/insights?report=${reportId}`);
  expect(mail.html).not.toMatch(/<script|<img|src=|url\(/);
}, 120_000);

test('switches on at most the maximum number of reports, even if requests are concurrent', async () => {
  const me = { userId: randomUUID(), customerId } as Principal;
  const doors = workers.map(({ app }) => {
    const of = <T>(type: Type<T>) => app.get(type, { strict: false });
    const [reports, insights] = [of(ReportQueries), of(InsightQueries)];
    const [store, oneAtATime] = [of(EventStore as Type<EventStore>), of(OneAtATime)];
    const views = of(Views as Type<Views>);
    return new ReportsController(reports, insights, views, app.get(CommandBus), store, oneAtATime);
  });
  const asked = Array.from({ length: MAX_REPORTS + 3 }, (_, index) => {
    const of = { ...filters, tags: [id(`${customerId} ${index}`)] };
    return doors[index % 2]!.switchOn(me, { every: 'week', graphs: [0], filters: of } as never);
  });
  const refused = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === 'rejected' ? [(each.reason as Rejected).code] : [],
  );
  expect(refused).toEqual(Array(3).fill('too_many_reports'));
}, 120_000);

test('a mail is not sent before the view has folded its period', async () => {
  const { app } = workers[0]!;
  const reportId = await switchedOn('agent');
  await untilSent(reportId);
  const due = (await factsOf(reportId)).find(({ type }) => type === 'InsightReportFellDue')!;
  jest
    .spyOn(app.get(Views), 'catchUp')
    .mockImplementation((view) =>
      view === 'insights' ? Promise.reject(new Rejected('busy')) : Promise.resolve(),
    );
  jest.spyOn(app.get(Abilities), 'isAllowed').mockReturnValue(true);
  const before = sent.length;
  await expect(app.get(ReportMailReaction, { strict: false }).react(due)).rejects.toThrow('busy');
  expect(sent).toHaveLength(before);
  jest.mocked(app.get(Views).catchUp).mockRestore();
  jest.mocked(app.get(Abilities).isAllowed).mockRestore();
}, 120_000);
