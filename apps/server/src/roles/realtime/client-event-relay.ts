import { Injectable } from '@nestjs/common';
import type { ClientEvent } from '@parley/contracts/push/index';
import { Database } from '@parley/platform/database/database';
import { Relay } from './relay';

/** Carries client events to the realtime processes whose sockets are in the same rooms. */
@Injectable()
export class ClientEventRelay extends Relay<ClientEvent> {
  constructor(database: Database) {
    super(database, 'parley_client_events');
  }
}
