import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import type { MailboxCheckLine, MailboxCheckResponse } from '@parley/contracts/api/email';
import { mailboxDefaults } from '@parley/contracts/rules/mailbox-settings';
import type { Connection } from '../adapters/adapter';
import { imapClient } from '../adapters/email/check';
import { mailServer } from '../adapters/email/mail-server';
import { OAuthRefused, withAccess } from '../adapters/email/oauth';
import { ownMailId } from '../adapters/email/received-mail';
import { loginAt } from '../adapters/email/send';
import { MailboxStore } from './mailbox-store';

type What = MailboxCheckLine['what'];

/** Time limit in ms for a test mail to return. */
const RETURNS_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 500;

/** Tests a mailbox end to end: reads it, and sends a test mail to it that has to return. */
@Injectable()
export class MailboxCheck {
  /** Tests in progress by channel; concurrent callers share the result. */
  private readonly running = new Map<string, Promise<MailboxCheckResponse>>();

  constructor(private readonly store: MailboxStore) {}

  run(channelId: string, connection: Connection): Promise<MailboxCheckResponse> {
    const running = this.running.get(channelId);
    if (running) return running;
    const check = checked(connection, (name) => this.isTaken(channelId, name)).finally(() =>
      this.running.delete(channelId),
    );
    this.running.set(channelId, check);
    return check;
  }

  /** Whether the mailbox reader has seen the test mail. */
  private async isTaken(channelId: string, name: string): Promise<boolean> {
    return (await this.store.unknownAmong(channelId, [name])).size === 0;
  }
}

async function checked(
  connection: Connection,
  isTaken: (name: string) => Promise<boolean>,
): Promise<MailboxCheckResponse> {
  const lines: MailboxCheckLine[] = [];
  let folders: string[] = [];
  const ok = (...whats: What[]) => lines.push(...whats.map((what) => ({ what, isOk: true, detail: null })));
  const tried = async <T>(what: What, work: () => Promise<T>): Promise<T | null> => {
    try {
      const done = await work();
      ok(what);
      return done;
    } catch (error) {
      lines.push({ what, isOk: false, detail: wordsOf(error) });
      return null;
    }
  };
  const named = connection.secrets['imap-server'];
  const client = named ? await signedIn(named, connection, lines) : null;
  try {
    if (client) {
      const found = await tried('folders', () => foldersOf(client, connection));
      folders = found ?? [];
      await tried('read', () => readOne(client));
    }
    const messageId = await sent(connection, lines);
    if (client && messageId !== null && lines.some(({ what, isOk }) => what === 'read' && isOk)) {
      await tried('returned', () => returned(client, `<${messageId}>`, isTaken));
    }
  } finally {
    client?.close();
  }
  return { lines, folders };
}

/** Null if signing in failed; `lines` then contains the reason. */
async function signedIn(
  named: string,
  connection: Connection,
  lines: MailboxCheckLine[],
): Promise<ImapFlow | null> {
  let client: ImapFlow | null = null;
  try {
    client = imapClient(await mailServer(named), await withAccess(connection));
    client.on('error', () => undefined);
    await client.connect();
    lines.push(...(['imap_connect', 'imap_tls', 'imap_sign_in'] as const).map(done));
    return client;
  } catch (error) {
    client?.close();
    lines.push(...upTo(['imap_connect', 'imap_tls', 'imap_sign_in'], stepOf(error), wordsOf(error)));
    return null;
  }
}

