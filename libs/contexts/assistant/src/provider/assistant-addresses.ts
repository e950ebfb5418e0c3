import { Injectable } from '@nestjs/common';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { Config } from '@parley/platform/config/config';
import { GuardedAddress, type Destination } from '@parley/platform/http/guarded-address';
import { ProviderFailure } from './provider-failure';

/** Which providers the assistant may be at: on the open Internet, where the operator allows it, or a double. */
@Injectable()
export class AssistantAddresses extends GuardedAddress {
  private readonly doubles = new Set<string>();

  constructor({ assistantAllowedHosts: allowed = [], publicUrl, port, operatorPort = port }: Config) {
    super({ allowed, publicUrl, ownPorts: [port, operatorPort] }, 'assistant_address');
  }

  /** For the demo and for tests: a double of a provider is at this address. */
  addDouble(address: string): void {
    this.doubles.add(address);
  }

  /**
   * An address as it is kept: without what is asked of it, and without a slash at its end.
   * @throws CodedError `assistant_address`
   */
  baseOf(text: string): string {
    const base = text.replace(/(?<!\/)\/+$/, '').replace(/\/(chat\/completions|models)$/, '');
    return this.doubles.has(base) ? base : this.normal(base).replace(/(?<!\/)\/+$/, '');
  }

  /** @throws ProviderFailure for what cannot be reached, or may not be */
  async within(base: string, path: string): Promise<Destination> {
    const url = parseUrl(base);
    if (!url) throw new ProviderFailure('assistant_unreachable');
    // Azure's address has its version as a query.
    url.pathname = url.pathname.replace(/(?<!\/)\/+$/, '') + path;
    if (this.doubles.has(base)) return { url, address: '127.0.0.1' };
    const destination = await this.destination(url.href);
    if (!destination) throw new ProviderFailure('assistant_unreachable');
    return destination;
  }
}
