import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

interface KeptMail {
  uid: number;
  receivedAt: Date;
  flags: string[];
  raw: Buffer;
}

interface Folder {
  /** The folder's special use (SPECIAL-USE, RFC 6154). */
  use: string;
  mails: KeptMail[];
  nextUid: number;
}

const MAX_MAILS = 500;
const MAX_BYTES = 40 * 1024 * 1024;
const capabilities = 'IMAP4rev1 IDLE LITERAL+ SPECIAL-USE UIDPLUS AUTH=PLAIN SASL-IR';

/**
 * Fake mailbox: an IMAP server (RFC 3501) with `INBOX` and `Sent` in memory that accepts any login. Supports the
 * commands of clients that read, wait for and append mails, and rejects all others as unknown.
 */
export class MailboxDouble {
  /** Value of UIDVALIDITY. A restarted mailbox has another one, so that clients read it from the start. */
  private readonly validity = Math.floor(Date.now() / 1000);
  private readonly folders = new Map<string, Folder>([
    ['INBOX', { use: '\\Inbox', mails: [], nextUid: 1 }],
    ['Sent', { use: '\\Sent', mails: [], nextUid: 1 }],
  ]);
  private readonly clients = new Set<Client>();
  private readonly server: Server;
  /**
   * Mails that are delivered before a client first opens the inbox. They are added then, since a client takes mails
   * that it finds for old ones. Null once a client has opened the inbox.
   */
  private early: Buffer[] | null = [];

  constructor() {
    this.server = createServer((socket) => {
      const client = new Client(socket, this);
      this.clients.add(client);
      socket.on('close', () => this.clients.delete(client));
    });
  }

  /**
   * @param port 0 for any free port
   * @returns the port
   */
  listen(port = 0): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, '127.0.0.1', () => resolve((this.server.address() as AddressInfo).port));
    });
  }

  close(): Promise<void> {
    for (const client of this.clients) client.hangUp();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  /** Delivers a mail to the inbox. */
  deliver(raw: Buffer): void {
    if (this.early) this.early.push(raw);
    else this.put('INBOX', raw);
  }

  /** @returns the mails of a folder, newest last */
  mailsIn(folder: 'INBOX' | 'Sent'): Buffer[] {
    return this.folder(folder)!.mails.map(({ raw }) => raw);
  }

  get uidValidity(): number {
    return this.validity;
  }

  get names(): [string, Folder][] {
    return [...this.folders];
  }

  folder(name: string): Folder | undefined {
    return this.folders.get(/^inbox$/i.test(name) ? 'INBOX' : name);
  }

  put(name: string, raw: Buffer, flags: string[] = []): number {
    const folder = this.folder(name)!;
    const uid = folder.nextUid++;
    folder.mails.push({ uid, receivedAt: new Date(), flags, raw });
    const gone = folder.mails.length > MAX_MAILS;
    if (gone) folder.mails.shift();
    for (const client of this.clients) client.tell(folder, gone);
    return uid;
  }

  /** Called when a client has opened the inbox; delivers the early mails. */
  opened(): void {
    const { early } = this;
    this.early = null;
    for (const raw of early ?? []) this.put('INBOX', raw);
  }
}

