import { randomUUID } from 'node:crypto';
import { parseSearch } from '@parley/contracts/api/search-query';
import type { RecordedEvent } from '@parley/contracts/events';
import { createIndexes, createSchema, fold } from '@parley/event-sourcing/projection/view-schema';
import type { ContactViewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import { searchView } from '@parley/search/read/search.projector';
import { SearchQueries } from '@parley/search/read/search.queries';
import type { Bench, Figure, Measurement } from '../figure';
import { percentile } from '../statistics';

const MESSAGES = 1_000_000;
/** Number of messages in a conversation, and number of messages from one that contains a rare word to the next. */
const EACH = 100;
const RARE_EVERY = 10_000;
const ASKED = 200;
const FOLDED = 5_000;
const BATCH = 200;

const customerId = randomUUID();

/**
 * Searches for a rare and for a common word among this many messages, and measures the time to fold one message into
 * the index. Messages of ten words each are inserted by SQL; a few words occur in most messages, and most words in
 * few messages.
 */
export const search: Figure = {
  name: 'search',
  async measure(bench) {
    const size = bench.size(MESSAGES);
    const database = new Database(await bench.postgres.productDatabase(), { max: 4 });
    bench.onEnd(() => database.close());
    bench.tell(`filling the view with ${size.toLocaleString('en')} messages`);
    await fill(database, size);
    bench.tell('searching');
    const name = `search at ${size.toLocaleString('en')}`;
    const rare = await p95(database, (n) => `rare${n % RARE_EVERY}`);
    const common = await p95(database, (n) => ['invoice', 'word1', 'word2', 'invo'][n % 4]!);
    return [
      { name: `${name}, rare, p95`, value: rare, unit: 'ms', goal: { of: 'value', atMost: 150 } },
      { name: `${name}, common, p95`, value: common, unit: 'ms', goal: { of: 'value', atMost: 300 } },
      await folding(bench, database, name),
    ];
  },
};

async function fill(database: Database, size: number): Promise<void> {
  await database.transaction(async (tx) => {
    await createSchema(tx, searchView, 'search');
    await tx.query(
      `insert into search.conversation_access (conversation_id, customer_id, contact_id, channel_id)
       select uuid(md5('chat' || n)), '${customerId}', uuid(md5('contact' || n)), uuid(md5('channel' || n % 5))
         from generate_series(0, ${Math.ceil(size / EACH)}) n`,
    );
    await tx.query(
      `insert into search.contact (id, customer_id, fields, comments, search)
       select uuid(md5('contact' || n)), '${customerId}', jsonb_build_object('name', 'Person ' || n), '{}',
              ' person ' || n || ' | #346' || n from generate_series(0, ${Math.ceil(size / EACH)}) n`,
    );
    await tx.query(
      `insert into search.entry
       select uuid(md5('message' || n)), '${customerId}', uuid(md5('chat' || n % ${Math.ceil(size / EACH)})),
              uuid(md5('contact' || n % ${Math.ceil(size / EACH)})), 'message', 'in', null,
              timestamptz '2026-01-01' + n * interval '10 seconds', array_to_string(words, ' '), '{}', false, false,
              array_to_tsvector(words)
         from generate_series(1, ${size}) n,
              lateral (select array_agg('word' || floor(exp(random() * ln(50000)))::int) ||
                              case when n % 20 = 0 then '{invoice}'::text[] else '{}' end ||
                              ('rare' || n % ${RARE_EVERY})::text as words
                         from generate_series(1, 10) where n > 0) said`,
    );
  });
  await database.transaction((tx) => createIndexes(tx, searchView, 'search'));
  await database.query('vacuum analyze search.entry');
  await database.query('vacuum analyze search.contact');
  await database.query('vacuum analyze search.conversation_access');
}

async function p95(database: Database, wordOf: (n: number) => string): Promise<number> {
  const queries = new SearchQueries(database);
  const viewer: ContactViewer = {
    ...{ customerId, userId: randomUUID(), role: 'manager', teamIds: [], channelIds: null },
    ...{ forcedTeamFilter: null, expandedTeamFilter: false, hasContactsModule: true },
  };
  const took: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const text = wordOf(n * 37);
    const { query } = parseSearch(text);
    const start = performance.now();
    await queries.find(viewer, { text, query, timeZone: 'UTC', limit: 5, cursor: null });
    took.push(performance.now() - start);
  }
  return percentile(took, 0.95);
}

/** Measures the time in ms in which the projector folds one message into a view that is full, with its indexes. */
async function folding(bench: Bench, database: Database, name: string): Promise<Measurement> {
  bench.tell('folding messages into it');
  const events = Array.from({ length: FOLDED }, (_, n) => received(n));
  const start = performance.now();
  for (let from = 0; from < events.length; from += BATCH) {
    await database.transaction((tx) => fold(tx, searchView, 'search', events.slice(from, from + BATCH)));
  }
  const value = (performance.now() - start) / FOLDED;
  return { name: `${name}, index write`, value, unit: 'ms', goal: { of: 'value', atMost: 1 } };
}

function received(n: number): RecordedEvent {
  const contactId = randomUUID();
  const text = Array.from({ length: 12 }, (_, word) => `word${(n * 31 + word * word * 97) % 50_000}`).join(
    ' ',
  );
  const time = new Date(Date.UTC(2027, 0, 1) + n * 1_000).toISOString();
  return {
    ...{
      id: randomUUID(),
      stream: `message-${randomUUID()}`,
      version: 0,
      schemaVersion: 1,
      customerId,
      time,
    },
    ...{ position: String(n + 1).padStart(20, '0'), type: 'MessageReceived' },
    ...{ actor: { type: 'contact', id: contactId }, correlationId: randomUUID(), causationId: randomUUID() },
    data: {
      ...{ subject: contactId, contactId, conversationId: randomUUID(), channelId: randomUUID() },
      ...{ contentType: 'text', providerTime: time, isAutomatic: false },
      personal: { externalId: String(n), content: { type: 'text', text }, context: {} },
    },
  };
}
