import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ContactImport, ImportOutcome } from '@parley/contracts/api/contact-imports';
import type { PatchImportRequest } from '@parley/contracts/api/contact-imports.requests';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { busOf } from '@parley/event-sourcing/decider/command-bus';
import { requestedBy } from '@parley/event-sourcing/decider/command';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { EventStore } from '@parley/event-sourcing/store/event-store';
import { EventLog1763700000100 } from '@parley/event-sourcing/store/postgres/event-log.migration';
import { PostgresEventStore } from '@parley/event-sourcing/store/postgres/postgres-event-store';
import { SealedEventStore } from '@parley/event-sourcing/store/sealed-event-store';
import { Job1765200000000 } from '@parley/jobs/job.migration';
import { JobWorkshop, lost, owned } from '@parley/jobs/testing/job-workshop';
import { LeaseLost } from '@parley/platform/lease/lease';
import type { Principal } from '@parley/platform/http/principal';
import { MasterKey } from '@parley/platform/security/master-key';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { InMemorySubjectKeys } from '@parley/testing/security/in-memory-subject-keys';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { ChangeContact } from '../write/change-contact';
import { ToContact } from '../domain/contact';
import { EraseContact } from '../write/erase-contact';
import { CheckImportKind } from './check-import.kind';
import { ContactImport1766400000000 } from './contact-import.migration';
import { ContactImports } from './contact-imports';
import { ImportStore } from './import-store';
import { ImportSweep } from './import-sweep';
import { RunImportKind } from './run-import.kind';
import { UndoImportKind } from './undo-import.kind';

let database: TestDatabase;
let engine: PostgresEventStore;
let files: string;
let storage: LocalStorage;
let store: ImportStore;
let imports: ContactImports;
let workshop: JobWorkshop;
let changing: ChangeContact;
let me: Principal;
/** Called before each append; throws to simulate that the process dies there. */
let onAppend: () => void;
let bus: ReturnType<typeof busOf>;
let projected = '';

beforeAll(async () => {
  database = await testDatabase([EventLog1763700000100, Job1765200000000, ContactImport1766400000000]);
  await installView(database, contactsView);
  engine = await PostgresEventStore.open(database);
  files = await mkdtemp(join(tmpdir(), 'parley-imports-'));
  storage = new LocalStorage(files, Buffer.alloc(32));
  const keys = new InMemorySubjectKeys();
  const sealed = new SealedEventStore(engine, keys);
  const events = new Proxy(sealed, {
    get: (target, name: keyof EventStore) => {
      if (name !== 'append')
        return (target[name] as (...args: unknown[]) => unknown).bind?.(target) ?? target[name];
      return async (...args: Parameters<EventStore['append']>) => {
        onAppend();
        return target.append(...args);
      };
    },
  });
  const aggregates = new Aggregates(events);
  const claims = new Claims(aggregates, new MasterKey('a secret that is long enough for tests'));
  claims.patienceMs = 100;
  bus = busOf(aggregates, ToContact);
  changing = new ChangeContact(bus, aggregates, claims, new ContactQueries(database));
  store = new ImportStore(database);
  const views = { waitFor: () => show(sealed).then(() => true) } as unknown as Views;
  const contacts = new ContactQueries(database);
  const erasing = new EraseContact(bus, aggregates, claims, contacts, keys, views, store);
  const kinds = [
    new CheckImportKind(store, storage, database, claims, contacts),
    new RunImportKind(store, bus, aggregates, changing, contacts, keys),
    new UndoImportKind(store, events, bus, erasing, claims),
  ];
  for (const kind of kinds) Object.assign(kind, { logger: { error: () => undefined } });
  workshop = new JobWorkshop(database, kinds, storage);
  imports = new ContactImports(store, workshop.jobs, storage, contacts);
});
beforeEach(() => {
  me = { customerId: randomUUID(), userId: randomUUID(), role: 'manager', can: () => true };
  onAppend = () => undefined;
});
afterAll(async () => {
  await engine.close();
  await database.drop();
  await rm(files, { recursive: true });
});

let showing: Promise<unknown> = Promise.resolve();
/** Folds all events of the log into the view. */
function show(from: EventStore = engine): Promise<unknown> {
  showing = showing.then(async () => {
    const stop = new AbortController();
    for await (const batch of from.subscribeAll({
      after: projected || undefined,
      prefixes: contactsView.prefixes,
      signal: stop.signal,
    })) {
      await project(database, contactsView, batch.events);
      projected = batch.checkpoint;
      if (batch.caughtUp) break;
    }
    stop.abort();
  });
  return showing;
}

async function upload(csv: string | Buffer, settings: PatchImportRequest = {}): Promise<ContactImport> {
  const file = { originalname: 'people.csv', buffer: Buffer.from(csv) };
  const { id } = await imports.add(me, randomUUID(), file);
  return imports.change(me, id, settings);
}

