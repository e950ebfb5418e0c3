import { randomUUID } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandBus } from '@nestjs/cqrs';
import { user } from '@parley/access/domain/user';
import { whatsAppConnection } from '@parley/channels/testing/connection';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { ContactListQueries } from '@parley/contacts/read/contact-list.queries';
import { ContactQueries } from '@parley/contacts/read/contacts.queries';
import { ChangeContact } from '@parley/contacts/write/change-contact';
import { ToContact } from '@parley/contacts/domain/contact';
import { topics, type InboundWebhook } from '@parley/contracts/topics/index';
import { draftKinds } from '@parley/contracts/api/drafts';
import { Drafts } from '@parley/conversations/drafts/drafts';
import { SendMessage } from '@parley/conversations/write/send-message';
import { UploadAsset } from '@parley/conversations/write/upload-asset';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { Viewer } from '@parley/access-rules/viewer';
import { requestedBy, type CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { rebuildView } from '@parley/event-sourcing/projection/rebuild';
import { verifyView } from '@parley/event-sourcing/projection/verify';
import { GraphDouble } from '@parley/doubles/graph/graph-double';
import { views } from '@parley/server/features';
import { TestWorker } from '@parley/server/roles/worker/worker-testing';
import { allViewsShow } from '@parley/server/testing/all-views-show';
import { eventually } from '@parley/testing/waiting/eventually';
import { eraseEverywhere } from './erase-everywhere';
import { ErasureKind } from './erasure.kind';

const customerId = randomUUID();
const sender = { customerId, userId: randomUUID() };
const viewer: Viewer = {
  ...sender,
  role: 'admin',
  teamIds: [],
  channelIds: null,
  forcedTeamFilter: null,
  expandedTeamFilter: false,
};
let worker: TestWorker;
let database: TestWorker['database'];
let engines: TestWorker['engines'];
let app: TestWorker['app'];
let double: { url: string; close: () => Promise<void> };
let channelId: string;

beforeAll(async () => {
  worker = await TestWorker.start();
  ({ database, engines, app } = worker);
  double = await new GraphDouble({ appSecret: 'app-secret', inventMedia: true }).listen();
  channelId = await connectChannel();
});
afterAll(async () => {
  await worker.stop();
  await double.close();
});

/**
 * A test contact with texts that no other data contains, so that a search of all tables for them finds only this
 * contact's data.
 */
interface Person {
  phone: string;
  name: string;
  bsuid: string;
  /**
   * Text that the contact writes. The fields after it: an edit of this text, an agent's reply, a file's caption and a
   * file's name.
   */
  said: string;
  edited: string;
  told: string;
  caption: string;
  file: string;
  emoji: string;
  /** Details, comments and metadata that agents enter. */
  company: string;
  comment: string;
  changedComment: string;
  metadata: string;
  metadataValue: string;
}

const zenobia: Person = {
  phone: '34699112233',
  name: 'Zenobia Quill',
  bsuid: 'ES.77001122334455',
  said: 'rhinoceros',
  edited: 'hippopotamus',
  told: 'flamingo',
  caption: 'armadillo',
  file: 'passport-of-zenobia.pdf',
  emoji: '🦩',
  company: 'Quill and Daughters',
  comment: 'salamander',
  changedComment: 'axolotl',
  metadata: 'Shoe size of Zenobia',
  metadataValue: 'forty-three and a half',
};
const bruno: Person = {
  phone: '49155998877',
  name: 'Bruno Falk',
  bsuid: 'DE.88990011223344',
  said: 'wombat',
  edited: 'capybara',
  told: 'pelican',
  caption: 'chinchilla',
  file: 'ticket-of-bruno.pdf',
  emoji: '🦨',
  company: 'Falk Brothers',
  comment: 'newt',
  changedComment: 'tuatara',
  metadata: 'Hat size of Bruno',
  metadataValue: 'sixty-one and a bit',
};
const wordsOf = (person: Person) => Object.values(person) as string[];

test('an erasure leaves no data of the contact in rows, log, files or bus, and a rebuild restores none', async () => {
  const [erasedId, keptId] = [await talk(zenobia), await talk(bruno)];
  await parkWebhookOf(zenobia);
  await parkWebhookOf(bruno);
  for (const word of [...wordsOf(zenobia), ...wordsOf(bruno)]) expect(await whereIs(word)).not.toEqual([]);
  const filesBefore = await filesOf(worker.dataDir);
  await abandonRebuilds();

  const report = await eraseEverywhere(engines, erasedId, requestedNow(), { sweep: false });
  expect(report).toEqual({ parked: 1, files: 2, behind: [], swept: null });
  expect((await filesOf(worker.dataDir)).length).toBe(filesBefore.length - 2);
  for (const word of wordsOf(zenobia)) expect([word, await outsideTheBus(word)]).toEqual([word, []]);
  for (const word of wordsOf(bruno)) expect(await outsideTheBus(word)).not.toEqual([]);

  const { rows: drafts } = await database.query('select contact_id from parley.draft');
  expect(drafts).toEqual([{ contact_id: keptId }, { contact_id: keptId }]);

  // A repeated erasure does no harm; with `sweep`, it also deletes webhooks from the bus.
  const again = await eraseEverywhere(engines, erasedId, requestedNow(), { sweep: true });
  expect(again).toMatchObject({ parked: 0, behind: [] });
  expect(again.swept).toBeGreaterThan(0);
  for (const word of wordsOf(zenobia)) expect([word, await whereIs(word)]).toEqual([word, []]);

  for (const view of views) {
    expect(await verifyView(engines.store, database, view)).toMatchObject({ difference: null });
    await rebuildView(engines.store, database, view);
  }
  for (const word of wordsOf(zenobia)) expect([word, await whereIs(word)]).toEqual([word, []]);
  for (const word of [bruno.name, bruno.said, bruno.told]) expect(await outsideTheBus(word)).not.toEqual([]);

  expect(await contactOf(bruno)).toBe(keptId);
  const newId = await talk(zenobia);
  expect(newId).not.toBe(erasedId);
  expect((await whereIs(zenobia.name)).some((place) => place.startsWith('contacts.contact'))).toBe(true);
});

test('an erasure reaches a view that quarantined the contact’s stream', async () => {
  const dora = { ...bruno, phone: '49155000222', bsuid: 'DE.222', name: 'Dora Set Aside' };
  const contactId = await talk(dora);
  await database.query(
    `with aside as (
       insert into parley.set_aside (view, customer_id, stream, position, event_id, error)
       values ('contacts', $1, $2, '1', 'an event', 'A bug.'))
     update parley.view_checkpoint set aside_version = aside_version + 1 where view = 'contacts'`,
    [customerId, `contact-${contactId}`],
  );
  expect(await whereIs(dora.name)).not.toEqual([]);
  await eraseEverywhere(engines, contactId, requestedNow(), { sweep: false });
  expect(await outsideTheBus(dora.name)).toEqual([]);
});

test('refuses to erase an unknown contact', async () => {
  const erasing = eraseEverywhere(engines, randomUUID(), requestedNow(), { sweep: false });
  await expect(erasing).rejects.toThrow(NotFound);
});

test('reports the views that no running process projects', async () => {
  const contactId = await talk({ ...bruno, phone: '49155000111', bsuid: 'DE.111', name: 'Carla' });
  const standstill = {
    ...engines,
    views: Object.assign(Object.create(engines.views) as TestWorker['engines']['views'], {
      waitFor: (view: string) => Promise.resolve(view !== 'inbox'),
    }),
  };
  const report = await eraseEverywhere(standstill, contactId, requestedNow(), { sweep: false });
  expect(report.behind).toEqual(['inbox']);
});

async function connectChannel(): Promise<string> {
  const id = randomUUID();
  const settings = whatsAppConnection('1122334455667', double.url);
  const secrets = { 'access-token': 'token', 'app-secret': 'app-secret' };
  await app.get(CommandBus).execute(new ConnectChannel(id, settings, secrets, requestedNow()));
  await shown();
  return id;
}

/**
 * Exchanges every kind of message and note between a contact and the organisation.
 * @returns the contact's id
 */
async function talk(person: Person): Promise<string> {
  const id = `wamid.${person.phone}.${randomUUID()}`;
  const image = { id: '77', mime_type: 'image/png', caption: person.caption };
  await receive(person, { id, type: 'text', text: { body: person.said } });
  await receive(person, { id: `${id}.image`, type: 'image', image });
  await receive(person, {
    id: `${id}.reaction`,
    type: 'reaction',
    reaction: { message_id: id, emoji: person.emoji },
  });
  const message = { type: 'text', text: { body: person.edited } };
  await receive(person, { id: `${id}.edit`, type: 'edit', edit: { original_message_id: id, message } });
  // Sends the text again, since the edit has replaced the first message's text.
  await receive(person, { id: `${id}.again`, type: 'text', text: { body: person.said } });
  const contactId = await contactOf(person);
  await writeDown(contactId, person);
  const { rows } = await database.query<{ id: string }>(
    'select id from inbox.conversation where contact_id = $1',
    [contactId],
  );
  const chatId = rows[0]!.id;
  const file = {
    originalname: person.file,
    mimetype: 'application/pdf',
    buffer: Buffer.from('%PDF- a passport'),
  };
  const uploaded = await app.get(UploadAsset).upload(viewer, chatId, file, requestedNow());
  const request = { chat: { id: chatId }, content: { text: person.told, attachments: [uploaded.id] } };
  await app.get(SendMessage).send(viewer, { ...request, idempotencyKey: randomUUID() }, requestedNow());
  for (const kind of draftKinds) {
    await app
      .get(Drafts)
      .saveIn(viewer, chatId, { kind, text: person.told, version: randomUUID(), seen: null });
  }
  await eventually('every message and asset of the conversation is settled', async () => {
    const { rows: open } = await database.query(
      `select from transcript.entry where conversation_id = $1
          and (status = 'pending' or assets @? '$[*].state ? (@ == "pending")')`,
      [chatId],
    );
    return open.length === 0;
  });
  await shown();
  return contactId;
}

async function writeDown(contactId: string, person: Person): Promise<void> {
  const { userId } = sender;
  const changes = {
    details: { company: person.company },
    metadata: [{ name: person.metadata, value: person.metadataValue }],
  };
  await app.get(ChangeContact).change(contactId, changes, requestedNow());
  const say = (type: 'AddComment' | 'ChangeComment', commentId: string, text: string) =>
    app
      .get(CommandBus)
      .execute(new ToContact(contactId, { type, contactId, commentId, userId, text }, requestedNow()));
  const [first, second] = [randomUUID(), randomUUID()];
  await say('AddComment', first, person.comment);
  await say('AddComment', second, person.comment);
  await say('ChangeComment', second, person.changedComment);
}

async function receive(person: Person, message: object): Promise<void> {
  await engines.bus.publish(topics.inbound, [webhookOf(person, message)]);
  await eventually('every inbound message is consumed', async () => {
    const { rows } = await database.query(
      `select from bus.partition p left join bus.consumer c
           on c.topic = p.topic and c.partition = p.partition and c.grp = 'inbound'
        where p.topic = $1 and p.next > coalesce(c."offset", 0)`,
      [topics.inbound],
    );
    return rows.length === 0;
  });
  await shown();
}

function webhookOf(person: Person, message: object) {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '972123456789', phone_number_id: '1122334455667' },
    contacts: [{ profile: { name: person.name }, wa_id: person.phone, user_id: person.bsuid }],
    messages: [{ from: person.phone, timestamp: String(Math.floor(Date.now() / 1000)), ...message }],
  };
  const entry = [{ id: '1', changes: [{ field: 'messages', value }] }];
  const webhook: InboundWebhook = {
    customerId,
    channelId,
    provider: 'whatsapp-cloud',
    receivedAt: new Date().toISOString(),
    body: Buffer.from(JSON.stringify({ object: 'whatsapp_business_account', entry })).toString('base64'),
    contentType: 'application/json',
  };
  return { key: channelId, id: randomUUID(), value: Buffer.from(JSON.stringify(webhook)), headers: {} };
}

