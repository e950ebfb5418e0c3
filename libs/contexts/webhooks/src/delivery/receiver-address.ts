import { Injectable } from '@nestjs/common';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import { GuardedAddress } from '@parley/platform/http/guarded-address';

export type { Destination } from '@parley/platform/http/guarded-address';

/** The addresses to which webhooks of an organisation may lead. */
export class ReceiverAddress extends GuardedAddress {
  /** @param customerId organisation of the webhooks: the operator may allow hosts for all organisations or for one */
  constructor(
    { webhookAllowedHosts: entries = [], publicUrl, port, operatorPort = port }: Config,
    customerId = '',
  ) {
    const allowed = entries.flatMap((entry) => {
      const [place = '', owner] = entry.split('=').reverse();
      return owner === undefined || owner.toLowerCase() === customerId ? [place] : [];
    });
    super({ allowed, publicUrl, ownPorts: [port, operatorPort] }, 'webhook_url');
  }

  protected override refusal(): Rejected {
    return new Rejected('webhook_url');
  }
}

/** The allowed addresses of every organisation. */
@Injectable()
export class ReceiverAddresses {
  private readonly everybodys: ReceiverAddress;
  private readonly own = new Map<string, ReceiverAddress>();

  constructor(config: Config) {
    this.everybodys = new ReceiverAddress(config);
    for (const entry of config.webhookAllowedHosts ?? []) {
      const [owner = ''] = entry.toLowerCase().split('=');
      if (entry.includes('=')) this.own.set(owner, new ReceiverAddress(config, owner));
    }
  }

  of(customerId: string): ReceiverAddress {
    return this.own.get(customerId) ?? this.everybodys;
  }
}
