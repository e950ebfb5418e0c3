import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { BlobReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import type { ExportRequest } from '@parley/contracts/api/exports.requests';
import type { RecordedEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import type { ExportSource } from '@parley/feature/export-source';
import type { Views } from '@parley/event-sourcing/projection/views';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { Job1765200000000 } from '@parley/jobs/job.migration';
import { JobWorkshop, lost, owned } from '@parley/jobs/testing/job-workshop';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import type { Principal } from '@parley/platform/http/principal';
import { LeaseLost } from '@parley/platform/lease/lease';
import { Keys1763700002000 } from '@parley/platform/security/keys.migration';
import { MasterKey } from '@parley/platform/security/master-key';
import { PostgresSecrets } from '@parley/platform/security/postgres-secrets';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { ExportFiles } from './export-file';
import { ExportLinks } from './export-links';
import { ExportParts } from './export-parts';
import { ExportSources } from './export-sources';
import { ExportStore } from './export-store';
import { ExportSweep } from './export-sweep';
import { Export1767220000000 } from './export.migration';
import { ExportJobKind } from './export.kind';
import { Exports } from './exports';
import { ForgetErasedInExports } from './forget-erased.reaction';
import { ToExport } from './domain/export';

let database: TestDatabase;
let store: PostgresEventStore;
let storage: LocalStorage;
let folder: string;
let workshop: JobWorkshop;
let exports: Exports;
let exported: ExportStore;
let links: ExportLinks;
let sweep: ExportSweep;
let erased: ForgetErasedInExports;
let me: Principal;
/** Names of the contacts, by key; null for a deleted contact. */
let people: Map<string, string | null>;

/** A source as a feature would register it: a name and a file for each key. */
const source: ExportSource = {
  kind: 'contacts',
  requires: 'contacts:read',
  views: [],
  named: ['labels'],
  fields: () => Promise.resolve(['name', 'labels'].map((name) => ({ name, label: null, isUsual: true }))),
  select: () => {
    const text = `select key, null::jsonb as payload from unnest($1::text[]) with ordinality as people (key, place) order by place`;
    return Promise.resolve({ text, values: [[...people.keys()]], params: {} });
  },
  async *rows(keys, _query, { found }) {
    const there = keys.filter((key) => people.get(key));
    there.forEach(found);
    yield {
      rows: there.map((key) => ({ name: people.get(key)!, labels: ['vip', 'gone'] })),
      files: there.map((key) => ({ path: `aa/${key}`, name: `files/${key}.txt` })),
    };
  },
  names: () =>
    Promise.resolve(
      new Map([
        ['vip', 'VIP'],
        ['gone', null],
      ]),
    ),
};

beforeAll(async () => {
  const migrations = [EventLog1763700000100, Job1765200000000, Keys1763700002000, Export1767220000000];
  database = await testDatabase(migrations);
  store = await PostgresEventStore.open(database);
  folder = await mkdtemp(join(tmpdir(), 'parley-exports-'));
  const masterKey = new MasterKey('a secret of at least thirty-two characters');
  storage = new LocalStorage(folder, masterKey.purpose('file-urls'));
  const secrets = new PostgresSecrets(database, masterKey);
  exported = new ExportStore(database);
  const parts = new ExportParts(database, storage, masterKey);
  const sources = new ExportSources();
  sources.register([source]);
  links = new ExportLinks(masterKey);
  sweep = new ExportSweep(exported, parts, secrets);
  erased = new ForgetErasedInExports(exported, parts);
  workshop = new JobWorkshop(database, [new ExportJobKind(exported, parts, sources, store)], storage);
  exports = new Exports(
    ...[exported, parts, new ExportFiles(parts, storage, secrets), links, sources, workshop.jobs, store],
    ...[{} as Views, busOf(new Aggregates(store), ToExport), secrets, new OneAtATime(database), database],
  );
});
afterAll(async () => {
  await store.close();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  me = { customerId: randomUUID(), userId: randomUUID(), role: 'manager', can: () => true };
  people = new Map(['ana', 'ben'].map((key) => [key, `=${key}`]));
  links.now = () => Date.now();
});

const asked: ExportRequest = {
  ...{ kind: 'contacts', format: 'csv', from: null, to: null, filter: {}, fields: ['name', 'labels'] },
  ...{ withNotes: false, withFiles: false, isZipped: false },
};

/** Sets the times of the user's exports back by more than a minute, so that another export may begin. */
const minuteLater = () =>
  database.query(
    `update parley.export set created_at = created_at - interval '61 seconds' where user_id = $1`,
    [me.userId],
  );

async function made(request: Partial<ExportRequest> = {}): Promise<string> {
  const { id } = await exports.begin(me, randomUUID(), { ...asked, ...request });
  await workshop.runToEnd();
  return id;
}

async function opened(id: string, who = me): Promise<Buffer> {
  const { url } = await exports.link(me, id);
  const file = await exports.file(who, id, new URL(url, 'http://x').searchParams.get('link')!);
  return buffer(await file.open());
}

const listed = async () => (await exports.list(me, undefined)).data[0]!;

it('an export is a file of the selected rows, with names in place of ids and without formulas', async () => {
  const id = await made();
  expect(String(await opened(id))).toBe("\ufeffname,labels\r\n'=ana,VIP\r\n'=ben,VIP\r\n");
  expect(await listed()).toMatchObject({ id, rows: 2, leftOut: 0, file: 'ready', job: { state: 'done' } });
});

it('an export has the same content as NDJSON and as CSV', async () => {
  expect(String(await opened(await made({ format: 'ndjson' })))).toBe(
    '{"name":"=ana","labels":["VIP"]}\n{"name":"=ben","labels":["VIP"]}\n',
  );
});

it('an export is a workbook whose texts are no formulas', async () => {
  const sheet = await unzipped(await opened(await made({ format: 'xlsx' })));
  expect(Object.keys(sheet)).toContain('[Content_Types].xml');
  expect(sheet['xl/worksheets/sheet1.xml']).toContain(
    '<row><c t="inlineStr"><is><t xml:space="preserve">=ana</t></is></c>',
  );
});

it('an export that is run again is the same to the byte, although the selection has changed since', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const id = await made({ format });
    const before = await opened(id);
    people.set('cleo', 'Cleo');
    await minuteLater();
    const again = await exports.again(me, randomUUID(), id);
    await workshop.runToEnd();
    expect(again.cutOff).toBe((await exported.find(id))!.cut_off);
    expect((await opened(again.id)).equals(before)).toBe(true);
    people.delete('cleo');
    await minuteLater();
  }
});