/** A connection that handles its commands in order. */
class Client {
  private pending = Buffer.alloc(0);
  private open: Folder | null = null;
  /** Tag of the IDLE command by which the client waits; null if it does not wait. */
  private idle: string | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly box: MailboxDouble,
  ) {
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      this.pending = Buffer.concat([this.pending, bytes]);
      if (this.pending.length > MAX_BYTES) return void socket.destroy();
      for (let command = this.next(); command; command = this.next())
        this.run(command.words, command.literal);
    });
    this.say(`* OK [CAPABILITY ${capabilities}] The demo's mailbox`);
  }

  hangUp(): void {
    this.socket.destroy();
  }

  tell(folder: Folder, hasLost: boolean): void {
    if (this.open !== folder) return;
    if (hasLost) this.say('* 1 EXPUNGE');
    this.say(`* ${folder.mails.length} EXISTS`);
  }

  private say(line: string): void {
    this.socket.write(`${line}\r\n`);
  }

  /** @returns the next command with its literal; null if it has not arrived completely */
  private next(): { words: string; literal: Buffer | null } | null {
    const end = this.pending.indexOf('\r\n');
    if (end < 0) return null;
    const words = this.pending.subarray(0, end).toString('latin1');
    const [, size, isSent] = /\{(\d+)(\+?)\}$/.exec(words) ?? [];
    if (size === undefined) {
      this.pending = this.pending.subarray(end + 2);
      return { words, literal: null };
    }
    const from = end + 2;
    const to = from + Number(size);
    if (!isSent && this.pending.length === from) this.say('+ go ahead');
    // A command's line ends after its literal.
    if (this.pending.length < to + 2) return null;
    const literal = this.pending.subarray(from, to);
    this.pending = this.pending.subarray(to + 2);
    return { words, literal };
  }

  private run(line: string, literal: Buffer | null): void {
    if (this.idle !== null) {
      if (/^done$/i.test(line.trim())) this.say(`${this.idle} OK`);
      this.idle = null;
      return;
    }
    const [, tag = '*', uid = '', name = '', rest = ''] = /^(\S+) (UID )?(\S+) ?(.*)$/i.exec(line) ?? [];
    const command = name.toUpperCase();
    const done = (more = '') => this.say(`${tag} OK ${more}`.trimEnd());
    switch (command) {
      case 'CAPABILITY':
        this.say(`* CAPABILITY ${capabilities}`);
        return done();
      case 'LOGIN':
      case 'AUTHENTICATE':
      case 'NOOP':
        return done();
      case 'LOGOUT':
        this.say('* BYE');
        done();
        return void this.socket.end();
      case 'LIST':
      case 'LSUB':
        if (rest !== '"" ""')
          for (const [folder, { use }] of this.box.names) this.say(`* ${command} (${use}) "/" "${folder}"`);
        else this.say(`* ${command} (\\Noselect) "/" ""`);
        return done();
      case 'STATUS': {
        const folder = this.box.folder(nameIn(rest));
        if (!folder) return this.say(`${tag} NO [NONEXISTENT] No such folder`);
        const { mails, nextUid } = folder;
        const { uidValidity } = this.box;
        const state = `MESSAGES ${mails.length} UIDNEXT ${nextUid} UIDVALIDITY ${uidValidity} UNSEEN 0 RECENT 0`;
        this.say(`* STATUS "${nameIn(rest)}" (${state})`);
        return done();
      }
      case 'SELECT':
      case 'EXAMINE':
        return this.select(tag, nameIn(rest), command === 'EXAMINE');
      case 'CLOSE':
      case 'UNSELECT':
        this.open = null;
        return done();
      case 'APPEND': {
        const folder = nameIn(rest);
        if (!this.box.folder(folder)) return this.say(`${tag} NO [TRYCREATE] No such folder`);
        const [, flags = ''] = /\(([^)]*)\)/.exec(rest) ?? [];
        const put = this.box.put(folder, Buffer.from(literal ?? ''), flags.split(' ').filter(Boolean));
        return done(`[APPENDUID ${this.box.uidValidity} ${put}]`);
      }
      case 'IDLE':
        this.idle = tag;
        return this.say('+ waiting');
      case 'SEARCH': {
        const found = this.find(rest);
        const numbers = found.map((mail) => (uid ? mail.uid : this.open!.mails.indexOf(mail) + 1));
        this.say(`* SEARCH ${numbers.join(' ')}`.trimEnd());
        return done();
      }
      case 'FETCH': {
        const [, range = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];
        for (const mail of this.within(range, uid !== '')) this.show(mail, items);
        return done();
      }
      case 'STORE': {
        const [, range = '', sign = '', flags = ''] =
          /^(\S+) ([+-]?)FLAGS\S* \(?([^)]*)\)?/i.exec(rest) ?? [];
        for (const mail of this.within(range, uid !== '')) {
          const named = flags.split(' ').filter(Boolean);
          const kept = sign ? mail.flags.filter((flag) => !named.includes(flag)) : [];
          mail.flags = sign === '-' ? kept : [...kept, ...named];
        }
        return done();
      }
      case 'EXPUNGE':
        this.expunge();
        return done();
      default:
        this.say(`${tag} BAD Not known here`);
    }
  }

  private expunge(): void {
    const { mails } = this.open ?? { mails: [] };
    for (let at = mails.length - 1; at >= 0; at--) {
      if (!mails[at]!.flags.includes('\\Deleted')) continue;
      mails.splice(at, 1);
      this.say(`* ${at + 1} EXPUNGE`);
    }
  }

  private select(tag: string, name: string, isReadOnly: boolean): void {
    const folder = this.box.folder(name);
    if (!folder) return this.say(`${tag} NO [NONEXISTENT] No such folder`);
    this.open = folder;
    this.say('* FLAGS (\\Seen \\Answered \\Flagged \\Deleted \\Draft)');
    this.say(`* ${folder.mails.length} EXISTS`);
    this.say('* 0 RECENT');
    this.say(`* OK [UIDVALIDITY ${this.box.uidValidity}]`);
    this.say(`* OK [UIDNEXT ${folder.nextUid}]`);
    this.say(`${tag} OK [${isReadOnly ? 'READ-ONLY' : 'READ-WRITE'}]`);
    // Only a client that opens the inbox for writing is taken to wait for new mails.
    if (folder === this.box.folder('INBOX') && !isReadOnly) this.box.opened();
  }

  /** Finds mails by UID range or header. Other conditions are ignored. */
  private find(conditions: string): KeptMail[] {
    const mails = this.open?.mails ?? [];
    const [, range] = /\bUID (\S+)/i.exec(conditions) ?? [];
    const [, header, value, plain] = /\bHEADER (\S+) (?:"([^"]*)"|(\S+))/i.exec(conditions) ?? [];
    const named = range ? this.within(range, true) : mails;
    if (!header) return named;
    const asked = (value ?? plain!).replace(/^<|>$/g, '').toLowerCase();
    return named.filter(({ raw }) => (headerOf(raw, header) ?? '').toLowerCase().includes(asked));
  }

  private within(range: string, byUid: boolean): KeptMail[] {
    const mails = this.open?.mails ?? [];
    const numberOf = (mail: KeptMail, index: number) => (byUid ? mail.uid : index + 1);
    const last = byUid ? (mails.at(-1)?.uid ?? 0) : mails.length;
    const parts = range.split(',').map((part) => {
      const [from, to = from] = part.split(':').map((bound) => (bound === '*' ? last : Number(bound)));
      return [Math.min(from!, to!), Math.max(from!, to!)] as const;
    });
    return mails.filter((mail, index) =>
      parts.some(([from, to]) => numberOf(mail, index) >= from && numberOf(mail, index) <= to),
    );
  }

  private show(mail: KeptMail, items: string): void {
    const { uid, flags, raw, receivedAt } = mail;
    const parts: (string | Buffer)[] = [`* ${this.open!.mails.indexOf(mail) + 1} FETCH (UID ${uid}`];
    if (/\bFLAGS\b/i.test(items)) parts.push(` FLAGS (${flags.join(' ')})`);
    if (/RFC822\.SIZE/i.test(items)) parts.push(` RFC822.SIZE ${raw.length}`);
    if (/INTERNALDATE/i.test(items)) parts.push(` INTERNALDATE "${imapDate(receivedAt)}"`);
    if (/ENVELOPE/i.test(items)) parts.push(' ENVELOPE ', ...envelopeOf(raw));
    for (const [, part = ''] of items.matchAll(/BODY(?:\.PEEK)?\[(HEADER)?\]/gi)) {
      const bytes = part ? headersOf(raw) : raw;
      parts.push(` BODY[${part}] {${bytes.length}}\r\n`, bytes);
    }
    for (const part of [...parts, ')\r\n']) this.socket.write(part);
  }
}

