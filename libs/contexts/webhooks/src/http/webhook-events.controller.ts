import { Controller, Get } from '@nestjs/common';
import type { WebhookEventResponse } from '@parley/contracts/api/webhooks';
import { Requires } from '@parley/platform/http/principal';
import { catalogue } from '../catalogue/catalogue';
import { exampleOf, schemaOf } from '../catalogue/payload';

const events: WebhookEventResponse[] = catalogue.map((event) => ({
  name: event.name,
  version: event.version,
  group: event.name.slice(0, event.name.indexOf('::')),
  example: exampleOf(event),
  schema: schemaOf(event),
}));

/** Lists the events to which webhooks can subscribe, each with an example and the schema of its payload. */
@Controller('api/v3/webhook-events')
@Requires('developers:read')
export class WebhookEventsController {
  @Get()
  list(): WebhookEventResponse[] {
    return events;
  }
}
