import fc from 'fast-check';
import { idOf, type RecordedEvent } from '@parley/contracts/events';
import {
  Projection1763700000200,
  ViewTally1767500000000,
} from '@parley/event-sourcing/projection/projection.migration';
import { AsOf } from '@parley/read-kit/as-of';
import type { Cell, ExportSource } from '@parley/feature/export-source';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { id, positionOf } from '@parley/testing/event-sourcing/history';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { historyOf, step, words } from '../testing/any-history';
import { ConversationsExport, MessagesExport } from './conversation-exports';

const customerId = id('customer');
const owner = { customerId, userId: id('mia'), params: {} };
let database: TestDatabase;
let inbox: InboxQueries;

beforeAll(async () => {
  database = await testDatabase([Projection1763700000200, ViewTally1767500000000]);
  inbox = new InboxQueries(database);
  for (const view of [inboxView, transcriptView]) await installView(database, view);
});
afterAll(() => database.drop());

/** A log with these events in which the personal data of erased contacts can no longer be decrypted. */
function logOf(events: RecordedEvent[]): EventStore {
  const erased = new Set(
    events.filter(({ type }) => type === 'ContactErased').map(({ stream }) => idOf(stream)),
  );
  const readable = (event: RecordedEvent) => {
    const data = event.data as { subject?: string };
    return erased.has(data.subject ?? '') ? { ...event, data: { ...data, personal: null } } : event;
  };
  const of = (stream: string) => events.filter((event) => event.stream === stream).map(readable);
  return {
    movedSince: (streams: string[], { after }: { after: string }) =>
      Promise.resolve(
        new Set(streams.filter((stream) => of(stream).some(({ position }) => position > after))),
      ),
    async *readStream(stream: string) {
      yield* structuredClone(of(stream));
    },
  } as unknown as EventStore;
}

async function show(events: RecordedEvent[]): Promise<void> {
  for (const view of [inboxView, transcriptView]) await project(database, view, events);
}

async function forget(): Promise<void> {
  const { rows } = await database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = any($1)`,
    [[inboxView.name, transcriptView.name]],
  );
  await database.query(`truncate ${rows.map(({ name }) => name).join(', ')}`);
}

async function exported(source: ExportSource, log: RecordedEvent[], position: string) {
  const fields = (await source.fields(customerId)).map(({ name }) => name);
  const query = { from: null, to: null, fields, withNotes: true };
  const asOf = new AsOf(logOf(log), customerId, position);
  const rows: Record<string, Cell>[] = [];
  const keys = words.map(id);
  for await (const batch of source.rows(keys, query, { asOf, owner, found: () => undefined }))
    rows.push(...batch.rows);
  return rows;
}

test('an export as of a position is not changed by later events, except deletions and erasures', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 15, maxLength: 50 }),
      fc.double({ min: 0.3, max: 1, noNaN: true }),
      async (steps, share) => {
        const { events } = historyOf(steps);
        const cut = positionOf(Math.ceil(events.length * share));
        const since = events.filter(({ position }) => position > cut);
        const streamsOf = (...types: string[]) =>
          since.filter(({ type }) => types.includes(type)).map(({ stream }) => idOf(stream));
        const deleted = streamsOf('ConversationDeleted');
        // An echo that proved to be an own message is no message any more.
        const aliased = streamsOf('MessageAliased');
        const isKept = (row: Record<string, Cell>) =>
          !deleted.includes(String(row.conversationId)) && !aliased.includes(String(row.messageId));
        // Skips histories with erasures and moves: the view does not store in which conversation a moved e-mail was
        // before.
        if (streamsOf('ContactErased', 'MessageMoved').length > 0) return;
        const sources = [new ConversationsExport(database, inbox), new MessagesExport(database, inbox)];
        await forget();
        await show(events.filter(({ position }) => position <= cut));
        const before = [];
        for (const source of sources) before.push(await exported(source, events.slice(0, Number(cut)), cut));
        await show(since);
        for (const [n, source] of sources.entries())
          expect(await exported(source, events, cut)).toEqual(before[n]!.filter(isKept));
        // A smaller page size changes neither the rows nor their order.
        const [, whole] = sources;
        const inPieces = Object.assign(new MessagesExport(database, inbox), { page: 2 });
        expect(await exported(inPieces, events, cut)).toEqual(await exported(whole!, events, cut));
      },
    ),
    { numRuns: 12, endOnFailure: true },
  );
});