function nameIn(words: string): string {
  const [, quoted, plain] = /^(?:"([^"]*)"|(\S+))/.exec(words) ?? [];
  return quoted ?? plain ?? '';
}

function headersOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  return end < 0 ? raw : raw.subarray(0, end + 4);
}

function headerOf(raw: Buffer, name: string): string | null {
  const headers = headersOf(raw)
    .toString('latin1')
    .replace(/\r\n[ \t]+/g, ' ');
  return new RegExp(`^${name}:[ \\t]*(.*)$`, 'im').exec(headers)?.[1]?.trim() ?? null;
}

/** IMAP envelope: date, subject, from, sender, reply-to, to, cc, bcc, in-reply-to, message-id. */
function envelopeOf(raw: Buffer): string[] {
  const text = (name: string) => quoted(headerOf(raw, name));
  const people = (name: string) => peopleIn(headerOf(raw, name));
  const from = people('From');
  const parts = [text('Date'), text('Subject'), from, from, from, people('To'), people('Cc'), people('Bcc')];
  return [`(${[...parts, text('In-Reply-To'), text('Message-ID')].join(' ')})`];
}

function peopleIn(header: string | null): string {
  const found = [...(header ?? '').matchAll(/(?:"?([^",<>]*?)"?\s*<)?([^\s<>,"]+)@([^\s<>,"]+)>?/g)];
  if (found.length === 0) return 'NIL';
  const people = found.map(([, name, user, host]) =>
    [name || null, null, user!, host!].map(quoted).join(' '),
  );
  return `(${people.map((one) => `(${one})`).join('')})`;
}

function quoted(text: string | null): string {
  return text === null ? 'NIL' : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function imapDate(date: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${two(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`;
  return `${day} ${date.toISOString().slice(11, 19)} +0000`;
}
