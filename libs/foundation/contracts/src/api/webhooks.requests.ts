import {
  ArrayMaxSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsString,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { webhookPayloads, type WebhookPayload } from '../events/webhook.events';
import { IfGiven, Moment, Text } from './input';
import {
  MAX_WEBHOOK_HEADERS_LENGTH,
  MAX_WEBHOOK_URL_LENGTH,
  MAX_WEBHOOK_EVENTS,
  WEBHOOK_VERSION,
} from './webhooks';

const EVENT = /^[a-z_]{1,30}::[a-z_]{1,30}$/;
const POSITION = /^\d{20}$/;

/** POST /api/v3/webhooks */
export class WebhookRequest {
  /** A URL that Parley does not call, such as an internal address, is 400 `webhook_url`. */
  @Text({ min: 1, max: MAX_WEBHOOK_URL_LENGTH })
  url!: string;

  /** Names of `GET /api/v3/webhook-events`; an unknown name is 400 `webhook_event_unknown`. */
  @IfGiven()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_WEBHOOK_EVENTS)
  @IsString({ each: true })
  @Matches(EVENT, { each: true })
  events?: string[];

  /** A single event in place of `events`; one of the two is required. */
  @IfGiven()
  @IsString()
  @Matches(EVENT)
  event?: string;

  @IsInt()
  @Min(1)
  @Max(WEBHOOK_VERSION)
  version: number = WEBHOOK_VERSION;

  @IsIn(webhookPayloads)
  payload: WebhookPayload = 'full';

  /**
   * A JSON object with string values; otherwise 400 `webhook_headers`, or `webhook_header_reserved` for a reserved
   * name.
   */
  @Text({ max: MAX_WEBHOOK_HEADERS_LENGTH, lines: true })
  headers: string = '';

  /** Another name of `headers`; if both are present, this field applies. */
  @IfGiven()
  @Text({ max: MAX_WEBHOOK_HEADERS_LENGTH, lines: true })
  additionalHeaders?: string;

  /** False: the webhook begins paused, and events wait. */
  @IsBoolean()
  enabled: boolean = true;
}

/** PATCH /api/v3/webhooks/{id} */
export class WebhookPatch {
  @IfGiven()
  @Text({ min: 1, max: MAX_WEBHOOK_URL_LENGTH })
  url?: string;

  @IfGiven()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_WEBHOOK_EVENTS)
  @IsString({ each: true })
  @Matches(EVENT, { each: true })
  events?: string[];

  @IfGiven()
  @IsString()
  @Matches(EVENT)
  event?: string;

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(WEBHOOK_VERSION)
  version?: number;

  @IfGiven()
  @IsIn(webhookPayloads)
  payload?: WebhookPayload;

  @IfGiven()
  @Text({ max: MAX_WEBHOOK_HEADERS_LENGTH, lines: true })
  headers?: string;

  @IfGiven()
  @Text({ max: MAX_WEBHOOK_HEADERS_LENGTH, lines: true })
  additionalHeaders?: string;

  /** False pauses the webhook; true resumes it from where it stopped. */
  @IfGiven()
  @IsBoolean()
  enabled?: boolean;
}

/** POST /api/v3/webhooks/{id}/rotate */
export class WebhookRotation {
  /**
   * The hint of the secret that the caller wants to replace; if the webhook has another secret by now, 409
   * `webhook_rotated`.
   */
  @Text({ min: 4, max: 4 })
  hint!: string;
}

/** POST /api/v3/webhooks/{id}/resume */
export class WebhookResumption {
  /** Resumes without the events that waited. */
  @IsBoolean()
  skip: boolean = false;
}

/**
 * POST /api/v3/webhooks/{id}/replay: delivers again all events since a moment, or after a position, up to now or
 * `until`.
 */
export class WebhookReplay {
  @IfGiven()
  @Moment()
  since?: string;

  @IfGiven()
  @IsString()
  @Matches(POSITION)
  position?: string;

  /** Omits events after this moment. */
  @IfGiven()
  @Moment()
  until?: string;
}

/** GET /api/v3/webhooks/{id}/deliveries */
export class WebhookDeliveriesQuery {
  @IfGiven()
  @IsIn(['waiting', 'delivered', 'given-up', 'skipped', 'failed'])
  state?: string;

  /** The `next` of the previous page. */
  @IfGiven()
  @IsString()
  @Matches(POSITION)
  before?: string;
}
