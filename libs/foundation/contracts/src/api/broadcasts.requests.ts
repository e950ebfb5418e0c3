import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Matches,
  Max,
  Min,
} from 'class-validator';
import {
  broadcastRepeats,
  broadcastVariants,
  broadcastZones,
  replyRules,
  type BroadcastRepeat,
  type BroadcastSchedule,
  type BroadcastSplit,
  type BroadcastValue,
  type BroadcastVariant,
  type BroadcastZone,
  type ReplyRule,
} from '../events/broadcast.events';
import { FASTEST_PER_SECOND, MAX_OPT_OUT_WORDS, MAX_PRICES } from '../events/engage-settings.events';
import { templateCategories, type TemplateCategory } from '../events/template-content';
import {
  BROADCAST_DESCRIPTION_LENGTH,
  BROADCAST_NAME_LENGTH,
  BROADCAST_VALUE_LENGTH,
  broadcastStages,
  ledgerFilters,
  MAX_BROADCAST_VALUES,
  type BroadcastStage,
  type LedgerFilter,
  type LedgerView,
} from './broadcasts';
import { PositionQuery } from './conversations.requests';
import { IfGiven, Nested, NestedList, OrNull, Text } from './input';

const WALL = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d$/;
const HOUR = /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):00:00\.000Z$/;
const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;
const MAX_LIMIT = 1_000_000_000;

export class BroadcastValueRequest implements BroadcastValue {
  /** Key of the slot: `body.1`. */
  @Text({ min: 1, max: 200 })
  slot!: string;

  @Text({ max: BROADCAST_VALUE_LENGTH })
  text!: string;
}

export class BroadcastScheduleRequest implements BroadcastSchedule {
  /** Local time, `2026-11-24T09:00`; null: immediately. */
  @OrNull()
  @Matches(WALL)
  at!: string | null;

  @IsIn(broadcastZones)
  zone!: BroadcastZone;

  @IsInt()
  @Min(0)
  @Max(72)
  spreadHours!: number;
}

export class BroadcastRepliesRequest {
  @IsIn(replyRules)
  to!: ReplyRule;

  /** Id of the team or user; null if `to` needs none. */
  @OrNull()
  @IsUUID()
  id!: string | null;
}

export class BroadcastSplitRequest implements BroadcastSplit {
  @OrNull()
  @IsUUID()
  templateId!: string | null;

  @NestedList(() => BroadcastValueRequest, { max: MAX_BROADCAST_VALUES })
  values!: BroadcastValueRequest[];

  @IsInt()
  @Min(2)
  @Max(100)
  percent!: number;

  @IsInt()
  @Min(1)
  @Max(72)
  hours!: number;
}

export class BroadcastRepeatRequest implements BroadcastRepeat {
  @IsIn(broadcastRepeats)
  every!: BroadcastRepeat['every'];

  @OrNull()
  @IsUUID()
  attributeId!: string | null;
}

/** POST /api/v3/engage/broadcasts and PATCH /api/v3/engage/broadcasts/{id}: a draft, which may be incomplete. */
export class BroadcastRequest {
  @IfGiven()
  @Text({ max: BROADCAST_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @Text({ max: BROADCAST_DESCRIPTION_LENGTH, lines: true })
  description?: string;

  @IfGiven()
  @OrNull()
  @IsUUID()
  templateId?: string | null;

  @IfGiven()
  @NestedList(() => BroadcastValueRequest, { max: MAX_BROADCAST_VALUES })
  values?: BroadcastValueRequest[];

  @IfGiven()
  @OrNull()
  @IsUUID()
  listId?: string | null;

  @IfGiven()
  @OrNull()
  @IsUUID()
  channelId?: string | null;

  @IfGiven()
  @Nested(() => BroadcastScheduleRequest)
  schedule?: BroadcastScheduleRequest;

  @IfGiven()
  @Nested(() => BroadcastRepliesRequest)
  replies?: BroadcastRepliesRequest;

  @IfGiven()
  @OrNull()
  @Nested(() => BroadcastSplitRequest)
  split?: BroadcastSplitRequest | null;

  @IfGiven()
  @OrNull()
  @Nested(() => BroadcastRepeatRequest)
  repeat?: BroadcastRepeatRequest | null;
}

/** GET /api/v3/engage/broadcasts */
export class BroadcastsQuery extends PositionQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  page = 1;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(2_147_483_647)
  number?: number;

  @IsOptional()
  @IsIn(broadcastStages)
  stage?: BroadcastStage;
}

/** GET /api/v3/engage/broadcasts/{id}/recipients */
export class LedgerQuery extends PositionQuery implements LedgerView {
  @IsIn(ledgerFilters)
  filter: LedgerFilter = 'all';

  /** Only recipients who were skipped, or whose message failed, for this reason. */
  @IsOptional()
  @Matches(/^[a-z_]{1,40}$/)
  reason?: string;

  /** Only recipients who pressed the button with this text. */
  @IsOptional()
  @Text({ min: 1, max: 200 })
  button?: string;

  /** Only recipients who got this template of a split. */
  @IsOptional()
  @IsIn(broadcastVariants)
  variant?: BroadcastVariant;

  /** Only recipients who reached the status in `filter` within the hour that begins at this time. */
  @IsOptional()
  @Matches(HOUR)
  hour?: string;

  /** Id of the last contact of the previous page. */
  @IsOptional()
  @IsUUID()
  after?: string;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit = 50;
}

/** GET /api/v3/engage/broadcasts/{id}/preview */
export class BroadcastPreviewQuery {
  @IsOptional()
  @IsUUID()
  after?: string;
}

/** POST /api/v3/engage/broadcasts/{id}/test */
export class BroadcastTestRequest {
  /** With calling code: `+31612345678`. */
  @Matches(/^(\+|00)[\d\s().-]{6,30}$/)
  phone!: string;
}

export class QuietHoursRequest {
  @IsBoolean()
  isOn!: boolean;

  @Matches(CLOCK)
  from!: string;

  @Matches(CLOCK)
  until!: string;
}

export class MessagePriceRequest {
  /** Digits of a calling code: `31`. */
  @Matches(/^[1-9]\d{0,5}$/)
  callingCode!: string;

  @IsIn(templateCategories)
  category!: TemplateCategory;

  /** In hundredths of a euro cent. */
  @IsInt()
  @Min(0)
  @Max(10_000_000)
  amount!: number;
}

/** PATCH /api/v3/engage/settings */
export class EngageSettingsRequest {
  @IfGiven()
  @Matches(/^[A-Za-z0-9_+\-/]{1,64}$/)
  timeZone?: string;

  @IfGiven()
  @Nested(() => QuietHoursRequest)
  quietHours?: QuietHoursRequest;

  @IfGiven()
  @IsBoolean()
  needsOptIn?: boolean;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_OPT_OUT_WORDS)
  @Text({ min: 1, max: 40, each: true })
  optOutWords?: string[];

  @IfGiven()
  @IsInt()
  @Min(1)
  @Max(FASTEST_PER_SECOND)
  perSecond?: number;

  @IfGiven()
  @NestedList(() => MessagePriceRequest, { max: MAX_PRICES })
  prices?: MessagePriceRequest[];
}

/** POST /api/v3/engage/rate-limits/raise */
export class EngageRaiseRequest {
  @IsInt()
  @Min(1)
  @Max(MAX_LIMIT)
  messages!: number;

  @IsInt()
  @Min(1)
  @Max(MAX_LIMIT)
  contacts!: number;
}
