import { Injectable } from '@nestjs/common';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { Config } from '@parley/platform/config/config';
import { GuardedAddress, type Destination } from '@parley/platform/http/guarded-address';
import { ProviderFailure } from './provider-failure';

/** Addresses that a provider may have: public hosts, hosts that the operator allows, and fakes. */
@Injectable()
export class AssistantAddresses extends GuardedAddress {
  private readonly doubles = new Set<string>();

  constructor({ assistantAllowedHosts: allowed = [], publicUrl, port, operatorPort = port }: Config) {
    super({ allowed, publicUrl, ownPorts: [port, operatorPort] }, 'assistant_address');
  }

  /** Allows a fake provider at this address, for the demo and for tests. */
  addDouble(address: string): void {
    this.doubles.add(address);
  }

  /**
   * Normalises the address of a provider: without the path of a call, and without a slash at the end.
   * @throws CodedError `assistant_address`
   */
  baseOf(text: string): string {
    const base = text.replace(/(?<!\/)\/+$/, '').replace(/\/(chat\/completions|models)$/, '');
    return this.doubles.has(base) ? base : this.normal(base).replace(/(?<!\/)\/+$/, '');
  }

  /** @throws ProviderFailure `assistant_unreachable` for an address that does not resolve or is not allowed */
  async within(base: string, path: string): Promise<Destination> {
    const url = parseUrl(base);
    if (!url) throw new ProviderFailure('assistant_unreachable');
    // Keeps the query, in which Azure expects its version.
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + path;
    if (this.doubles.has(base)) return { url, address: '127.0.0.1' };
    const destination = await this.destination(url.href);
    if (!destination) throw new ProviderFailure('assistant_unreachable');
    return destination;
  }
}
