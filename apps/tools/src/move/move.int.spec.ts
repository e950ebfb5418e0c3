import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedEvent } from '@parley/contracts/events';
import { withPositions } from '@parley/contracts/events/positions';
import { ConversationHistory } from '@parley/conversations/testing/conversation-history';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { loadConfig } from '@parley/platform/config/config';
import type { Database } from '@parley/platform/database/database';
import { FileMissing, newPath } from '@parley/platform/storage/storage';
import { EventStoreDbDouble } from '@parley/testing/eventstoredb/eventstoredb-double';
import { contentsOf } from '@parley/testing/postgres/contents-of';
import { copyOfDatabase, testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { openEngines, type Engines } from '@parley/server/engines';
import { views } from '@parley/server/features';
import { migrations } from '@parley/server/migrations';
import { move, type MoveReport } from './move';
import { positionColumns } from './move-positions';
import { PositionMap } from './position-map';

const silent: MoveReport = { step: () => undefined, progress: () => undefined, done: () => undefined };
const photo = { path: newPath(), body: Buffer.from([0xff, 0xd8, 0, 1, 2]) };

/** Tests use only two of the views, to be fast; the first test uses all views. */
const twoViews = views.filter(({ name }) => name === 'access' || name === 'inbox');

/** An installation with data and its data folder, prepared once. Tests copy both. */
let prepared: TestDatabase;
let preparedFolder: string;
let source: TestDatabase;
let target: TestDatabase;
let folders: [string, string];

beforeAll(async () => {
  prepared = await testDatabase(migrations);
  preparedFolder = await folder();
  await fill(configOf(prepared, preparedFolder));
  await prepared.close();
});
afterAll(async () => {
  await Promise.all([prepared.drop(), rm(preparedFolder, { recursive: true })]);
});

beforeEach(async () => {
  [source, target] = [await copyOfDatabase(prepared.url), await testDatabase()];
  folders = [await folder(), await folder()];
  await cp(preparedFolder, folders[0], { recursive: true });
});
afterEach(async () => {
  await Promise.all([source.drop(), target.drop(), ...folders.map((path) => rm(path, { recursive: true }))]);
});

const folder = () => mkdtemp(join(tmpdir(), 'parley-move-'));
const configOf = (database: Database, dataDir: string) =>
  loadConfig({ DATABASE_URL: database.url, PARLEY_DATA: dataDir, PARLEY_SECRET: 's'.repeat(40) });
const from = () => configOf(source, folders[0]);
const to = () => configOf(target, folders[1]);
const moving = (report: MoveReport = silent, rebuilt = twoViews) => move(from(), to(), rebuilt, report);

/** Opens the engines of source or target like a starting server, and closes them like a stopping one. */
async function running<T>(
  config: ReturnType<typeof from>,
  work: (engines: Engines) => Promise<T>,
): Promise<T> {
  const engines = await openEngines(config);
  try {
    return await work(engines);
  } finally {
    await engines.close();
  }
}

/** Fills an installation with encrypted messages, read and archived conversations, keys, sessions and files. */
async function fill(config: ReturnType<typeof from>): Promise<void> {
  await running(config, async (engines) => {
    const history = conversations();
    const positions = new PositionMap();
    for (const { stream, version: _, position, ...event } of history.events) {
      // Leaves gaps like those of rolled-back appends, so that the positions differ from those of other logs.
      await engines.database.query(`select nextval('event_log.position') from generate_series(1, 7)`);
      const data = withPositions(event, (named) => positions.translate(named));
      const { customerId } = event;
      const appended = await engines.store.append(stream, [{ ...event, data }], {
        expected: 'any',
        customerId,
      });
      positions.add(position, appended.position);
    }
    for (const view of views) await rebuildView(engines.store, engines.database, view);
    await engines.storage.put(photo.path, photo.body, 'image/jpeg');
    await engines.secrets.put(history.customerId, 'channel-1', 'token', 'EAAG-secret');
    const { position } = (await eventsOf(engines.database)).at(-1)!;
    const { engineId } = engines.store;
    await engines.database.query(
      `insert into parley.reaction_checkpoint values ('outbound', lpad($1, 20, '0'), $2)`,
      [position, engineId],
    );
    await engines.database.query(
      `insert into parley.parked_reaction (reaction, position, event_id, stream, error)
       values ('outbound', lpad($1, 20, '0'), 'e', 's', 'why')`,
      [position],
    );
    await engines.database.query(
      `insert into parley.webhook_reader values ('webhooks-follow', lpad($1, 20, '0'), $2)`,
      [position, engineId],
    );
    await engines.database.query(
      `insert into parley.webhook_delivery
         (webhook_id, event_id, customer_id, event, position, lane, occurred_at, next_at)
       values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'e', lpad($1, 20, '0'), 'l', now(), now())`,
      [position],
    );
    await engines.database.query(
      `insert into parley.session (id_hash, customer_id, user_id, sealed_tokens, token_expires_at, expires_at)
       values ('\\x00ff', gen_random_uuid(), gen_random_uuid(), 'sealed', now(), 'infinity')`,
    );
  });
}

function conversations(): ConversationHistory {
  const history = new ConversationHistory();
  history.user('tom', 'user');
  history.channel('whatsapp');
  for (let n = 0; n < 40; n++) {
    const contact = `contact ${n}`;
    history.start(`c${n}`, { contact });
    const seenUpTo = history.receive(`c${n}`, `m${n}`, { contact });
    if (n % 2 === 0)
      history.about(`c${n}`, { type: 'ConversationRead', data: { userId: 'tom', seenUpTo } }, 'tom');
    history.receive(`c${n}`, `later ${n}`, { contact });
    if (n % 5 === 0)
      history.about(`c${n}`, { type: 'ConversationArchived', data: { seenUpTo, afterHours: null } }, 'tom');
  }
  return history;
}

interface Stored {
  position: string;
  stream: string;
  id: string;
  data: RecordedEvent['data'];
}

async function eventsOf(database: Database): Promise<Stored[]> {
  const { rows } = await database.query<Stored & { [column: string]: unknown }>(
    `select e.position, s.name as stream, e.id, e.data
       from event_log.event e join event_log.stream s on s.no = e.stream_no order by e.position`,
  );
  return rows;
}

/** @returns a view's tables with each position replaced by the id of its event, so that two logs can be compared */
async function viewOf(database: Database, schema: string): Promise<unknown> {
  const ids = new Map((await eventsOf(database)).map(({ position, id }) => [position.padStart(20, '0'), id]));
  const text = JSON.stringify(await contentsOf(database, schema));
  const named = text.replaceAll(/\b\d{20}\b/g, (position) => ids.get(position) ?? 'no event');
  const contents = JSON.parse(named) as Record<string, unknown[]>;
  // The rows were sorted by contents that included positions, so they are sorted again without them.
  return Object.fromEntries(
    Object.entries(contents).map(([table, rows]) => [table, rows.map((row) => JSON.stringify(row)).sort()]),
  );
}

test('moves everything to another database, and keeps every view as it was', async () => {
  const before = await contentsOf(source, 'parley');
  await moving(silent, views);
  const [originals, copies] = [await eventsOf(source), await eventsOf(target)];
  expect(copies.map(({ stream, id }) => ({ stream, id }))).toEqual(
    originals.map(({ stream, id }) => ({ stream, id })),
  );
  expect(copies.map(({ position }) => position)).not.toEqual(originals.map(({ position }) => position));
  for (const { name } of views) expect(await viewOf(target, name)).toEqual(await viewOf(source, name));
  expect(JSON.stringify(await viewOf(target, 'inbox'))).not.toContain('no event');
  const after = await contentsOf(target, 'parley');
  for (const table of ['subject_key', 'secret', 'session', 'master_key_check', 'embedded_account']) {
    expect(after[table]).toEqual(before[table]);
  }
  expect(await readdir(join(folders[1], 'files'), { recursive: true })).toContain(photo.path);
  expect(await contentsOf(source, 'parley')).toEqual(before);
});

test('the new installation can decrypt the old data, and its readers continue where the old ones stopped', async () => {
  await moving();
  await running(to(), async ({ store, storage, secrets, database }) => {
    const { customerId } = conversations();
    const [message] = (await eventsOf(database)).filter(({ stream }) => stream.startsWith('message-'));
    for await (const { data } of store.readStream(message!.stream, { customerId })) {
      expect(data).toMatchObject({ personal: { content: { text: 'm0' } } });
    }
    expect(await storage.get(photo.path)).toEqual(photo.body);
    expect(await secrets.get(customerId, 'channel-1', 'token')).toBe('EAAG-secret');
    const head = await store.head();
    const { rows } = await database.query('select position, engine_id from parley.reaction_checkpoint');
    expect(rows).toEqual([{ position: head, engine_id: store.engineId }]);
    const { rows: parked } = await database.query('select position from parley.parked_reaction');
    expect(parked).toEqual([{ position: head }]);
    const { rows: readers } = await database.query('select position, engine_id from parley.webhook_reader');
    expect(readers).toEqual([{ position: head, engine_id: store.engineId }]);
    const { rows: deliveries } = await database.query('select position from parley.webhook_delivery');
    expect(deliveries).toEqual([{ position: head }]);
    // Positions have the collation C. Every other column with that collation is moved, too, or contains no position.
    const { rows: sorted } = await database.query<{ table_name: string; column_name: string }>(
      `select table_name, column_name from information_schema.columns
        where table_schema = 'parley' and collation_name = 'C' and table_name <> all($1)`,
      [
        [
          ...['change', 'rebuild', 'set_aside', 'view_checkpoint', 'reaction_checkpoint', 'parked_reaction'],
          ...['view_sample', 'view_comparison'],
          // The columns of these tables contain names and versions, not positions.
          ...['contact_import_row', 'draft', 'secret', 'sent_draft', 'subject_key'],
        ],
      ],
    );
    expect(sorted.map(({ table_name, column_name }) => `${table_name}.${column_name}`).sort()).toEqual(
      positionColumns.map((column) => column.join('.')).sort(),
    );
    const { rows: changes } = await database.query('select from parley.change');
    expect(changes).toEqual([]);
  });
});

test('moves encrypted data without decrypting it', async () => {
  await moving();
  expect((await eventsOf(target)).map(({ data }) => JSON.stringify(data)).join()).not.toContain('later 1');
  expect(
    (await eventsOf(target)).filter(({ stream }) => stream.startsWith('message-')).map(({ data }) => data),
  ).toEqual(
    (await eventsOf(source)).filter(({ stream }) => stream.startsWith('message-')).map(({ data }) => data),
  );
});

test.each([
  'Copying the event log',
  'Checking the copy',
  'Copying accounts',
  'Copying files',
  `Rebuilding ${twoViews.length} views`,
])(
  'keeps servers from starting after a move was interrupted at "%s", and completes it on the same command',
  async (where) => {
    const breaking = {
      ...silent,
      step(name: string) {
        if (name.startsWith(where)) throw new Error('broken off');
      },
    };
    await expect(moving(breaking)).rejects.toThrow('broken off');
    await expect(openEngines(to())).rejects.toThrow('has not been finished');
    await moving();
    expect(await eventsOf(target)).toHaveLength((await eventsOf(source)).length);
    expect(await viewOf(target, 'inbox')).toEqual(await viewOf(source, 'inbox'));
    await running(to(), async ({ storage }) => expect(await storage.get(photo.path)).toEqual(photo.body));
  },
);

test('refuses a target of an earlier move or of another installation, and leaves it unchanged', async () => {
  await moving();
  await expect(moving()).rejects.toThrow('holds another installation');
  expect(await eventsOf(target)).toHaveLength((await eventsOf(source)).length);
});

test('moves nothing while a server runs on the source', async () => {
  await running(from(), async () => {
    await expect(moving()).rejects.toThrow(/Parley is running on the database.*stop every process/);
  });
  expect((await target.query(`select to_regclass('parley.unfinished_move') as found`)).rows).toEqual([
    { found: null },
  ]);
});

test('moves nothing while the bus has unhandled messages', async () => {
  await running(from(), ({ bus }) =>
    bus.publish('channels.outbound.v1', [{ key: 'k', id: 'i', value: Buffer.from('x'), headers: {} }]),
  );
  await expect(moving()).rejects.toThrow('1 of channels.outbound.v1 for nobody');
  await running(from(), async ({ bus }) => {
    const stop = new AbortController();
    await bus.consume('channels.outbound.v1', 'worker', async () => stop.abort(), { signal: stop.signal });
  });
  await moving();
});

test('fails if data was written to the source during the move', async () => {
  const writing = {
    ...silent,
    async step(name: string) {
      if (!name.startsWith('Copying files')) return;
      await source.query(
        `select event_log.append('claim-1', 'c', -1, array[gen_random_uuid()], array['AliasClaimed'],
           array[1::smallint], array['{}'::json], array['{}'::json])`,
      );
    },
  };
  await expect(moving(writing)).rejects.toThrow('written to meanwhile');
  await moving();
  expect(await eventsOf(target)).toHaveLength((await eventsOf(source)).length);
});

test('moves only the log to a fake EventStoreDB and back', async () => {
  const { customerId } = conversations();
  const before = await viewOf(source, 'inbox');
  const [oldLog, oldHead] = await running(from(), async ({ store }) => [store.engineId, await store.head()]);
  const reaction = async () =>
    (await source.query('select position, engine_id from parley.reaction_checkpoint')).rows;
  const double = await EventStoreDbDouble.start();
  try {
    const there = { ...from(), eventStoreUrl: double.url };
    await move(from(), there, twoViews, silent);
    await running(there, async ({ store }) => {
      expect(store.engineId).not.toBe(oldLog);
      expect(await reaction()).toEqual([{ position: await store.head(), engine_id: store.engineId }]);
    });
    await move(there, from(), twoViews, silent);
    expect(await reaction()).toEqual([{ position: oldHead, engine_id: oldLog }]);
    expect(await viewOf(source, 'inbox')).toEqual(before);

    await move(from(), there, twoViews, silent);
    const late = { ...conversations().events.at(-1)!, id: randomUUID(), type: 'ConversationReopened' };
    await running(there, ({ store }) =>
      store.append(late.stream, [{ ...late, data: { cause: 'user' } }], { expected: 'any', customerId }),
    );
    await move(there, from(), twoViews, silent);
    expect((await eventsOf(source)).at(-1)).toMatchObject({ id: late.id, data: { cause: 'user' } });
  } finally {
    await double.stop();
  }
});

test('moves only the files, and leaves the log and its views unchanged', async () => {
  const before = await contentsOf(source, 'parley');
  await move(from(), configOf(source, folders[1]), views, silent);
  expect(await contentsOf(source, 'parley')).toEqual(before);
  await running(configOf(source, folders[1]), async ({ storage }) => {
    expect(await storage.get(photo.path)).toEqual(photo.body);
    await expect(storage.get(newPath())).rejects.toThrow(FileMissing);
  });
});

test('refuses a move to the same engines', async () => {
  await expect(move(from(), from(), views, silent)).rejects.toThrow('the same');
});