it('an export reports the number of selected items that are left out', async () => {
  const { id } = await exports.begin(me, randomUUID(), asked);
  people.set('ben', null);
  await workshop.runToEnd();
  expect(await listed()).toMatchObject({ id, rows: 1, leftOut: 1 });
});

it('an export is the same after a crash between a batch and its commit', async () => {
  people = new Map(Array.from({ length: 1_200 }, (_, n) => [`p${n}`, `Person ${n}`]));
  const { id } = await exports.begin(me, randomUUID(), asked);
  await workshop.runner().turn(owned);
  await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
  await workshop.runToEnd();
  const lines = String(await opened(id)).split('\r\n');
  expect(lines.slice(1, -1)).toEqual(Array.from({ length: 1_200 }, (_, n) => `Person ${n},VIP`));
});

it('an export contains the files of its rows, and lists the missing ones', async () => {
  await storage.put('aa/ana', Buffer.from('hello'));
  const files = await unzipped(await opened(await made({ withFiles: true })));
  expect(files).toMatchObject({ 'files/ana.txt': 'hello', 'missing-files.txt': 'files/ben.txt' });
});

it('an export with a password opens with that password only', async () => {
  const zip = await opened(await made({ password: 'correct horse' }));
  expect(Object.values(await unzipped(zip, 'correct horse'))[0]).toContain("'=ana,VIP");
  await expect(unzipped(zip, 'wrong horse')).rejects.toThrow(/password/i);
});

it('an export is encrypted in the storage', async () => {
  people = new Map([['zenobia', 'Zenobia Quill']]);
  await made();
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((file) =>
    file.isFile(),
  );
  const bytes = await Promise.all(
    files.map(({ name }) => storage.get(`${name.slice(0, 2)}/${name}`).catch(() => null)),
  );
  expect(bytes.filter(Boolean).length).toBeGreaterThan(0);
  for (const body of bytes) expect(body?.includes('Zenobia')).not.toBe(true);
});

