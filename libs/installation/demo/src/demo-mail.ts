import { randomUUID } from 'node:crypto';
import type { INestApplicationContext, Logger } from '@nestjs/common';
import type { CommandBus } from '@nestjs/cqrs';
import express, { type Express, type Request, type Response } from 'express';
import { createTransport } from 'nodemailer';
import { playMailServer } from '@parley/channels/adapters/email/mail-server';
import type { ChannelConnection } from '@parley/channels/domain/channel';
import { SmtpDoor } from '@parley/channels/email/smtp-door';
import { ConnectChannel } from '@parley/channels/write/channel.handler';
import { EMAIL_ADDRESS } from '@parley/contracts/rules/email-rules';
import { MailServerDouble, type TakenMail } from '@parley/doubles/mail/mail-server-double';
import { MailboxDouble } from '@parley/doubles/mail/mailbox-double';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Config } from '@parley/platform/config/config';
import { harbourBikes } from './demo-organisation';

const PATH = '/demo/mail';
/** Port on which the demo receives mail that other servers forward, unless another program uses the port. */
const DEMO_SMTP_PORT = 2525;
/**
 * Host names of the mail servers of the demo's channel. The demo maps them to its own servers, which run in this
 * process on free ports.
 */
const DEMO_SERVER = 'mail.harbour.example:587';
const DEMO_MAILBOX = 'mail.harbour.example:993';

/** The mailbox of the demo organisation. */
export const demoMailbox = {
  id: '6d0f6f0e-58a3-4c55-9d0a-7b1f2f0c5a04',
  address: 'support@harbour.example',
};

/**
 * Connects the mailbox of the demo organisation. Called at every start, but changes nothing if it is already
 * connected.
 * @returns the log position from which on views show it
 */
export async function seedDemoMailbox(commands: CommandBus, customerId: string): Promise<string> {
  const connection: Omit<ChannelConnection, 'secrets'> = {
    ...{ name: harbourBikes.name, platform: 'email', provider: 'email', customerCareWindowLength: 0 },
    ...{ providerAccountId: demoMailbox.address, businessAccountId: null, apiBaseUrl: null },
    ...{ readForAll: true, mandatoryAssign: false, teamIds: [], userIds: [] },
  };
  const context = doneBy('demo', { customerId, now: new Date().toISOString() });
  const secrets = { 'smtp-server': DEMO_SERVER, 'imap-server': DEMO_MAILBOX, password: 'any' };
  return (
    (await commands.execute(new ConnectChannel(demoMailbox.id, connection, secrets, context))).position ?? ''
  );
}

/**
 * Mail server of the demo, which accepts mails by SMTP, delivers those for the demo's mailbox so that IMAP clients
 * can read them, and keeps the mailbox's own mails for the page on which a user plays its contacts.
 */
export class DemoMailServer {
  private readonly server = new MailServerDouble();
  private readonly mailbox = new MailboxDouble();
  private port = 0;

  /** Starts the SMTP and the IMAP server, and makes the demo's channel connect to them. */
  async start(): Promise<void> {
    this.server.onMail = ({ to, raw }) => {
      if (to.includes(demoMailbox.address)) this.mailbox.deliver(Buffer.from(raw, 'latin1'));
    };
    this.port = await this.server.listen();
    playMailServer(DEMO_SERVER, this.port);
    playMailServer(DEMO_MAILBOX, await this.mailbox.listen());
  }

  async close(): Promise<void> {
    await Promise.all([this.server.close(), this.mailbox.close()]);
  }

