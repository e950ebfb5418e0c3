import { randomUUID } from 'node:crypto';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import type { Storage } from '@parley/platform/storage/storage';
import { Tab, tokenOf } from '@parley/realtime/testing/realtime-testing';
import type { Viewer } from '../read/team-chat.queries';
import { TeamRetentionQueries } from '../read/team-retention.queries';
import { TeamInstallation } from '../testing/team-installation';
import { ForgetTeamFiles } from './forget-files.reaction';
import { TeamRetention } from './team-retention';

const DAY = 86_400_000;
const owned = { isOwned: () => true };

let team: TeamInstallation;
let retention: TeamRetention;
let tom: Viewer;
let eva: Viewer;
const deleted: string[] = [];
const storage = { delete: (path: string) => Promise.resolve(void deleted.push(path)) } as unknown as Storage;

beforeAll(async () => {
  team = await TeamInstallation.open();
  const { database, store, views } = team.realtime;
  const commands = team.bus;
  const retained = new TeamRetentionQueries(database);
  retention = new TeamRetention(commands, retained, team.drafts, storage, views, store);
});
afterAll(() => team.close());

beforeEach(async () => {
  deleted.length = 0;
  const customerId = randomUUID();
  [tom, eva] = [await team.person(customerId), await team.person(customerId)];
});

const keepFor = (days: number) =>
  team.happens(tom.customerId, `customer-${tom.customerId}`, {
    type: 'CustomerSettingChanged',
    data: { name: 'customDataRetentionDays', value: days },
  });

async function chatWithFile(path: string): Promise<{ id: string; entry: string }> {
  const { chats } = team;
  const { id } = await team.shown(await chats.start(tom, { userIds: [eva.userId] }, requestedNow(tom)));
  const entry = randomUUID();
  const attachments = [
    { id: randomUUID(), fileName: 'bill.pdf', contentType: 'application/pdf', size: 1, path },
  ];
  await team.happens(tom.customerId, `teamChatEntry-${entry}`, {
    type: 'TeamChatEntrySent',
    data: {
      ...{ chatId: id, userId: tom.userId, subject: tom.userId, tmpId: 'tmp-file-1', replyTo: null },
      ...{ mentions: [], personal: { message: null, attachments } },
    },
  });
  return { id, entry };
}

const sweepAfter = (days: number) => {
  retention.now = () => new Date(Date.now() + days * DAY).toISOString();
  return retention.sweep(owned);
};
const chatsOf = async (me: Viewer) =>
  (await team.queries.list(me, { archived: false, page: 1, limit: 50 })).total;

it('deletes a chat that had no entry for the retention period, with its files and drafts, also in open clients', async () => {
  const { id } = await chatWithFile('ab/bill');
  await team.drafts.saveIn(eva, id, { kind: 'reply', text: 'And', version: 'version1', seen: null });
  await keepFor(30);
  const url = await team.realtime.apps[0]!.getUrl();
  const tab = await new Tab(url, { auth: { token: tokenOf(eva) } }).connected();
  expect(await sweepAfter(29)).toBe(0);
  expect(await chatsOf(eva)).toBe(1);
  expect(await sweepAfter(31)).toBe(1);
  await tab.until(({ pushes }) => pushes.some((push) => 'gone' in push && push.gone.includes(id)));
  tab.socket.disconnect();
  expect(deleted).toEqual(['ab/bill']);
  expect([await chatsOf(tom), await chatsOf(eva)]).toEqual([0, 0]);
  expect((await team.threads.entries(tom, { chatId: id, page: 1, limit: 50 })).total).toBe(0);
  const { rows } = await team.realtime.database.query('select from parley.draft where conversation_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
  expect(await sweepAfter(31)).toBe(0);
  // The same users can then start another chat.
  expect((await team.chats.start(eva, { userIds: [tom.userId] }, requestedNow(eva))).id).not.toBe(id);
});

it('keeps chats of an organisation without retention period, and chats with recent entries', async () => {
  const { id } = await chatWithFile('ab/kept');
  const isKept = async () => {
    await sweepAfter(9_999);
    return !(await team.queries.find(eva, id)).isArchived;
  };
  expect(await isKept()).toBe(true);
  await keepFor(30);
  await keepFor(-1);
  expect(await isKept()).toBe(true);
});

it('deletes the files of a deleted entry', async () => {
  const { id, entry } = await chatWithFile('ab/wrong');
  await team.shown(await team.chats.deleteEntry(tom, id, entry, requestedNow(tom)));
  const reaction = new ForgetTeamFiles(team.aggregates, storage);
  const { realtime } = team;
  for await (const event of realtime.store.readStream(`teamChatEntry-${entry}`, {
    customerId: tom.customerId,
  }))
    await reaction.react(event);
  expect(deleted).toEqual(['ab/wrong']);
});
