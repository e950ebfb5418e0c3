import { Injectable } from '@nestjs/common';

/** Where a channel's provider is reached: at its own address, unless a double of it answers to a secret of the channel. */
@Injectable()
export class ProviderAddresses {
  private readonly doubles = new Map<string, string>();

  /** For the demo and for tests: channels that are connected with this secret talk to a double. */
  addDouble(secret: string, apiBaseUrl: string): void {
    this.doubles.set(secret, apiBaseUrl);
  }

  /** Null: the provider's own address. */
  of(secrets: string[]): string | null {
    return secrets.map((secret) => this.doubles.get(secret)).find((url) => url !== undefined) ?? null;
  }
}
