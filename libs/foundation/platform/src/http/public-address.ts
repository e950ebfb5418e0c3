import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The addresses of a host. None where it is not found: then nothing is asked of it either. */
export async function addressesOf(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}

/** All of IPv6 that registries give out. Older forms that hold an address of IPv4 lie outside. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** What no request of ours may lead to: special ranges, and addresses by which clouds answer their own machines. */
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

/** Whether its last half holds an address of IPv4, in whatever network (ISATAP). */
function isIsatap(address: string): boolean {
  const [, , , , before, mark] = ipaddr.IPv6.parse(address).parts;
  return mark === 0x5efe && (before === 0 || before === 0x200);
}

/** Whether an address is one of the open Internet, and leads neither into our network nor to this machine. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return globalUnicast.check(address, 'ipv6') && !special.check(address, 'ipv6') && !isIsatap(address);
}
