import type { ImapFlow } from 'imapflow';
import type { Connection, Found, OutgoingMessage } from '../adapter';
import { imapClient } from './check';
import { mailServer } from './mail-server';
import { withAccess } from './oauth';
import { ownMailId } from './received-mail';
import { compose } from './send';

/**
 * Number of days in which the sent folder must contain a mail of ours, or else the server counts as one that does not
 * keep the mails sent through it.
 */
const LOOK_BACK_DAYS = 14;

/**
 * Whether the server's sent folder contains a mail. If it does not, the result is `absent` only if the server itself
 * keeps the mails sent through it: the folder contains other mails of ours, and Parley copies none there. Otherwise
 * the result is `untold`.
 */
export async function find({ messageId }: OutgoingMessage, connection: Connection): Promise<Found> {
  const { secrets, mailbox, providerAccountId } = connection;
  if (!secrets['imap-server']) return 'untold';
  const externalId = ownMailId(messageId, providerAccountId ?? '');
  return inSentFolder(connection, async (client) => {
    if (await has(client, externalId)) return 'sent';
    if (mailbox?.keepsSent) return 'untold';
    const since = new Date(Date.now() - LOOK_BACK_DAYS * 86_400_000);
    const kept = await client.search({ header: { 'message-id': '<p.' }, since }, { uid: true });
    return kept && kept.length > 0 ? 'absent' : 'untold';
  }).then(
    (found) => found ?? 'untold',
    () => 'later' as const,
  );
}

/** Copies a mail to the sent folder if the channel's settings require that and the folder does not contain it. */
export async function keepSent(message: OutgoingMessage, connection: Connection): Promise<void> {
  if (!connection.mailbox?.keepsSent || !connection.secrets['imap-server']) return;
  const mail = await compose(message, connection);
  if (!mail) return;
  await inSentFolder(connection, async (client, folder) => {
    if (!(await has(client, mail.externalId))) await client.append(folder, mail.raw, ['\\Seen']);
  });
}

async function has(client: ImapFlow, externalId: string): Promise<boolean> {
  const found = await client.search({ header: { 'message-id': `<${externalId}>` } }, { uid: true });
  return found !== false && found !== undefined && found.length > 0;
}

/** @returns null if the server has no sent folder */
async function inSentFolder<T>(
  connection: Connection,
  look: (client: ImapFlow, folder: string) => Promise<T>,
): Promise<T | null> {
  const server = await mailServer(connection.secrets['imap-server'] ?? '');
  const client = imapClient(server, await withAccess(connection));
  client.on('error', () => undefined);
  try {
    await client.connect();
    const folders = await client.list();
    const folder = folders.find(({ specialUse }) => specialUse === '\\Sent')?.path;
    if (folder === undefined) return null;
    await client.mailboxOpen(folder);
    return await look(client, folder);
  } finally {
    client.close();
  }
}