async function parkWebhookOf(person: Person): Promise<void> {
  const message = { ...webhookOf(person, { type: 'unheard of' }), partition: 0, offset: '0' };
  await engines.bus.park(topics.inbound, 'inbound', message, 'unreadable');
}

/** Starts rebuilds and stops them before they are complete, so that their side tables contain personal data. */
async function abandonRebuilds(): Promise<void> {
  for (const view of views) {
    const stop = new AbortController();
    const options = { batchSize: 5, signal: stop.signal, onProgress: () => stop.abort() };
    await rebuildView(engines.store, database, view, options).catch(() => undefined);
  }
}

async function contactOf({ bsuid }: Person): Promise<string> {
  const { rows } = await database.query<{ id: string }>('select id from contacts.contact where bsuid = $1', [
    bsuid,
  ]);
  return rows[0]!.id;
}

function requestedNow(): CommandContext {
  return requestedBy(sender, { commandId: randomUUID(), now: new Date().toISOString() });
}

async function shown(): Promise<void> {
  await allViewsShow(engines);
}

async function outsideTheBus(word: string): Promise<string[]> {
  return (await whereIs(word)).filter((place) => place !== 'bus.message');
}

/** @returns every table and file that contains the word, also within bytes or base64 */
async function whereIs(word: string): Promise<string[]> {
  const places = new Set<string>();
  const { rows: tables } = await database.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  for (const { schema, name } of tables) {
    const { rows } = await database.query(`select * from "${schema}"."${name}"`);
    if (rows.some((row) => textOf(row).includes(word))) places.add(`${schema}.${name}`);
  }
  for (const path of await filesOf(worker.dataDir)) {
    const text = (await readFile(path)).toString('latin1');
    if ([word, Buffer.from(word).toString('latin1')].some((bytes) => text.includes(bytes))) places.add(path);
  }
  return [...places];
}

