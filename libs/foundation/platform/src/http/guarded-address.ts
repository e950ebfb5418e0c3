import ipaddr from 'ipaddr.js';
import { CodedError } from '@parley/contracts/api/coded-error';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { addressesOf, isPublicAddress } from './public-address';

/** Destination of a request: the name is resolved once, and the connection goes to `address` only. */
export interface Destination {
  url: URL;
  address: string;
}

export interface GuardedPlaces {
  /** Networks and hosts in the internal network that the operator allows. */
  allowed: readonly string[];
  publicUrl: string;
  /** Ports of this product, which are always refused. */
  ownPorts: number[];
}

/**
 * Checks addresses that users enter. Allows HTTPS on the public Internet, and the hosts and networks that the
 * operator allows. Never allows the product itself.
 */
export class GuardedAddress {
  private readonly hosts: Set<string>;
  private readonly networks: ReturnType<typeof ipaddr.parseCIDR>[];
  private readonly ownHost: string;
  private readonly ownPorts: Set<number>;
  resolve = addressesOf;

  /** @param code code of the error for a refused address */
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

  /**
   * Checks all that is possible before the name is resolved.
   * @returns the normalised address, without a fragment
   * @throws CodedError if the address is never allowed
   */
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
    // Plain HTTP is allowed only if the operator allows an internal host or network that the address can belong to:
    // elsewhere it would send users' texts over the Internet unencrypted.
    const isOwn = isAllowed || this.hosts.has(url.hostname) || (address === null && this.networks.length > 0);
    if (url.protocol === 'http:' && !isOwn) throw this.refusal();
    return url.href;
  }

  /**
   * @returns the resolved destination; null if the text is refused, its host is not found, or any address of the host
   * is refused
   */
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

  /** @returns the error for a refused address */
  protected refusal(): CodedError {
    return new CodedError(this.code);
  }

  /** Whether the operator allows this address. Ports of the product are never allowed. */
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

/** @returns the address if the host of a URL is one; null if it is a name */
function literal({ hostname }: URL): string | null {
  const address = hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(address) ? address : null;
}
