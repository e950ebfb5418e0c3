import { Injectable } from '@nestjs/common';

/** Addresses of providers' APIs: the default, or that of a fake with a secret of the channel. */
@Injectable()
export class ProviderAddresses {
  private readonly doubles = new Map<string, string>();

  /** For the demo and tests: channels that are connected with this secret call the fake. */
  addDouble(secret: string, apiBaseUrl: string): void {
    this.doubles.set(secret, apiBaseUrl);
  }

  /** Null: the provider's default address. */
  of(secrets: string[]): string | null {
    return secrets.map((secret) => this.doubles.get(secret)).find((url) => url !== undefined) ?? null;
  }
}