function textOf(row: Record<string, unknown>): string {
  const text = Object.values(row)
    .map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : JSON.stringify(value)))
    .join('\n');
  const decoded = (text.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g) ?? []).map((code) =>
    Buffer.from(code, 'base64').toString(),
  );
  return [text, ...decoded].join('\n');
}

async function filesOf(folder: string): Promise<string[]> {
  const found = await readdir(join(folder, 'files'), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

test('a job erases each of the contacts that its manager may see once, and erases none for an agent', async () => {
  const contactId = await talk({ ...bruno, phone: '49155000001', bsuid: 'DE.1', name: 'Jobst Erased' });
  const { store, storage, subjectKeys, masterKey } = engines;
  const kind = new ErasureKind(
    new ContactQueries(database),
    new ContactListQueries(database),
    ...([database, store, storage, subjectKeys, masterKey, engines.views] as const),
  );
  const erase = async (role: 'manager' | 'user', keys: string[]) => {
    const userId = await addUser(role);
    const job = {
      ...{ id: randomUUID(), customerId, userId, ip: null },
      params: { hasContactsModule: true },
    };
    const items = keys.map((key) => ({ id: randomUUID(), key, payload: null }));
    return kind.process(job, items, new AbortController().signal);
  };
  expect(await erase('user', [contactId])).toEqual([{ result: 'failed', code: 'not_authorized' }]);
  expect(await erase('manager', [contactId, randomUUID()])).toEqual([
    { result: 'done' },
    { result: 'failed', code: 'not_found' },
  ]);
  // The job repeats a step after a crash.
  expect(await erase('manager', [contactId])).toEqual([{ result: 'done' }]);
  expect(await outsideTheBus('Jobst Erased')).toEqual([]);
});

async function addUser(role: 'manager' | 'user'): Promise<string> {
  const userId = randomUUID();
  const command = { type: 'Add', userId, displayName: role, email: `${userId}@example.org`, role } as const;
  const { position } = await new Aggregates(engines.store).execute(user, 'user', {
    ...{ id: userId, command, context: requestedNow() },
  });
  await engines.views.waitFor('contacts', position!);
  return userId;
}
