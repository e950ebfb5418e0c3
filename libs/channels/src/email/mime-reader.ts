import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';

/** One header field as it was written, its name in lower case. */
export interface HeaderLine {
  key: string;
  line: string;
}

export interface MimeAddress {
  address: string;
  name: string;
}

/** A file of a mail, or a part that is shown beside its text. */
export interface MimePart {
  contentType: string;
  fileName?: string;
  /** Without angle brackets. */
  contentId?: string;
  isRelated: boolean;
  disposition: string;
  content: Uint8Array;
}

/** A mail taken apart: everything in it is from outside. */
export interface MimeMail {
  headers: HeaderLine[];
  contentType: string;
  reportType: string;
  subject: string;
  messageId?: string;
  inReplyTo?: string;
  /** Null where it has none that can be read. */
  date: Date | null;
  from: MimeAddress[];
  to: MimeAddress[];
  cc: MimeAddress[];
  bcc: MimeAddress[];
  replyTo: MimeAddress[];
  text: string;
  html: string | null;
  parts: MimePart[];
}

/** A mail that takes longer is set aside. */
const PATIENCE_MS = 20_000;
const MEMORY_MB = 700;

/**
 * What runs in the thread: a mail of millions of tags, parts or wrapped values keeps the thread busy and nobody else. As
 * text, since the built server is one file; what unwraps Outlook's mails is built beside it (`scripts/build`).
 */
const program = `
const { parentPort, workerData } = require('node:worker_threads');
const { simpleParser } = require(workerData.mailparser);
const built = () => {
  const { outputFiles: [file] } = require(workerData.bundler).buildSync({
    entryPoints: [workerData.unwrapper + '.ts'], bundle: true, write: false, platform: 'node', format: 'cjs',
  });
  const made = { exports: {} };
  new Function('module', 'exports', 'require', file.text)(made, made.exports, require);
  return made.exports;
};
// Without a build, as in tests, it is built here.
const { unwrapMail } = workerData.bundler ? built() : require(workerData.unwrapper + '.js');
/** What Outlook wrapped up stands in its place; what cannot be unwrapped stays a file. */
const unwrapped = (mail) => {
  try {
    return unwrapMail(mail);
  } catch {
    return mail;
  }
};
const people = (field) => [field].flat().flatMap((each) => (each?.value ?? []))
  .flatMap((each) => (each.group ? each.group : each)).slice(0, 1000)
  .map(({ address, name }) => ({ address: address ?? '', name: name ?? '' }));
const shown = (html) => html.slice(0, 500000)
  .replace(/<(style|script|title)\\b[^>]{0,1000}>[^]*?<\\/\\1[^>]{0,100}>/gi, ' ')
  .replace(/<(br|\\/p|\\/div|\\/tr|\\/li|\\/h[1-6])\\b[^>]{0,1000}>/gi, '\\n')
  .replace(/<[^>]{0,5000}>/g, ' ')
  .replace(/&nbsp;/gi, ' ').replace(/&lt;/gi, '<').replace(/&gt;/gi, '>').replace(/&quot;/gi, '"')
  .replace(/&#(\\d{1,7});/g, (all, code) => (Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : all))
  .replace(/&amp;/gi, '&')
  .replace(/[ \\t]+/g, ' ').replace(/ ?\\n[ \\n]*\\n ?/g, '\\n\\n').trim();
parentPort.on('message', async ({ id, raw }) => {
  try {
    const mail = await simpleParser(Buffer.from(raw), {
      skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true, keepDeliveryStatus: true,
    });
    const type = mail.headers.get('content-type') ?? {};
    const dated = mail.headerLines.some(({ key, line }) => key === 'date' && !Number.isNaN(Date.parse(line.slice(5))));
    const html = typeof mail.html === 'string' && mail.html.trim() ? mail.html : null;
    const whole = unwrapped({
      headers: mail.headerLines.slice(0, 2000).map(({ key, line }) => ({ key, line: line.slice(0, 20000) })),
      contentType: type.value ?? '', reportType: type.params?.['report-type'] ?? '',
      subject: mail.subject ?? '', messageId: mail.messageId, inReplyTo: mail.inReplyTo,
      date: dated && mail.date ? mail.date : null,
      from: people(mail.from), to: people(mail.to), cc: people(mail.cc), bcc: people(mail.bcc), replyTo: people(mail.replyTo),
      text: mail.text || (html ? shown(html) : ''), html,
      parts: mail.attachments.map((part) => ({
        contentType: part.contentType ?? 'application/octet-stream', fileName: part.filename || undefined,
        contentId: part.cid, isRelated: part.related === true, disposition: part.contentDisposition ?? '',
        content: new Uint8Array(part.content),
      })),
    });
    if (whole.html && whole.text.trim() === '') whole.text = shown(whole.html);
    parentPort.postMessage({ id, mail: whole });
  } catch (error) {
    parentPort.postMessage({ id, error: String(error && error.message) });
  }
});
`;

/** Takes mails apart, in a thread of its own and one after the other. */
@Injectable()
export class MimeReader implements OnApplicationShutdown {
  patienceMs = PATIENCE_MS;
  private worker: Worker | null = null;
  private last: Promise<unknown> = Promise.resolve();
  private count = 0;

  /** Null: it cannot be read, or not within the time and the memory that a mail may take. */
  read(raw: Buffer): Promise<MimeMail | null> {
    const read = this.last.then(() => this.ask(raw));
    // Whoever asked hears of an error; those who come next are read all the same.
    this.last = read.catch(() => null);
    return read;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.terminate();
    this.worker = null;
  }

  private ask(raw: Buffer): Promise<MimeMail | null> {
    const worker = (this.worker ??= new Worker(program, {
      eval: true,
      workerData: {
        mailparser: require.resolve('mailparser'),
        unwrapper: join(__dirname, 'unwrap-mail'),
        bundler: __filename.endsWith('.ts') ? require.resolve('esbuild') : null,
      },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    }));
    worker.unref();
    const id = ++this.count;
    return new Promise((resolve) => {
      const end = (mail: MimeMail | null, isBroken: boolean) => {
        clearTimeout(timer);
        worker.off('error', fail).off('message', take);
        if (isBroken) {
          this.worker = null;
          void worker.terminate();
        }
        resolve(mail);
      };
      const fail = () => end(null, true);
      const take = (answer: { id: number; mail?: MimeMail }) => {
        if (answer.id === id) end(answer.mail ?? null, false);
      };
      const timer = setTimeout(fail, this.patienceMs);
      worker.on('error', fail).on('message', take);
      worker.postMessage({ id, raw });
    });
  }
}
