import { EventEmitter } from 'node:events';
import type { ImapFlow } from 'imapflow';
import type { Channel } from '../read/channels.queries';
import type { MailIntake } from './mail-intake';
import { MailboxReader } from './mailbox-reader';
import type { MailboxPlace, MailboxStore } from './mailbox-store';

interface Mail {
  uid: number;
  messageId?: string;
  subject?: string;
  size?: number;
}

/** A folder of a server, by its client. */
class Folder extends EventEmitter {
  uidValidity = 1n;
  mails: Mail[] = [];

  get mailbox() {
    return { uidValidity: this.uidValidity, uidNext: Math.max(0, ...this.mails.map(({ uid }) => uid)) + 1 };
  }

  search({ uid }: { uid: string }) {
    const from = Number(uid.split(':')[0]);
    // As servers do: `n:*` is the newest one at least.
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

  fetchOne(uid: string, asked: { source?: boolean }) {
    const raw = Buffer.from(`uid ${uid}`);
    return Promise.resolve(asked.source ? { source: raw } : { headers: raw });
  }
}

let folder: Folder;
let reader: MailboxReader;
let taken: string[];
let isAway: boolean;

beforeEach(() => {
  folder = new Folder();
  taken = [];
  isAway = false;
  let place: MailboxPlace | null = null;
  const known = new Set<string>();
  const store = {
    place: () => Promise.resolve(place),
    keepPlace: (_id: string, next: MailboxPlace) => Promise.resolve(void (place = next)),
    unknownAmong: (_id: string, names: string[]) =>
      Promise.resolve(new Set(names.filter((name) => !known.has(name)))),
    keepTaken: (_id: string, names: string[]) => Promise.resolve(names.forEach((name) => known.add(name))),
  } as unknown as MailboxStore;
  const intake = {
    take: (_channel: Channel, { raw }: { raw: Buffer }) =>
      isAway ? Promise.reject(new Error('away')) : Promise.resolve(void taken.push(raw.toString())),
    takeTooLarge: () => Promise.resolve(void taken.push('too large')),
  } as unknown as MailIntake;
  const channel = { id: 'channel' } as Channel;
  reader = new MailboxReader(folder as unknown as ImapFlow, channel, { intake, store });
});

test('what was there before the channel stays in the mailbox, and what comes is taken once', async () => {
  folder.mails = [{ uid: 1, messageId: 'old' }];
  await reader.read();
  folder.mails.push({ uid: 2, messageId: 'a' }, { uid: 3, messageId: 'b' });
  await reader.read();
  await reader.read();
  expect(taken).toEqual(['uid 2', 'uid 3']);
});

test('where the numbers of mails mean others now, what is unknown is taken and nothing else', async () => {
  folder.mails = [{ uid: 1, messageId: 'old' }];
  await reader.read();
  folder.mails.push({ uid: 2, messageId: 'a' });
  await reader.read();
  folder.uidValidity = 2n;
  folder.mails = [
    { uid: 1, messageId: 'a' },
    { uid: 2, messageId: 'old' },
    { uid: 3, messageId: 'new' },
  ];
  await reader.read();
  expect(taken).toEqual(['uid 2', 'uid 3']);
});

test('a mail without an id is known by what else it says', async () => {
  await reader.read();
  folder.mails = [
    { uid: 1, subject: 'One' },
    { uid: 2, subject: 'Two' },
  ];
  await reader.read();
  folder.uidValidity = 2n;
  await reader.read();
  expect(taken).toEqual(['uid 1', 'uid 2']);
});

test('what could not be taken is taken the next time', async () => {
  await reader.read();
  folder.mails = [{ uid: 1, messageId: 'a' }];
  isAway = true;
  await expect(reader.read()).rejects.toThrow('away');
  isAway = false;
  await reader.read();
  expect(taken).toEqual(['uid 1']);
});

test('of a mail that is too large the headers alone are fetched, and the rest flows', async () => {
  await reader.read();
  folder.mails = [
    { uid: 1, messageId: 'film', size: 100_000_000 },
    { uid: 2, messageId: 'a' },
  ];
  await reader.read();
  expect(taken).toEqual(['too large', 'uid 2']);
});
