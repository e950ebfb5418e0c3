import { addressesOf, isPublicAddress } from '@parley/platform/http/public-address';

/** Ports on which mail is read and sent: nothing else of a host is ever called. */
const PORTS = [25, 143, 465, 587, 993, 2525];

/** A mail server, its host found. */
export interface MailServer {
  /** The name, which its certificate bears. */
  name: string;
  /** The address that is called. */
  host: string;
  port: number;
  /** Whether TLS begins at once; otherwise it is asked for first. */
  secure: boolean;
  /** It lies within our own network, where the operator lets channels lead. */
  isOwn: boolean;
}

export class MailServerRefused extends Error {}

/** Servers that run in this process for the demo, by what channels call them. */
const played = new Map<string, number>();

/** Has channels that name this server reach the one at a port of this machine. */
export function playMailServer(named: string, port: number): void {
  played.set(named, port);
}

/**
 * Finds a server that an administrator named: it has to be one of the open Internet, or one that the operator names in
 * `PARLEY_MAIL_HOSTS` with its port, as `mail.internal:2525`.
 * @throws MailServerRefused
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