const run = (step: 'check' | 'run' | 'undo', { id }: { id: string }) => imports[step](me, id, randomUUID());

async function checked(csv: string | Buffer, settings?: PatchImportRequest): Promise<ContactImport> {
  await show(sealedStore());
  const made = await upload(csv, settings);
  await run('check', made);
  await workshop.runToEnd();
  return imports.find(me, made.id);
}

let cachedSealed: EventStore | undefined;
function sealedStore(): EventStore {
  cachedSealed ??= (workshop.kinds.get('contact-import-undo') as unknown as { events: EventStore }).events;
  return cachedSealed;
}

async function imported(csv: string | Buffer, settings?: PatchImportRequest): Promise<ContactImport> {
  const made = await checked(csv, settings);
  await run('run', made);
  await workshop.runToEnd();
  await show(sealedStore());
  return imports.find(me, made.id);
}

async function people(): Promise<object[]> {
  const { rows } = await database.query(
    `select name, phone, email, company from contacts.contact where customer_id = $1 and (phone is not null or email is not null)
      order by name`,
    [me.customerId],
  );
  return rows;
}

const rowsOf = async ({ id }: ContactImport, outcome: ImportOutcome) =>
  (await imports.rows(me, id, { outcome })).data.map(({ line, code, column }) => [line, code, column]);

const manyRows = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, index) => `Person ${from + index},+346${String(10_000_000 + from + index)}`,
  ).join('\n');

describe('The check of an import', () => {
  it('a check decides the outcome of each row and changes no contact', async () => {
    await imported('name,phone,email\nAna,+34600000001,\nBen,,ben@example.org');
    const before = await people();
    const made = await checked(
      [
        'name,phone,email,company',
        'Ana R.,+34600000001,,',
        'Ben,,BEN@example.org,',
        'Cleo,+34600000003,cleo@example.org,Acme',
        'Cleo again,+34 600 000 003,,',
        'Nobody,,,',
        'Mixed,+34600000001,ben@example.org,',
        'Other mail,,ben@example.org,Acme',
        'Ana,+34600000001,new@example.org,',
      ].join('\n'),
    );
    expect(made).toMatchObject({ isStepDone: true, counts: { create: 1, update: 1, skip: 1, reject: 5 } });
    expect(await rowsOf(made, 'create')).toEqual([[4, null, null]]);
    expect(await rowsOf(made, 'update')).toEqual([[2, null, null]]);
    expect(await rowsOf(made, 'skip')).toEqual([[3, 'unchanged', null]]);
    expect(await rowsOf(made, 'reject')).toEqual([
      [5, 'row_duplicate', 1],
      [6, 'row_no_address', 1],
      [7, 'row_duplicate', 1],
      [8, 'row_duplicate', 2],
      [9, 'row_duplicate', 1],
    ]);
    expect(await people()).toEqual(before);
  });

  it('a check rejects rows that match two contacts, and rows with another address than the contact’s', async () => {
    await imported('name,phone,email\nAna,+34600000001,ana@example.org\nBen,,ben@example.org');
    const csv = 'name,phone,email\nMixed,+34600000001,ben@example.org\nAna,+34600000009,ana@example.org';
    expect(await rowsOf(await checked(csv), 'reject')).toEqual([
      [2, 'row_two_contacts', 2],
      [3, 'row_address_fixed', 1],
    ]);
  });

  it('a check finds 3,000 duplicates, even far behind the first occurrence', async () => {
    const csv = `name,phone\n${manyRows(2_000)}\n${manyRows(2_000)}\n${'Ana,+34600000001\n'.repeat(1_001)}`;
    expect(await checked(csv)).toMatchObject({ counts: { create: 2_001, reject: 3_000 } });
  });

  it('a check skips rows of known contacts if the user chose that', async () => {
    await imported('name,phone\nAna,+34600000001');
    const made = await checked('name,phone\nOther,+34600000001\nBen,+34600000002', { ifKnown: 'skip' });
    expect(made.counts).toEqual({ create: 1, update: 0, skip: 1, reject: 0 });
  });

  it('a check requires a phone or an e-mail column', async () => {
    const made = await upload('name,company\nAna,Acme');
    await expect(run('check', made)).rejects.toMatchObject({ code: 'import_no_address' });
  });

  it('a changed mapping discards the check', async () => {
    const made = await checked('name,phone\nAna,+34600000001');
    await imports.change(me, made.id, { country: 'ES' });
    await expect(run('run', made)).rejects.toMatchObject({ code: 'import_unchecked' });
    expect((await imports.find(me, made.id)).counts.create).toBe(0);
  });
});

