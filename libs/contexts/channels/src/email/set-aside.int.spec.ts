import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { RecordedEvent } from '@parley/contracts/events';
import { LocalStorage } from '@parley/platform/storage/local-storage';
import { installView, project } from '@parley/testing/event-sourcing/project';
import { testDatabase, type TestDatabase } from '@parley/testing/postgres/test-database';
import type { InboundPublisher } from '../http/inbound-publisher';
import type { Channel, ChannelQueries } from '../read/channels.queries';
import { channelsView } from '../read/channels.projector';
import { MailIntake } from './mail-intake';
import { Mailbox1767350000000 } from './mailbox.migration';
import type { MailBodies } from '@parley/mail-html/mail-bodies';
import type { MailReader } from './mail-reader';
import { RetrySetAside } from './retry-set-aside';
import { SetAsideBounds1767470000000 } from './set-aside-bounds.migration';
import { MAX_KEPT, SetAsideMails } from './set-aside-mails';
import { SetAsideSweep } from './set-aside-sweep';
import { SetAsideMails1767450000000 } from './set-aside.migration';

const DAY = 86_400_000;
const owned = { isOwned: () => true };
const customerId = randomUUID();

let database: TestDatabase;
let folder: string;
let storage: LocalStorage;
let mails: SetAsideMails;
let channelId: string;

