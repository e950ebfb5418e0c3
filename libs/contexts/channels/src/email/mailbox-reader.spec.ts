import { EventEmitter } from 'node:events';
import type { ImapFlow } from 'imapflow';
import { mailboxDefaults, type MailboxSettings } from '@parley/contracts/rules/mailbox-settings';
import type { Channel } from '../read/channels.queries';
import type { MailIntake } from './mail-intake';
import { MailboxReader } from './mailbox-reader';
import type { FolderPlace, MailboxStore } from './mailbox-store';

interface Mail {
  uid: number;
  messageId?: string;
  subject?: string;
  size?: number;
}

/** Fake of an IMAP client with one folder. */
class Folder extends EventEmitter {
  uidValidity = 1n;
  mails: Mail[] = [];
  deleted: string[] = [];

  get mailbox() {
    return { uidValidity: this.uidValidity, uidNext: Math.max(0, ...this.mails.map(({ uid }) => uid)) + 1 };
  }

  search({ uid }: { uid: string }) {
    const from = Number(uid.split(':')[0]);
    // IMAP servers always return the newest mail for `n:*`, even if its number is below n.
    const found = this.mails.filter((mail, index) => mail.uid >= from || index === this.mails.length - 1);
    return Promise.resolve(found.map((mail) => mail.uid));
  }

  async *fetch(range: string) {
    const [from = 0, to] = range.split(':').map(Number);
    const listed = range.split(',').map(Number);
    for (const mail of this.mails) {
      const isAsked = to === undefined ? listed.includes(mail.uid) : mail.uid >= from && mail.uid <= to;
      if (!isAsked) continue;
      const { uid, size = 100, messageId, subject } = mail;
      yield await Promise.resolve({ uid, size, envelope: { messageId, subject }, internalDate: new Date(0) });
    }
  }

  messageDelete(range: string) {
    this.deleted.push(range);
    return Promise.resolve(true);
  }

  fetchOne(uid: string, asked: { source?: boolean }) {
    const raw = Buffer.from(`uid ${uid}`);
    return Promise.resolve(asked.source ? { source: raw } : { headers: raw });
  }
}

let folder: Folder;
let reader: MailboxReader;
let taken: string[];
let isAway: boolean;
let places: Map<string, FolderPlace>;
let rebuilt: object[];
let box: MailboxSettings;

beforeEach(() => {
  folder = new Folder();
  taken = [];
  isAway = false;
  places = new Map();
  rebuilt = [];
  box = { ...mailboxDefaults };
  const known = new Set<string>();
  const store = {
    place: (_id: string, name: string) => Promise.resolve(places.get(name) ?? null),
    keepPlace: (_id: string, name: string, next: FolderPlace) => Promise.resolve(void places.set(name, next)),
    noteRebuilt: (_id: string, _name: string, counts: object) => Promise.resolve(void rebuilt.push(counts)),
    noteLooked: () => Promise.resolve(),
    unknownAmong: (_id: string, names: string[]) =>
      Promise.resolve(new Set(names.filter((name) => !known.has(name)))),
    keepTaken: (_id: string, names: string[]) => Promise.resolve(names.forEach((name) => known.add(name))),
  } as unknown as MailboxStore;
  const intake = {
    take: (_channel: Channel, { raw }: { raw: Buffer }) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(void taken.push(raw.toString())),
    takeTooLarge: () => Promise.resolve(void taken.push('too large')),
  } as unknown as MailIntake;
  const channel = { id: 'channel', mailbox: box } as Channel;
  reader = new MailboxReader(folder as unknown as ImapFlow, channel, { intake, store });
});

test('takes no mails from before the channel was connected, and takes each new one once', async () => {
  folder.mails = [{ uid: 1, messageId: 'old' }];
  await reader.read('INBOX');
  folder.mails.push({ uid: 2, messageId: 'a' }, { uid: 3, messageId: 'b' });
  await reader.read('INBOX');
  await reader.read('INBOX');
  expect(taken).toEqual(['uid 2', 'uid 3']);
});

test('takes only unknown mails after the folder’s UID validity changed', async () => {
  folder.mails = [{ uid: 1, messageId: 'old' }];
  await reader.read('INBOX');
  folder.mails.push({ uid: 2, messageId: 'a' });
  await reader.read('INBOX');
  folder.uidValidity = 2n;
  folder.mails = [
    { uid: 1, messageId: 'a' },
    { uid: 2, messageId: 'old' },
    { uid: 3, messageId: 'new' },
  ];
  await reader.read('INBOX');
  expect(taken).toEqual(['uid 2', 'uid 3']);
  expect(rebuilt).toEqual([{ compared: 3, found: 1 }]);
});

test('keeps a position per folder, and takes a mail that is in two folders once', async () => {
  await reader.read('INBOX');
  await reader.read('Orders');
  folder.mails = [{ uid: 1, messageId: 'a' }];
  await reader.read('Orders');
  await reader.read('INBOX');
  expect(taken).toEqual(['uid 1']);
  expect([...places.keys()]).toEqual(['INBOX', 'Orders']);
});

test('deletes taken mails if the channel empties its mailbox, but keeps a mail that was too large to fetch', async () => {
  box.removesTaken = true;
  folder.mails = [{ uid: 1, messageId: 'old' }];
  await reader.read('INBOX');
  folder.mails.push(
    { uid: 2, messageId: 'a' },
    { uid: 3, messageId: 'film', size: 100_000_000 },
    { uid: 4, messageId: 'b' },
  );
  await reader.read('INBOX');
  expect(folder.deleted).toEqual(['2,4']);
});

test('recognises a mail without a Message-ID by its other headers', async () => {
  await reader.read('INBOX');
  folder.mails = [
    { uid: 1, subject: 'One' },
    { uid: 2, subject: 'Two' },
  ];
  await reader.read('INBOX');
  folder.uidValidity = 2n;
  await reader.read('INBOX');
  expect(taken).toEqual(['uid 1', 'uid 2']);
});

test('takes a mail at the next try if taking it failed', async () => {
  await reader.read('INBOX');
  folder.mails = [{ uid: 1, messageId: 'a' }];
  isAway = true;
  await expect(reader.read('INBOX')).rejects.toThrow('away');
  isAway = false;
  await reader.read('INBOX');
  expect(taken).toEqual(['uid 1']);
});

test('fetches only the headers of a mail that is too large, and takes the following mails', async () => {
  await reader.read('INBOX');
  folder.mails = [
    { uid: 1, messageId: 'film', size: 100_000_000 },
    { uid: 2, messageId: 'a' },
  ];
  await reader.read('INBOX');
  expect(taken).toEqual(['too large', 'uid 2']);
});