describe('An import', () => {
  it('creates the contacts that the check announced', async () => {
    const csv = 'name,phone,Size\nAna,+34600000001,38\nBen,+34600000002,\nBad,123,';
    const columns = [{ field: 'name' }, { field: 'phone' }, { metadata: 'Size' }] as const;
    const done = await imported(csv, { columns: [...columns] });
    expect(done).toMatchObject({
      step: 'import',
      isStepDone: true,
      imported: 2,
      failed: 0,
      counts: { create: 2, reject: 1 },
    });
    expect(await people()).toEqual([
      { name: 'Ana', phone: '+34600000001', email: null, company: null },
      { name: 'Ben', phone: '+34600000002', email: null, company: null },
    ]);
    const { rows } = await database.query(
      'select name, value from contacts.metadata where customer_id = $1',
      [me.customerId],
    );
    expect(rows).toEqual([{ name: 'Size', value: '38' }]);
  });

  it('updates known contacts only with the non-empty cells of the row', async () => {
    await imported('name,phone,company\nAna,+34600000001,Acme');
    await imported('name,phone,email,company\nAna Ruiz,+34600000001,ana@example.org,');
    expect(await people()).toEqual([
      { name: 'Ana Ruiz', phone: '+34600000001', email: 'ana@example.org', company: 'Acme' },
    ]);
  });

  it('reports rows whose address another import has taken since the check', async () => {
    const made = await checked('name,phone\nAna,+34600000001\nBen,+34600000002');
    await imported('name,phone\nFaster,+34600000001');
    await run('run', made);
    await workshop.runToEnd();
    expect(await imports.find(me, made.id)).toMatchObject({ imported: 1, failed: 1 });
    const { file } = await imports.rejected(me, made.id, 'en');
    expect(await text(file)).toBe(
      '\ufeffname,phone,Import line,Import column,Import reason\r\nAna,+34600000001,2,,Another contact has it by now\r\n',
    );
  });

  it('starts one job when the import is requested three times', async () => {
    const made = await checked('name,phone\nAna,+34600000001');
    const pressed = await Promise.all([run('run', made), run('run', made), run('run', made)]);
    await workshop.runToEnd();
    expect(new Set(pressed.map(({ jobId }) => jobId)).size).toBe(1);
    await show(sealedStore());
    expect(await people()).toHaveLength(1);
  });

  it('continues with the remaining rows after the import was cancelled', async () => {
    const made = await checked(`name,phone\n${manyRows(1_500)}`);
    const { jobId } = await run('run', made);
    await workshop.runner().turn(owned);
    await workshop.jobs.cancel(me, jobId!);
    await workshop.runToEnd();
    expect(await imports.find(me, made.id)).toMatchObject({ imported: 1_000, isStepDone: false });
    await run('run', made);
    await workshop.runToEnd();
    await show(sealedStore());
    expect(await imports.find(me, made.id)).toMatchObject({ imported: 1_500, isStepDone: true });
    expect(await people()).toHaveLength(1_500);
  });

  it.each(Array.from({ length: 13 }, (_, index) => index))(
    'creates each contact exactly once if its process dies at append number %i',
    async (dies) => {
      await imported('name,phone\nKnown,+34600000001');
      const csv =
        'name,phone,email\nAna,+34600000001,ana@example.org\nBen,+34600000002,ben@example.org\nCleo,,cleo@example.org\nDan,+34600000004,';
      const made = await checked(csv);
      await run('run', made);
      let appends = 0;
      onAppend = () => {
        // After the process has died, all its later appends fail, too.
        if (appends++ >= dies) throw new CodedError('busy', 'died');
      };
      await workshop.runner().turn(owned);
      onAppend = () => undefined;
      await database.query('update parley.job set retry_at = null');
      await workshop.runToEnd();
      await show(sealedStore());
      expect(await people()).toEqual([
        { name: 'Ana', phone: '+34600000001', email: 'ana@example.org', company: null },
        { name: 'Ben', phone: '+34600000002', email: 'ben@example.org', company: null },
        { name: 'Cleo', phone: null, email: 'cleo@example.org', company: null },
        { name: 'Dan', phone: '+34600000004', email: null, company: null },
      ]);
      expect(await imports.find(me, made.id)).toMatchObject({ imported: 4, failed: 0 });
    },
  );

  it.each(['check', 'run', 'undo'] as const)(
    'does the step %s once if its process dies before the result is stored',
    async (step) => {
      const count = step === 'undo' ? 60 : 1_200;
      const csv = `name,phone\n${manyRows(count)}`;
      const made = await upload(csv);
      for (const next of ['check', 'run', 'undo'] as const) {
        await run(next, made);
        if (next === step) await expect(workshop.runner().turn(lost)).rejects.toThrow(LeaseLost);
        await workshop.runToEnd();
        await show(sealedStore());
        if (next === step) break;
      }
      const { counts } = await imports.find(me, made.id);
      expect(counts.create).toBe(count);
      expect(await people()).toHaveLength(step === 'run' ? 1_200 : 0);
    },
  );
});

