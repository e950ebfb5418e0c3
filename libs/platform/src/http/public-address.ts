import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

/** The addresses of a host. None where it is not found: then nothing is asked of it either. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** All of IPv6 that registries give out. Older forms that hold an address of IPv4 lie outside. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** Whether an address is one of the open Internet, and leads neither into our network nor to this machine. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST));
}
