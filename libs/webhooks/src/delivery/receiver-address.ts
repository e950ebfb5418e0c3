import { Injectable } from '@nestjs/common';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Config } from '@parley/platform/config/config';
import { GuardedAddress } from '@parley/platform/http/guarded-address';

export type { Destination } from '@parley/platform/http/guarded-address';

/** Which addresses webhooks may lead to. */
@Injectable()
export class ReceiverAddress extends GuardedAddress {
  constructor({ webhookAllowedHosts: allowed = [], publicUrl, port, operatorPort = port }: Config) {
    super({ allowed, publicUrl, ownPorts: [port, operatorPort] }, 'webhook_url');
  }

  protected override refusal(): Rejected {
    return new Rejected('webhook_url');
  }
}
