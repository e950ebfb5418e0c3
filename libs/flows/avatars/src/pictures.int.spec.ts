import { randomUUID } from 'node:crypto';
import type { Response } from 'express';
import type { Person } from '@parley/channels/adapters/adapter';
import type { Channel, ChannelQueries } from '@parley/channels/read/channels.queries';
import type { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TelegramDouble } from '@parley/doubles/telegram/telegram-double';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { loadConfig } from '@parley/platform/config/config';
import type { Principal } from '@parley/platform/http/principal';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import { openEngines, type Engines } from '@parley/server/engines';
import { ContactPictures } from './contact-pictures';
import { PictureFetcher } from './picture-fetcher';
import { PicturesController } from './pictures.controller';
import { migrations } from '@parley/server/migrations';

const botToken = '110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw';
const customerId = randomUUID();
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const channel = { id: randomUUID(), customerId, provider: 'telegram' } as Channel;
const personOf = (id: string): Person => ({
  aliases: [{ kind: 'external', scope: 'telegram', value: id }],
  profile: {},
});

let database: TestDatabase;
let engines: Engines;
let telegram: TelegramDouble;
let double: { url: string; close: () => Promise<void> };
let pictures: ContactPictures;
let fetcher: PictureFetcher;

beforeAll(async () => {
  database = await testDatabase(migrations);
  engines = await openEngines(
    loadConfig({ DATABASE_URL: database.url, PARLEY_SECRET: 'only ever used by tests, 32 characters' }),
  );
  telegram = new TelegramDouble({ botToken });
  double = await telegram.listen();
  pictures = new ContactPictures(engines.database, engines.subjectKeys);
});
beforeEach(() => {
  const connection = {
    ...{ apiBaseUrl: double.url, providerAccountId: null, businessAccountId: null },
    secrets: { 'bot-token': botToken },
  };
  const channels = { connection: () => Promise.resolve(connection) } as unknown as ChannelQueries;
  fetcher = new PictureFetcher(channels, pictures);
});
afterAll(async () => {
  await double.close();
  await engines.close();
  await database.drop();
});

/**
 * Simulates a message from a new contact whose profile picture on Telegram is `file`.
 * @returns the contact's id
 */
async function writes(file: Buffer | null): Promise<string> {
  const [contactId, id] = [randomUUID(), String(Math.floor(Math.random() * 1e12))];
  if (file) telegram.profilePhotos.set(id, telegram.addFile(file, 'image/jpeg'));
  fetcher.note(personOf(id), contactId, channel);
  await fetcher.idle();
  return contactId;
}

test("stores a contact's picture from the provider with the content type that its bytes have", async () => {
  const ana = await writes(png);
  expect(await pictures.find(customerId, ana)).toEqual({ contentType: 'image/png', body: png });
  expect(await pictures.find(randomUUID(), ana)).toBeNull();
  const { rows } = await database.query<{ sealed_body: Buffer }>(
    'select sealed_body from parley.contact_picture where contact_id = $1',
    [ana],
  );
  expect(rows[0]!.sealed_body.includes(png.subarray(8, 24))).toBe(false);
});

test.each<[string, Buffer | null]>([
  ['without a picture', null],
  ['whose picture is an HTML page', Buffer.from('<html><script>alert(1)</script></html>')],
  ['whose picture is too large', Buffer.concat([png, Buffer.alloc(600_000)])],
])('stores no picture for a contact %s, and does not fetch again for a week', async (_, file) => {
  const contactId = await writes(file);
  expect(await pictures.find(customerId, contactId)).toBeNull();
  expect(await pictures.isDue(contactId)).toBe(false);
});

test('deletes the picture of an erased contact and stores none afterwards', async () => {
  const ana = await writes(png);
  await engines.subjectKeys.erase(customerId, ana);
  expect(await pictures.find(customerId, ana)).toBeNull();
  await pictures.forget(customerId, ana);
  await pictures.keep(customerId, ana, { contentType: 'image/png', body: png });
  const { rows } = await database.query('select from parley.contact_picture where contact_id = $1', [ana]);
  expect(rows).toEqual([]);
});

test('fetches again at a later message if the provider could not be reached', async () => {
  const { url } = double;
  double.url = 'http://127.0.0.1:1';
  const contactId = randomUUID();
  const channels = {
    connection: () =>
      Promise.resolve({
        ...{ apiBaseUrl: double.url, providerAccountId: null, businessAccountId: null },
        secrets: { 'bot-token': botToken },
      }),
  } as unknown as ChannelQueries;
  const away = new PictureFetcher(channels, pictures);
  away.note(personOf('9'), contactId, channel);
  await away.idle();
  double.url = url;
  expect(await pictures.isDue(contactId)).toBe(true);
});

test('serves a picture only to users who may see the conversation', async () => {
  const ana = await writes(png);
  const chat = { id: randomUUID(), contactId: ana };
  const inbox = {
    viewer: ({ userId }: Principal) => Promise.resolve({ userId }),
    findVisible: (viewer: { userId: string }, id: string) =>
      viewer.userId === 'sanne' && id === chat.id
        ? Promise.resolve({ chat })
        : Promise.reject(new NotFound()),
  } as unknown as InboxQueries;
  const controller = new PicturesController(inbox, pictures);
  const answer = () => {
    const given: { status: number; body?: Buffer; type?: string } = { status: 200 };
    const response = {
      setHeader: () => response,
      status: (status: number) => Object.assign(response, void (given.status = status)),
      type: (type: string) => Object.assign(response, void (given.type = type)),
      send: (body: Buffer) => void (given.body = body),
      end: () => undefined,
    };
    return { given, response: response as unknown as Response };
  };
  const me = (userId: string, of = customerId) => ({ userId, customerId: of }) as Principal;
  const shown = answer();
  await controller.picture(me('sanne'), chat.id, shown.response);
  expect(shown.given).toEqual({ status: 200, type: 'image/png', body: png });
  const stranger = controller.picture(me('tom'), chat.id, answer().response);
  await expect(stranger).rejects.toThrow(NotFound);
  const elsewhere = answer();
  await controller.picture(me('sanne', randomUUID()), chat.id, elsewhere.response);
  expect(elsewhere.given).toEqual({ status: 204 });
});