beforeEach(async () => {
  // Silences the warnings about mails that cannot be read.
  Logger.overrideLogger(false);
  database = await testDatabase([
    ...[Mailbox1767350000000, SetAsideMails1767450000000, SetAsideBounds1767470000000],
  ]);
  await installView(database, channelsView);
  folder = await mkdtemp(join(tmpdir(), 'set-aside-'));
  storage = new LocalStorage(folder, Buffer.alloc(32));
  mails = new SetAsideMails(database);
  channelId = randomUUID();
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/**
 * Sets a mail with a file aside.
 * @returns its id, which is also the name of its file
 */
async function kept(of = customerId): Promise<string> {
  const id = randomUUID();
  const path = `aa/${id}`;
  await storage.put(path, Buffer.from(id));
  await mails.keep(
    { customerId: of, channelId },
    {
      ...{ id, receivedAt: new Date(), from: null, subject: '', size: 1 },
      ...{ reason: 'unreadable', detail: null, path },
    },
  );
  return id;
}

/** Fills the channel up to its maximum with mails without files that were set aside after `id`. */
async function flood(id: string): Promise<void> {
  await database.query(`update parley.mail_set_aside set kept_at = now() - interval '1 hour' where id = $1`, [
    id,
  ]);
  await database.query(
    `insert into parley.mail_set_aside (id, customer_id, channel_id, received_at, subject, size, reason, kept_at)
     select gen_random_uuid(), $1, $2, now(), '', 1, 'too_large', now() - interval '1 minute' from generate_series(1, $3)`,
    [customerId, channelId, MAX_KEPT - 1],
  );
}

async function files(): Promise<string[]> {
  const found: string[] = [];
  for await (const { path } of storage.list()) found.push(path.slice('aa/'.length));
  return found.sort();
}

const isThere = async (id: string, of = customerId) => (await mails.find(of, id)) !== null;

function sweepAt(now: number, sweep = new SetAsideSweep(mails, storage)): Promise<number> {
  sweep.now = () => new Date(now);
  return sweep.sweep(owned);
}

test('deletes a mail with its file after 30 days, or earlier after the organisation’s retention time', async () => {
  const strict = randomUUID();
  const setting = { name: 'customDataRetentionDays', value: 7 };
  const fact = { type: 'CustomerSettingChanged', stream: `customer-${strict}`, customerId: strict };
  await project(database, channelsView, [{ ...fact, data: setting } as unknown as RecordedEvent]);
  const [mine, theirs] = [await kept(), await kept(strict)];

  expect(await sweepAt(Date.now() + 6.9 * DAY)).toBe(0);
  expect(await sweepAt(Date.now() + 7.1 * DAY)).toBe(1);
  expect(await isThere(theirs, strict)).toBe(false);
  expect(await files()).toEqual([mine]);

  expect(await sweepAt(Date.now() + 29.9 * DAY)).toBe(0);
  expect(await sweepAt(Date.now() + 30.1 * DAY)).toBe(1);
  expect(await isThere(mine)).toBe(false);
  expect(await files()).toEqual([]);
});

test('keeps the row of a file that cannot be deleted, and deletes the other mails', async () => {
  const [stays, goes] = [await kept(), await kept()];
  const remove = storage.delete.bind(storage);
  storage.delete = (path) => (path.endsWith(stays) ? Promise.reject(new Error('away')) : remove(path));
  expect(await sweepAt(Date.now() + 31 * DAY)).toBe(1);
  expect([await isThere(stays), await isThere(goes)]).toEqual([true, false]);
  storage.delete = remove;
  expect(await sweepAt(Date.now() + 31 * DAY)).toBe(1);
  expect(await files()).toEqual([]);
});

test('keeps a mail that arrives again while it is being deleted', async () => {
  const id = await kept();
  const [found] = await mails.outlived(new Date(Date.now() + 31 * DAY), null);
  await mails.triedAgain(id);
  await mails.drop(found!.id, found!.tries);
  expect(await isThere(id)).toBe(true);
});

test('deletes the oldest mail of a channel with its file when another one would exceed the maximum of a thousand', async () => {
  const oldest = await kept();
  await flood(oldest);
  expect(await sweepAt(Date.now())).toBe(0);
  const broken = { read: () => Promise.reject(new Error('broken')) } as unknown as MailReader;
  const intake = new MailIntake(broken, storage, {} as InboundPublisher, mails, {} as MailBodies);
  const channel = { id: channelId, customerId, identities: [] } as unknown as Channel;
  const mail = { raw: Buffer.from('Subject: No'), envelope: { recipients: [] }, receivedAt: new Date() };
  expect(await intake.take(channel, mail)).not.toBeNull();
  expect(await isThere(oldest)).toBe(false);
  expect(await mails.count(customerId, channelId)).toBe(MAX_KEPT);
  expect(await files()).toHaveLength(1);
  expect(await files()).not.toContain(oldest);

  // This mail exceeds the maximum, like one that was set aside before the maximum existed.
  const late = await kept();
  expect(await mails.count(customerId, channelId)).toBe(MAX_KEPT + 1);
  expect(await sweepAt(Date.now())).toBe(1);
  expect([await mails.count(customerId, channelId), await isThere(late)]).toEqual([MAX_KEPT, true]);
});

test('starts no further mail after the time limit of a request, and returns the rest as `later`', async () => {
  const ids = [await kept(), await kept(), await kept()];
  let now = 0;
  const slow = { retry: () => Promise.resolve((now += 10_000)).then(() => null) } as unknown as MailIntake;
  const channels = { forWorker: () => Promise.resolve({}) } as unknown as ChannelQueries;
  const retrying = new RetrySetAside(mails, channels, slow, storage);
  retrying.now = () => now;
  const outcomes = (await retrying.retry(customerId, ids)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['taken', 'taken', 'later']);
  expect(await files()).toEqual([ids[2]]);
});

test('returns the outcomes of all mails if retrying one of them fails', async () => {
  const ids = [await kept(), await kept(), await kept()];
  const intake = {
    retry: (_: Channel, { raw }: { raw: Buffer }) =>
      raw.toString() === ids[1] ? Promise.reject(new Error('away')) : Promise.resolve(null),
  } as unknown as MailIntake;
  const channels = { forWorker: () => Promise.resolve({}) } as unknown as ChannelQueries;
  expect(await new RetrySetAside(mails, channels, intake, storage).retry(customerId, ids)).toEqual([
    { id: ids[0], outcome: 'taken', reason: null },
    { id: ids[1], outcome: 'same', reason: 'unreadable' },
    { id: ids[2], outcome: 'taken', reason: null },
  ]);
  expect(await files()).toEqual([ids[1]]);
});
