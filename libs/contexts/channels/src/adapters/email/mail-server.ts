import { addressesOf, isPublicAddress } from '@parley/platform/http/public-address';

/** The only ports that are ever called: those for reading and sending mail. */
const PORTS = [25, 143, 465, 587, 993, 2525];

/** A mail server whose host name is resolved. */
export interface MailServer {
  /** The host name in its certificate. */
  name: string;
  /** The IP address to call. */
  host: string;
  port: number;
  /** Whether the connection begins with TLS; otherwise STARTTLS upgrades the connection. */
  secure: boolean;
  /** Whether the server is in our own network, as the operator permits in `PARLEY_MAIL_HOSTS`. */
  isOwn: boolean;
}

export class MailServerRefused extends Error {}

/** Ports of servers that run in this process for the demo, by the name that channels use. */
const played = new Map<string, number>();

/** Redirects connections to the named server to a port of this machine. */
export function playMailServer(named: string, port: number): void {
  played.set(named, port);
}

/**
 * Resolves a server that an administrator entered. The server must be on the public Internet, or the operator must
 * list it in `PARLEY_MAIL_HOSTS` with its port, as `mail.internal:2525`.
 * @throws MailServerRefused if it is neither
 */
export async function mailServer(
  named: string,
  own = process.env.PARLEY_MAIL_HOSTS ?? '',
): Promise<MailServer> {
  const playedAt = played.get(named);
  if (playedAt !== undefined) {
    return { name: named, host: '127.0.0.1', port: playedAt, secure: false, isOwn: true };
  }
  const colon = named.lastIndexOf(':');
  const [name, port] = [named.slice(0, colon), Number(named.slice(colon + 1))];
  const isOwn = own.split(',').some((host) => host.trim().toLowerCase() === named.toLowerCase());
  const secure = port === 465 || port === 993;
  if (isOwn) return { name, host: name, port, secure, isOwn };
  if (!PORTS.includes(port)) throw new MailServerRefused('The port is none of mail.');
  const addresses = await addressesOf(name);
  if (addresses.length === 0) throw new MailServerRefused('The host is not found.');
  if (!addresses.every(isPublicAddress)) throw new MailServerRefused('The host is not on the Internet.');
  return { name, host: addresses[0]!, port, secure, isOwn };
}
