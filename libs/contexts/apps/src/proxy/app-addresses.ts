import { Injectable } from '@nestjs/common';
import { parseUrl } from '@parley/contracts/rules/parse-url';
import { Config } from '@parley/platform/config/config';
import { GuardedAddress, type Destination } from '@parley/platform/http/guarded-address';

/** The addresses that apps may call at all; manifests can only narrow them. */
@Injectable()
export class AppAddresses extends GuardedAddress {
  private readonly doubles = new Set<string>();

  constructor({ appsAllowedHosts: allowed = [], publicUrl, port, operatorPort = port }: Config) {
    super({ allowed, publicUrl, ownPorts: [port, operatorPort] }, 'app_host_refused');
  }

  /** Allows the fakes of services in the demo, below this address; no other local address is allowed. */
  addDouble(address: string): void {
    this.doubles.add(`${address}/`);
  }

  override normal(text: string): string {
    const double = this.doubleAt(text);
    return double ? double.href : super.normal(text);
  }

  override destination(text: string): Promise<Destination | null> {
    const url = this.doubleAt(text);
    return url ? Promise.resolve({ url, address: '127.0.0.1' }) : super.destination(text);
  }

  private doubleAt(text: string): URL | null {
    const url = parseUrl(text);
    return url && [...this.doubles].some((address) => url.href.startsWith(address)) ? url : null;
  }
}
