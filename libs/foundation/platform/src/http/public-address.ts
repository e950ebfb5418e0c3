import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** @returns the addresses of a host; empty if it is not found */
export async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** The range of all public IPv6 addresses. Most older forms that contain an IPv4 address are outside of it. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Forbidden destinations: special ranges, and addresses at which a cloud serves metadata to its own machines. */
const special = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '168.63.129.16/32', '169.254.0.0/16'],
  ...[
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.31.196.0/24',
    '192.52.193.0/24',
    '192.88.99.0/24',
  ],
  ...[
    '192.168.0.0/16',
    '192.175.48.0/24',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/3',
  ],
]) {
  const [address = '', bits] = network.split('/');
  special.addSubnet(address, Number(bits), 'ipv4');
}
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']) {
  const [address = '', bits] = network.split('/');
  special.addSubnet(address, Number(bits), 'ipv6');
}

/** Whether the second half of an IPv6 address contains an IPv4 address by ISATAP, in any network. */
function isIsatap(address: string): boolean {
  const [, , , , before, mark] = ipaddr.IPv6.parse(address).parts;
  return mark === 0x5efe && (before === 0 || before === 0x200);
}

/** Whether an address is on the public Internet, and neither in the internal network nor on this machine. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6') && !isIsatap(address);
}