describe('The link of an export', () => {
  it('a link opens the file for ten minutes and is expired a second later', async () => {
    const id = await made();
    const { url } = await exports.link(me, id);
    const link = new URL(url, 'http://x').searchParams.get('link')!;
    const now = Date.now();
    links.now = () => now + 10 * 60_000 - 1_000;
    await exports.file(me, id, link);
    links.now = () => now + 10 * 60_000 + 1_000;
    await expect(exports.file(me, id, link)).rejects.toMatchObject({ code: 'export_link_expired' });
  });

  it('a link opens no file for another user, and no other export', async () => {
    const id = await made();
    await expect(opened(id, { ...me, userId: randomUUID() })).rejects.toMatchObject({ code: 'not_found' });
    await minuteLater();
    const other = await made();
    const { url } = await exports.link(me, id);
    const link = new URL(url, 'http://x').searchParams.get('link')!;
    await expect(exports.file(me, other, link)).rejects.toMatchObject({ code: 'not_found' });
    const colleague = { ...me, userId: randomUUID() };
    await expect(exports.link(colleague, id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(exports.link({ ...me, customerId: randomUUID() }, id)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('a link appears in the stream of the export each time that it is issued', async () => {
    const id = await made();
    await exports.link(me, id);
    await exports.link(me, id);
    const types: string[] = [];
    for await (const { type } of store.readStream(`export-${id}`, me)) types.push(type);
    expect(types).toEqual(['ExportRequested', 'ExportLinkIssued', 'ExportLinkIssued']);
  });
});

describe('A user who exports', () => {
  it('a user may begin one export in 60 seconds, and gets the refusal of the specification', async () => {
    const id = randomUUID();
    const first = await exports.begin(me, id, asked);
    expect(await exports.begin(me, id, asked)).toMatchObject({ id: first.id });
    await expect(exports.begin(me, randomUUID(), asked)).rejects.toMatchObject({
      code: 'export_too_soon',
      detail: 'You can only export once per 60 seconds.',
    });
    expect((await exports.list(me, undefined)).nextAt).not.toBeNull();
  });

  it('a user may export a year at most, and only if data is selected', async () => {
    const of = (to: string) =>
      exports.begin(me, randomUUID(), { ...asked, from: '2025-01-01T00:00:00.000Z', to });
    await expect(of('2026-01-03T00:00:00.000Z')).rejects.toMatchObject({
      code: 'export_too_long',
      detail: 'The maximum date range is 1 year.',
    });
    people = new Map();
    await expect(of('2026-01-02T00:00:00.000Z')).rejects.toMatchObject({
      code: 'export_empty',
      detail: 'No data found to export.',
    });
    // A refused export does not count for the interval.
    people = new Map([['ana', 'Ana']]);
    await of('2026-01-02T00:00:00.000Z');
  });

  it('a user needs the permission to read the exported data', async () => {
    me = { ...me, can: (_, subject) => subject !== 'contacts' };
    await expect(exports.begin(me, randomUUID(), asked)).rejects.toMatchObject({ code: 'not_authorized' });
  });
});

describe('The file of an export', () => {
  const pathsOf = async (id: string) =>
    (await database.query<{ path: string }>('select path from parley.export_part where export_id = $1', [id]))
      .rows;

  it('the file disappears after seven days, and can be made again', async () => {
    const id = await made();
    const before = await opened(id);
    const [part] = await pathsOf(id);
    await database.query(
      `update parley.export set file_until = now() - interval '1 second', created_at = created_at - interval '7 days'
        where id = $1`,
      [id],
    );
    await expect(exports.link(me, id)).rejects.toMatchObject({ code: 'export_expired' });
    while (await sweep.sweep());
    await expect(storage.get(part!.path)).rejects.toThrow();
    expect(await listed()).toMatchObject({ file: 'expired' });
    const again = await exports.again(me, randomUUID(), id);
    await workshop.runToEnd();
    expect((await opened(again.id)).equals(before)).toBe(true);
  });

  it('the file can be deleted, even while it is made', async () => {
    const { id } = await exports.begin(me, randomUUID(), asked);
    await exports.delete(me, id);
    await exports.delete(me, id);
    await workshop.runToEnd();
    expect(await listed()).toMatchObject({ file: 'deleted', job: { state: 'cancelled' } });
    expect(await pathsOf(id)).toEqual([]);
  });

  it('the file disappears with its keywords when a contact of the organisation is erased', async () => {
    const id = await made({ filter: { keyword: 'Zenobia' } });
    const event = { customerId: me.customerId, time: new Date().toISOString() } as RecordedEvent;
    await erased.react(event);
    await erased.react(event);
    expect(await pathsOf(id)).toEqual([]);
    expect(await listed()).toMatchObject({ file: 'erased', filter: {} });
    await expect(exports.link(me, id)).rejects.toMatchObject({ code: 'export_expired' });
  });
});

async function unzipped(zip: Buffer, password?: string): Promise<Record<string, string>> {
  const reader = new ZipReader(new BlobReader(new Blob([new Uint8Array(zip)])), { useWebWorkers: false });
  const texts: Record<string, string> = {};
  for (const entry of await reader.getEntries())
    texts[entry.filename] = await (entry as FileEntry).getData(new TextWriter(), { password });
  return texts;
}