  /** Sends a mail to the demo's mailbox by SMTP. */
  async write({
    inReplyTo,
    ...mail
  }: {
    from: string;
    subject: string;
    text: string;
    inReplyTo: string;
  }): Promise<void> {
    const transport = createTransport({ host: '127.0.0.1', port: this.port, ignoreTLS: true });
    const id = inReplyTo.trim();
    try {
      await transport.sendMail({
        ...{ ...mail, to: demoMailbox.address },
        messageId: `<${randomUUID()}@${mail.from.slice(mail.from.lastIndexOf('@') + 1)}>`,
        ...(id && { inReplyTo: id, references: id }),
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } finally {
      transport.close();
    }
  }

  /** Mails that the demo's mailbox has sent, newest last. Automatic mails have an empty sender. */
  get answers(): TakenMail[] {
    return this.server.taken.filter(({ from }) => from === demoMailbox.address || from === '');
  }
}

/** Opens the port for forwarded mail, unless the configuration names a port or another program uses this one. */
export async function openDemoSmtp(
  app: INestApplicationContext,
  { smtpPort }: Config,
  logger: Logger,
): Promise<void> {
  if (smtpPort !== undefined) return;
  try {
    await app.get(SmtpDoor, { strict: false }).open(DEMO_SMTP_PORT, '127.0.0.1');
  } catch (error) {
    logger.warn(`No mail is taken at port ${DEMO_SMTP_PORT}: ${String(error)}`);
  }
}

/** Page on which a user plays a contact of the demo organisation: writes mails and reads the replies. */
export function demoMailPage(server: DemoMailServer): Express {
  const page = express();
  page.use((_request: Request, response: Response, next) => {
    const policy =
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('X-Content-Type-Options', 'nosniff');
    response.setHeader('Cache-Control', 'no-store');
    next();
  });
  page.get('/mail.css', (_request, response) => void response.type('css').send(style));
  page.get('/', ({ query }, response) => {
    response.type('html').send(markup(server.answers, 'sent' in query));
  });
  page.post(
    '/',
    express.urlencoded({ extended: false, limit: '200kb' }),
    (request: Request, response: Response) => {
      const { from = '', subject = '', text = '', inReplyTo = '' } = request.body as Record<string, string>;
      if (
        ![from, subject, text, inReplyTo].every((field) => typeof field === 'string') ||
        !EMAIL_ADDRESS.test(from)
      ) {
        return void response.status(400).type('text').send('From: one address.');
      }
      void server.write({ from, subject, text, inReplyTo }).then(
        () => response.redirect(303, `${PATH}?sent`),
        () => response.status(503).type('text').send('Try again later.'),
      );
    },
  );
  return page;
}

/** Path of the page. */
export const demoMailPath = PATH;

function markup(taken: readonly TakenMail[], isSent: boolean): string {
  const mails = [...taken].reverse().slice(0, 50);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Write a mail</title>
<link rel="stylesheet" href="${PATH}/mail.css">
</head>
<body>
<main>
<h1>Write a mail to ${demoMailbox.address}</h1>
${isSent ? '<p role="status">It was sent. It is in the e-mail inbox within moments.</p>' : ''}
${form({ from: 'eva.jansen@example.org', subject: 'My bell is broken', inReplyTo: '' })}
<h2>What it answered</h2>
${mails.length === 0 ? '<p>Nothing yet.</p>' : mails.map(shown).join('\n')}
</main>
</body>
</html>
`;
}

function form({ from, subject, inReplyTo }: { from: string; subject: string; inReplyTo: string }): string {
  return `<form method="post" action="${PATH}">
<label>From <input type="email" name="from" required value="${escaped(from)}"></label>
<label>Subject <input name="subject" value="${escaped(subject)}"></label>
<label>Text <textarea name="text" rows="5" required></textarea></label>
<input type="hidden" name="inReplyTo" value="${escaped(inReplyTo)}">
<button>Send</button>
</form>`;
}

function shown({ to, raw }: TakenMail): string {
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r?\\n[ \\t].*)*)`, 'im').exec(raw)?.[1] ?? '';
  const subject = header('subject').replace(/\s+/g, ' ');
  const answer = { from: to[0] ?? '', subject: `Re: ${subject}`, inReplyTo: header('message-id') };
  return `<article>
<h3>${escaped(subject) || '(no subject)'}</h3>
<p>To ${escaped(to.join(', '))}</p>
<details><summary>Source</summary><pre>${escaped(raw.slice(0, 20_000))}</pre></details>
<details><summary>Answer</summary>${form(answer)}</details>
</article>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1d2a2a; background: #fff; }
main { max-width: 720px; margin: 0 auto; padding: 24px; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; }
input, textarea, button { font: inherit; padding: 8px; box-sizing: border-box; width: 100%; }
article { border-top: 1px solid #c8d0d0; padding: 12px 0; }
pre { overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { body { color: #e4ecec; background: #14201f; } input, textarea, button { color: inherit; background: #223130; border: 1px solid #5b6f6d; } }
`;
