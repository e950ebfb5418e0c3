import ipaddr from 'ipaddr.js';
import { CodedError } from '@parley/contracts/api/coded-error';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { addressesOf, isPublicAddress } from './public-address';

/** Where a request goes: the address is looked up once, and the connection is made to it and to no other. */
export interface Destination {
  url: URL;
  address: string;
}

export interface GuardedPlaces {
  /** Networks and hosts within our own network that the operator allows. */
  allowed: readonly string[];
  publicUrl: string;
  /** Ports of the product itself. */
  ownPorts: number[];
}

/**
 * Which addresses from outside we call: HTTPS on the open Internet, and where the operator allows it hosts and networks
 * of their own. Never the product itself.
 */
export class GuardedAddress {
  private readonly hosts: Set<string>;
  private readonly networks: ReturnType<typeof ipaddr.parseCIDR>[];
  private readonly ownHost: string;
  private readonly ownPorts: Set<number>;
  resolve = addressesOf;

  /** @param code that of a refusal */
  constructor(
    { allowed, publicUrl, ownPorts }: GuardedPlaces,
    private readonly code: string,
  ) {
    this.networks = allowed.flatMap((entry) =>
      ipaddr.isValidCIDR(entry)
        ? [ipaddr.parseCIDR(entry)]
        : ipaddr.isValid(entry)
          ? [[ipaddr.parse(entry), entry.includes(':') ? 128 : 32] as ReturnType<typeof ipaddr.parseCIDR>]
          : [],
    );
    this.hosts = new Set(allowed.filter((entry) => !ipaddr.isValid(entry) && !ipaddr.isValidCIDR(entry)));
    this.ownHost = new URL(publicUrl).host;
    this.ownPorts = new Set(ownPorts);
  }

  /** @throws CodedError for one that would never be called, whatever its name leads to */
  normal(text: string): string {
    const url = parseUrl(text);
    if (
      !url ||
      !/^https?:$/.test(url.protocol) ||
      url.username ||
      url.password ||
      url.host === this.ownHost
    ) {
      throw this.refusal();
    }
    url.hash = '';
    const address = literal(url);
    const isAllowed = address !== null && this.isAllowed(address, url);
    if (address !== null && !isAllowed && !isPublicAddress(address)) throw this.refusal();
    // Without a network of its own to lead to, a plain address would send what people wrote over the open Internet.
    const isOwn = isAllowed || this.hosts.has(url.hostname) || (address === null && this.networks.length > 0);
    if (url.protocol === 'http:' && !isOwn) throw this.refusal();
    return url.href;
  }

  /** Null where its host is not found, or any address of it is one that we do not call. */
  async destination(text: string): Promise<Destination | null> {
    let url: URL;
    try {
      url = new URL(this.normal(text));
    } catch {
      return null;
    }
    const its = literal(url);
    const addresses = its === null ? await this.resolve(url.hostname) : [its];
    const areAllowed = addresses.every(
      (address) => this.isAllowed(address, url) || (url.protocol === 'https:' && isPublicAddress(address)),
    );
    return addresses[0] !== undefined && areAllowed ? { url, address: addresses[0] } : null;
  }

  /** What is thrown for an address that is refused. */
  protected refusal(): CodedError {
    return new CodedError(this.code);
  }

  /** Whether the operator allows it. Ports of the product are never allowed there. */
  private isAllowed(address: string, { hostname, port, protocol }: URL): boolean {
    const number = Number(port || (protocol === 'https:' ? 443 : 80));
    if (!ipaddr.isValid(address) || this.ownPorts.has(number)) return false;
    const parsed = ipaddr.process(address);
    return (
      this.hosts.has(hostname) ||
      this.networks.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
    );
  }
}

/** The address that a URL names itself; null for a name. */
function literal({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) ? address : null;
}
