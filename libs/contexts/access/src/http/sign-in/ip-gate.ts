import { Injectable } from '@nestjs/common';
import { CodedError } from '@parley/contracts/api/coded-error';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import { isCovered } from '../../domain/address-pattern';
import { ipWhitelist, patternsOf } from '../../domain/ip-whitelist';

/**
 * Checks that a request comes from an address that its organisation allows. An organisation's whitelist is read from
 * its stream and cached until the log contains a change of it.
 */
@Injectable()
export class IpGate {
  private readonly known = new Map<string, Promise<string[]>>();

  constructor(
    private readonly aggregates: Aggregates,
    feed: LogFeed,
  ) {
    feed.listen((events) => {
      for (const { stream, customerId } of events) {
        if (stream.startsWith('ipWhitelist-')) this.known.delete(customerId);
      }
    });
  }

  /** @throws CodedError `ip_not_allowed`, which contains the address of the request */
  async requireAllowed(customerId: string, address: string | undefined): Promise<void> {
    const patterns = await this.patternsOf(customerId);
    if (patterns.length > 0 && !isCovered(patterns, address)) {
      throw new CodedError('ip_not_allowed', address ?? '');
    }
  }

  /** Caches the promise of a read, so that a change discards the read even while it is in flight. */
  private patternsOf(customerId: string): Promise<string[]> {
    const known = this.known.get(customerId);
    if (known) return known;
    const loading = this.aggregates
      .load(ipWhitelist, 'ipWhitelist', customerId, customerId)
      .then(({ state }) => patternsOf(state));
    this.known.set(customerId, loading);
    loading.catch(() => {
      if (this.known.get(customerId) === loading) this.known.delete(customerId);
    });
    return loading;
  }
}
