import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The proxies in front of us: how many there are, or the networks they are in. None: 0. */
export type TrustedProxies = number | readonly string[];

/**
 * Where a request comes from, for REST and sockets alike. Only what a trusted proxy says of whom it heard from is
 * believed, and no other header. Undefined where that is no address: it is nobody's.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } },
  trusted: TrustedProxies,
): string | undefined {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  // The nearest first: each proxy adds whom it heard from at the end.
  const hops = forwarded ? forwarded.split(',').reverse() : [];
  let address = normalAddress(socket.remoteAddress ?? '');
  for (const [index, hop] of hops.entries()) {
    if (address === undefined || !isTrusted(address, index, trusted)) break;
    address = normalAddress(withoutPort(hop.trim()));
  }
  return address;
}

/**
 * Has Express tell the same address as `request.ip`, for it would believe more headers than the one, and take what is
 * no address for one.
 */
export function knowAddress(request: IncomingMessage, trusted: TrustedProxies): void {
  Object.defineProperty(request, 'ip', { value: clientAddress(request, trusted), configurable: true });
}

const MOST_REMEMBERED = 1_000;
/** Several ask for the same address in the course of one request, and clients keep their connections. */
const remembered = new Map<string, string | undefined>();

/** An address in its one form; IPv6 that holds an IPv4 address is that. */
export function normalAddress(text: string): string | undefined {
  if (remembered.has(text)) return remembered.get(text);
  const address = parsedAddress(text);
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  // Whoever sends longer ones would fill the memory.
  if (text.length <= LONGEST) remembered.set(text, address);
  return address;
}

/** Characters of the longest address, an IPv6 one with its zone. */
const LONGEST = 64;

function parsedAddress(text: string): string | undefined {
  const [address = ''] = text.split('%');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address).toString() : undefined;
}

/** Whether an address is this machine's own. */
export function isLoopback(text = ''): boolean {
  const address = normalAddress(text) ?? '';
  return address === '::1' || address.startsWith('127.');
}

/** Whether what a request says comes from a trusted proxy: whom we heard from ourselves, not whom that names. */
export function isFromTrustedProxy(
  { socket }: { socket: { remoteAddress?: string } },
  trusted: TrustedProxies,
): boolean {
  const address = normalAddress(socket.remoteAddress ?? '');
  return address !== undefined && isTrusted(address, 0, trusted);
}

/**
 * What TRUSTED_PROXIES says: a number of proxies, or their addresses and networks, with commas between.
 * @returns null for what is neither
 */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (/^\d{1,2}$/.test(text.trim())) return Number(text);
  const networks = text.split(',').map((part) => part.trim());
  const areAll = networks.every((network) => ipaddr.isValidCIDR(network) || normalAddress(network));
  return areAll ? networks : null;
}

function isTrusted(address: string, index: number, trusted: TrustedProxies): boolean {
  if (typeof trusted === 'number') return index < trusted;
  const parsed = ipaddr.parse(address);
  return trusted.some((network) => {
    const [base, bits] = ipaddr.isValidCIDR(network) ? ipaddr.parseCIDR(network) : wholeAddress(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

function wholeAddress(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Some proxies tell the port, too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, inBrackets, before] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return inBrackets ?? before ?? hop;
}
