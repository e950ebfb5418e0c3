import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { webhookPayloads, type WebhookPayload } from '../events/webhook.events';
import { IfGiven, Nested, Text } from './input';

const ENTITY_TYPE = /^[\w:.-]{1,60}$/;

class EventTarget {
  /** The id of an object in Parley, or the program's own name for it. */
  @Text({ min: 1, max: 200 })
  reference!: string;

  @IfGiven()
  @Matches(ENTITY_TYPE)
  entityType?: string;
}

class EventActor extends EventTarget {
  /** Accepted and ignored: `reference` identifies the actor. */
  @IsOptional()
  @Text({ max: 200 })
  actorFullName?: string;
}

/**
 * POST /api/v3/events: reports something that happened outside Parley. Readers of events and webhooks get it as
 * `integration::event`.
 */
export class StateEventRequest {
  @Matches(/^[A-Za-z][\w:.-]{0,99}$/)
  name!: string;

  @Nested(() => EventActor)
  actor!: EventActor;

  @IfGiven()
  @Nested(() => EventTarget)
  target?: EventTarget;
}

/** Maximum number of event names in a request. */
const MAX_TYPES = 100;

/** GET /api/v3/events */
export class EventsQuery {
  /** Returns events after this log position; `latest`: only future events. Absent: from the beginning. */
  @IsOptional()
  @Matches(/^(\d{20}|latest)$/)
  after?: string;

  /** Event names of the catalogue, separated by commas; an unknown name is 400 `webhook_event_unknown`. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
  )
  @IsArray()
  @ArrayMaxSize(MAX_TYPES)
  @Matches(/^[a-z_]{1,40}::[a-z_]{1,40}$/, { each: true })
  types?: string[];

  /** `thin` omits message texts and personal data. */
  @IsIn(webhookPayloads)
  payload: WebhookPayload = 'full';

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number = 100;
}