/** @returns the Message-ID of the test mail, or null if the server refused it */
async function sent(connection: Connection, lines: MailboxCheckLine[]): Promise<string | null> {
  const steps = ['smtp_connect', 'smtp_tls', 'smtp_sign_in', 'send'] as const;
  const address = connection.providerAccountId ?? '';
  // The mailbox reader treats a mail with an id of this form as our own, so the test mail becomes no message.
  const messageId = ownMailId(randomUUID(), address);
  let isSignedIn = false;
  try {
    const { auth, ...reached } = loginAt(
      await mailServer(connection.secrets['smtp-server'] ?? ''),
      await withAccess(connection),
    );
    const { user = '', pass, accessToken } = auth ?? {};
    const transport = createTransport({
      ...reached,
      ...(auth && { auth: accessToken ? { type: 'OAuth2', user, accessToken } : { user, pass } }),
    });
    try {
      await transport.verify();
      isSignedIn = true;
      await transport.sendMail({
        ...{ from: address, to: address, envelope: { from: address, to: [address] } },
        messageId: `<${messageId}>`,
        subject: 'Parley: test',
        text: 'Parley sent this to see whether the mailbox works. You can delete it.',
        headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        disableFileAccess: true,
        disableUrlAccess: true,
      });
    } finally {
      transport.close();
    }
    lines.push(...steps.map(done));
    return messageId;
  } catch (error) {
    lines.push(...upTo([...steps], isSignedIn ? 3 : stepOf(error), wordsOf(error)));
    return null;
  }
}

/**
 * @throws Error if a folder of the settings does not exist
 * @returns the folders of the server
 */
async function foldersOf(client: ImapFlow, { mailbox = mailboxDefaults }: Connection): Promise<string[]> {
  const paths = (await client.list())
    .filter(({ flags }) => !flags.has('\\Noselect'))
    .map(({ path }) => path)
    .slice(0, 500);
  const missing = mailbox.folders.filter(
    (folder) => !paths.some((path) => path === folder || /^inbox$/i.test(folder)),
  );
  if (missing.length > 0) throw new Error(`No such folder: ${missing.join(', ')}`);
  return paths;
}

async function readOne(client: ImapFlow): Promise<void> {
  await client.mailboxOpen('INBOX');
  const { exists } = client.mailbox || { exists: 0 };
  if (exists > 0) await client.fetchOne('*', { headers: true });
}

/** Waits until the test mail is in the mailbox and deletes it there, unless the mailbox reader did so first. */
async function returned(
  client: ImapFlow,
  messageId: string,
  isTaken: (name: string) => Promise<boolean>,
): Promise<void> {
  for (const began = performance.now(); performance.now() - began < RETURNS_WITHIN_MS;) {
    // Checked before the search: the mailbox reader records a mail before it removes the mail.
    const isKnown = await isTaken(messageId);
    await client.noop();
    const uids = await client.search({ header: { 'message-id': messageId } }, { uid: true });
    if (uids && uids.length > 0) {
      await client.messageDelete(uids, { uid: true });
      return;
    }
    if (isKnown) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`It did not come back within ${RETURNS_WITHIN_MS / 1000} s.`);
}

const done = (what: What): MailboxCheckLine => ({ what, isOk: true, detail: null });

/** The lines of a check whose steps succeeded up to the failed one. */
function upTo(steps: What[], failed: number, detail: string): MailboxCheckLine[] {
  return [...steps.slice(0, failed).map(done), { what: steps[failed]!, isOk: false, detail }];
}

/** Whether the server was unreachable (0), TLS failed (1) or signing in was refused (2). */
function stepOf(error: unknown): 0 | 1 | 2 {
  const {
    code = '',
    authenticationFailed,
    message,
  } = error as Error & {
    code?: string;
    authenticationFailed?: boolean;
  };
  if (authenticationFailed || code === 'EAUTH' || error instanceof OAuthRefused) return 2;
  if (code === 'ETLS' || /^(ERR_(TLS|SSL)|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 1;
  return /STARTTLS|certificate|wrong version number/i.test(message) ? 1 : 0;
}

function wordsOf(error: unknown): string {
  const { responseText, response, message } = error as Error & {
    responseText?: string;
    response?: string;
  };
  return (responseText ?? (typeof response === 'string' ? response : message)).slice(0, 300);
}
