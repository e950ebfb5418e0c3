import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** The proxies in front of the server: their number, or their networks. 0 for none. */
export type TrustedProxies = number | readonly string[];

/**
 * @returns the address of a client, for REST and sockets alike; undefined if it is no valid address. Reads
 * `X-Forwarded-For` up to the first hop that is not a trusted proxy, and no other header.
 */
export function clientAddress(
  { socket, headers }: Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string } },
  trusted: TrustedProxies,
): string | undefined {
  const forwarded = [headers['x-forwarded-for'] ?? []].flat().join(',');
  // The nearest hop first: each proxy appends the address of its client.
  const hops = forwarded ? forwarded.split(',').reverse() : [];
  let address = normalAddress(socket.remoteAddress ?? '');
  for (const [index, hop] of hops.entries()) {
    if (address === undefined || !isTrusted(address, index, trusted)) break;
    address = normalAddress(withoutPort(hop.trim()));
  }
  return address;
}

/**
 * Sets `request.ip` to the result of `clientAddress`, since Express would trust more headers and accept invalid
 * addresses.
 */
export function knowAddress(request: IncomingMessage, trusted: TrustedProxies): void {
  Object.defineProperty(request, 'ip', { value: clientAddress(request, trusted), configurable: true });
}

const MAX_CACHED = 1_000;
/**
 * Cache of parsed addresses: several callers parse the same address in one request, and clients reuse their
 * connections.
 */
const remembered = new Map<string, string | undefined>();

/**
 * @returns the canonical form of an address, without its zone; IPv4 in IPv6 becomes IPv4. Undefined if it is no
 * address.
 */
export function normalAddress(text: string): string | undefined {
  if (remembered.has(text)) return remembered.get(text);
  const address = parsedAddress(text);
  if (remembered.size >= MAX_CACHED) remembered.clear();
  // Does not cache longer texts, with which a client could fill the memory.
  if (text.length <= LONGEST) remembered.set(text, address);
  return address;
}

/** Maximum length of an address, an IPv6 one with its zone. */
const LONGEST = 64;

function parsedAddress(text: string): string | undefined {
  const [address = ''] = text.split('%');
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address).toString() : undefined;
}

/** Whether an address belongs to this machine. */
export function isLoopback(text = ''): boolean {
  const address = normalAddress(text) ?? '';
  return address === '::1' || address.startsWith('127.');
}

/** Whether a trusted proxy sent the request: checks the peer of the connection, not `X-Forwarded-For`. */
export function isFromTrustedProxy(
  { socket }: { socket: { remoteAddress?: string } },
  trusted: TrustedProxies,
): boolean {
  const address = normalAddress(socket.remoteAddress ?? '');
  return address !== undefined && isTrusted(address, 0, trusted);
}

/**
 * Parses TRUSTED_PROXIES: a number of proxies, or their addresses and networks, separated by commas.
 * @returns null if the text is neither
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

/** Removes the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const [, inBrackets, before] = /^\[([^\]]+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(hop) ?? [];
  return inBrackets ?? before ?? hop;
}
