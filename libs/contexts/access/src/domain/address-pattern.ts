import ipaddr from 'ipaddr.js';

const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const ipv4 = new RegExp(`^${octet}\\.${octet}\\.(?:${octet}|\\*)\\.(?:${octet}|\\*)$`);
const ipv6 = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i;

/**
 * Normalises an address pattern: IPv4 with `*` for the last or the last two octets, or IPv6 with an optional prefix
 * length. Null for other text.
 */
export function normalPattern(text: string): string | null {
  const trimmed = text.trim();
  if (ipv4.test(trimmed)) return trimmed;
  const [, address, length] = ipv6.exec(trimmed) ?? [];
  if (!address || !ipaddr.IPv6.isValid(address)) return null;
  const parsed = ipaddr.IPv6.parse(address);
  if (parsed.isIPv4MappedAddress()) return length ? null : parsed.toIPv4Address().toString();
  if (length === undefined) return parsed.toString();
  const bits = Number(length);
  if (bits < 1 || bits > 128) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/${bits}`).toString()}/${bits}`;
}

/** Whether one of these normalised patterns covers an address; false for an unknown address. */
export function isCovered(patterns: readonly string[], address: string | undefined): boolean {
  if (address === undefined || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return patterns.some((pattern) =>
    parsed instanceof ipaddr.IPv6 ? coversIpv6(pattern, parsed) : coversIpv4(pattern, parsed.toString()),
  );
}

function coversIpv4(pattern: string, address: string): boolean {
  const octets = address.split('.');
  const wanted = pattern.split('.');
  return wanted.length === 4 && wanted.every((part, index) => part === '*' || part === octets[index]);
}

function coversIpv6(pattern: string, address: ipaddr.IPv6): boolean {
  if (!pattern.includes(':')) return false;
  const [network, length] = pattern.split('/');
  return address.match(ipaddr.IPv6.parse(network!), length === undefined ? 128 : Number(length));
}
