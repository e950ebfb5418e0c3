import { Injectable } from '@nestjs/common';

/** Where a channel's provider is reached: at its own address, unless a double of it answers to the channel's token. */
@Injectable()
export class ProviderAddresses {
  private readonly doubles = new Map<string, string>();

  /** For the demo and for tests: channels that are connected with this token talk to a double. */
  addDouble(accessToken: string, apiBaseUrl: string): void {
    this.doubles.set(accessToken, apiBaseUrl);
  }

  /** Null: the provider's own address. */
  of(accessToken: string): string | null {
    return this.doubles.get(accessToken) ?? null;
  }
}
