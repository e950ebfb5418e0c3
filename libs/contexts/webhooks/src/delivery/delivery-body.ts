import { Injectable } from '@nestjs/common';
import type { WebhookPayload } from '@parley/contracts/events';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { Config } from '@parley/platform/config/config';
import { eventByName, TEST_EVENT } from '../catalogue/catalogue';
import { payloadOf, testPayload } from '../catalogue/payload';
import { Subjects } from './subjects';

/** The columns of a delivery that identify its event. */
export interface Delivered {
  event_id: string;
  customer_id: string;
  event: string;
  stream: string | null;
  version: number | null;
  occurred_at: Date;
}

/** Makes the body of a delivery from the log, again for each attempt, so that it never contains erased data. */
@Injectable()
export class DeliveryBody {
  constructor(
    private readonly store: EventStore,
    private readonly subjects: Subjects,
    private readonly config: Config,
  ) {}

  /** Null for an event that the log or the catalogue no longer contains. */
  async of(delivered: Delivered, payload: WebhookPayload): Promise<string | null> {
    const { event_id: id, customer_id: customerId, event: name, stream, version } = delivered;
    if (name === TEST_EVENT) return testPayload(id, delivered.occurred_at.toISOString());
    const known = eventByName.get(name);
    if (!known || stream === null || version === null) return null;
    for await (const event of this.store.readStream(stream, { customerId, from: version, max: 1 })) {
      const about = await this.subjects.about(event);
      return about && payloadOf(known, event, about, { payload, apiUrl: this.config.publicUrl });
    }
    return null;
  }
}
