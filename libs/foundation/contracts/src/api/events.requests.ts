import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { webhookPayloads, type WebhookPayload } from '../events/webhook.events';
import { IfGiven, Nested, Text } from './input';

const ENTITY_TYPE = /^[\w:.-]{1,60}$/;

class EventTarget {
  /** An id of ours, or whatever the program calls it. */
  @Text({ min: 1, max: 200 })
  reference!: string;

  @IfGiven()
  @Matches(ENTITY_TYPE)
  entityType?: string;
}

class EventActor extends EventTarget {
  /** Taken and not kept: who somebody is, their reference says. */
  @IsOptional()
  @Text({ max: 200 })
  actorFullName?: string;
}

/** POST /api/v3/events: what happened elsewhere. Whoever reads or is told events gets it as `integration::event`. */
export class StateEventRequest {
  @Matches(/^[A-Za-z][\w:.-]{0,99}$/)
  name!: string;

  @Nested(() => EventActor)
  actor!: EventActor;

  @IfGiven()
  @Nested(() => EventTarget)
  target?: EventTarget;
}

/** Names of events that may be asked for at once. */
const MOST_TYPES = 100;

/** GET /api/v3/events */
export class EventsQuery {
  /** What came after this position of the log; `latest` for what comes from now on. From the beginning if left out. */
  @IsOptional()
  @Matches(/^(\d{20}|latest)$/)
  after?: string;

  /** Names of the catalogue, with commas between; one that is not there is 400 `webhook_event_unknown`. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) =>
    [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
  )
  @IsArray()
  @ArrayMaxSize(MOST_TYPES)
  @Matches(/^[a-z_]{1,40}::[a-z_]{1,40}$/, { each: true })
  types?: string[];

  /** `thin` leaves out what people wrote and who they are. */
  @IsIn(webhookPayloads)
  payload: WebhookPayload = 'full';

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(500)
  limit: number = 100;
}
