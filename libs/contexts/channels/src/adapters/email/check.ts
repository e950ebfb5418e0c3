import { ImapFlow } from 'imapflow';
import { createTransport } from 'nodemailer';
import type { CheckResult, Connection } from '../adapter';
import { OAuthRefused, withAccess } from './oauth';
import { mailServer, MailServerRefused, type MailServer } from './mail-server';
import { loginAt, userOf } from './send';

const PATIENCE_MS = 10_000;

/** Signs in to the servers for reading and for sending; sends no mail. */
export async function check(given: Connection): Promise<CheckResult> {
  let connection: Connection;
  try {
    connection = await withAccess(given);
  } catch (error) {
    const detail = (error as Error).message;
    return error instanceof OAuthRefused
      ? { outcome: 'refused', code: 'provider_token_refused', field: 'refreshToken', detail }
      : { outcome: 'refused', code: 'provider_unavailable', field: 'tokenUrl', detail };
  }
  const { 'imap-server': imap, 'smtp-server': smtp = '' } = connection.secrets;
  const refused =
    (imap ? await tried('imapServer', imap, (server) => signInToImap(server, connection)) : null) ??
    (await tried('smtpServer', smtp, (server) => signInToSmtp(server, connection)));
  return refused ?? { outcome: 'holds', name: connection.providerAccountId ?? undefined };
}

async function tried(
  field: string,
  named: string,
  signIn: (server: MailServer) => Promise<void>,
): Promise<CheckResult | null> {
  try {
    await signIn(await mailServer(named));
    return null;
  } catch (error) {
    const { code, authenticationFailed, message, responseText } = error as Error & {
      code?: string;
      authenticationFailed?: boolean;
      responseText?: string;
    };
    const detail = (responseText ?? message).slice(0, 300);
    if (code === 'EAUTH' || authenticationFailed) {
      return { outcome: 'refused', code: 'provider_token_refused', field: 'password', detail };
    }
    if (error instanceof MailServerRefused) {
      return { outcome: 'refused', code: 'provider_refused', field, detail };
    }
    return { outcome: 'refused', code: 'provider_unavailable', field, detail };
  }
}

async function signInToSmtp(server: MailServer, connection: Connection): Promise<void> {
  const { auth, ...reached } = loginAt(server, connection);
  const { user = '', pass, accessToken } = auth ?? {};
  const transport = createTransport({
    ...reached,
    ...(auth && { auth: accessToken ? { type: 'OAuth2', user, accessToken } : { user, pass } }),
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

async function signInToImap(server: MailServer, connection: Connection): Promise<void> {
  const client = imapClient(server, connection);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.mailboxOpen('INBOX', { readOnly: true });
  } finally {
    client.close();
  }
}

/**
 * Creates a client for one connection; a new connection needs a new client. The caller must handle its `error` event.
 */
export function imapClient(
  { name, host, port, secure, isOwn }: MailServer,
  connection: Connection,
): ImapFlow {
  const user = userOf(connection);
  const { password = '', 'access-token': accessToken } = connection.secrets;
  return new ImapFlow({
    ...{ host, port, secure, servername: name, logger: false },
    auth: accessToken ? { user, accessToken } : { user, pass: password },
    ...(!secure && !isOwn && { doSTARTTLS: true }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    // Detects a dead connection within 90 seconds.
    socketTimeout: 90_000,
    maxIdleTime: 60_000,
    autoIdleDelay: 100,
  });
}