describe('Undoing an import', () => {
  it('undoing an import erases the created contacts and restores the updated ones', async () => {
    await imported('name,phone,company\nAna,+34600000001,Acme');
    const before = await people();
    const done = await imported(
      'name,phone,email,Size\nAna Ruiz,+34600000001,ana@example.org,38\nBen,+34600000002,,40',
      {
        columns: [{ field: 'name' }, { field: 'phone' }, { field: 'email' }, { metadata: 'Size' }],
      },
    );
    await run('undo', done);
    await workshop.runToEnd();
    await show(sealedStore());
    expect(await imports.find(me, done.id)).toMatchObject({
      step: 'undo',
      isStepDone: true,
      undone: 2,
      kept: 0,
    });
    expect(await people()).toEqual(before);
    const { rowCount } = await database.query('select from contacts.metadata where customer_id = $1', [
      me.customerId,
    ]);
    expect(rowCount).toBe(0);
    // The addresses of the erased contacts can be used again.
    expect(await imported('name,phone,email\nBen,+34600000002,ana@example.org')).toMatchObject({
      imported: 1,
      failed: 0,
    });
  });

  it('undoing an import keeps contacts that were changed since, and reports them', async () => {
    const done = await imported('name,phone\nAna,+34600000001\nBen,+34600000002');
    const { data } = await imports.rows(me, done.id, { outcome: 'create' });
    const context = requestedBy(me, { commandId: randomUUID(), now: new Date().toISOString() });
    await bus.execute(new ToContact(data[0]!.contactId!, { type: 'Block' }, context));
    await run('undo', done);
    await workshop.runToEnd();
    await show(sealedStore());
    expect(await imports.find(me, done.id)).toMatchObject({ undone: 1, kept: 1 });
    expect(await people()).toMatchObject([{ name: 'Ana' }]);
    expect(await rowsOf(done, 'create')).toEqual([
      [2, 'changed_since', null],
      [3, null, null],
    ]);
  });
});

describe('The rejected rows', () => {
  it('the rejected rows are a file that can be corrected and imported again', async () => {
    const made = await imported('name;phone\n=cmd|x;+34600000001\n=Bad;123\nGood;+34600000002');
    const { file, fileName } = await imports.rejected(me, made.id, 'es');
    expect(fileName).toBe('people-rejected.csv');
    const csv = await text(file);
    expect(csv).toContain("'=Bad;123;3;phone;");
    const again = await imported(csv.replace(';123;', ';+34600000003;'));
    expect(again).toMatchObject({ rows: 1, imported: 1, settings: { columns: [{}, {}, null, null, null] } });
    expect(await people()).toMatchObject([{ name: '=Bad' }, { name: '=cmd|x' }, { name: 'Good' }]);
  });
});

describe('Imports', () => {
  it('imports are visible in their organisation only', async () => {
    const made = await upload('name,phone\nAna,+34600000001');
    expect(await imports.list(me)).toMatchObject([{ id: made.id }]);
    me = { ...me, customerId: randomUUID() };
    expect(await imports.list(me)).toEqual([]);
    await expect(imports.find(me, made.id)).rejects.toMatchObject({ code: 'not_found' });
    for (const step of ['check', 'run', 'undo'] as const)
      await expect(run(step, made)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('expired imports are erased with their files and rows, while their contacts stay', async () => {
    const done = await imported('name,phone\nAna,+34600000001');
    const { rows } = await database.query<{ file_path: string }>(
      'select file_path from parley.contact_import where id = $1',
      [done.id],
    );
    await imports.remove(me, done.id);
    await expect(imports.find(me, done.id)).rejects.toMatchObject({ code: 'not_found' });
    const sweep = new ImportSweep(store, storage, database);
    while (await sweep.sweep(owned));
    await expect(storage.get(rows[0]!.file_path)).rejects.toThrow('There is no file');
    expect(
      (await database.query('select from parley.contact_import_row where import_id = $1', [done.id]))
        .rowCount,
    ).toBe(0);
    expect(await people()).toHaveLength(1);
  });

  it('an import takes fewer than 100 statements for a thousand rows', async () => {
    const made = await checked(`name,phone\n${manyRows(1_000)}`);
    await run('run', made);
    const query = jest.spyOn(database.pool, 'query');
    await workshop.runner().turn(owned);
    const statements = query.mock.calls.length;
    query.mockRestore();
    await workshop.runToEnd();
    // Each row appends twice, with 64 appends in a statement; existing streams are read for 250 rows at a time.
    expect(statements).toBeLessThan(100);
  });
});
