import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import {
  contactComparisons,
  keywordKinds,
  keywordMatches,
  sharingOrders,
  type ContactComparison,
  type KeywordKind,
  type KeywordMatch,
  type SharingOrder,
} from '../events/smart-route.events';
import {
  HIGHEST_CAP,
  MAX_KEYWORD_LENGTH,
  MAX_TITLE_LENGTH,
  MAX_CONTACT_RULES,
  MAX_FIRST_MESSAGES,
  MAX_KEYWORDS,
  MAX_ROUTE_IDS,
  MAX_ROUTES,
} from '../routing/smart-route-rules';
import { BusinessHoursPatch } from './channels.requests';
import { IfGiven, Ids, Moment, Nested, NestedList, OrNull, Text } from './input';
import { backTestOutcomes, type BackTestOutcome } from './route-back-tests';
import { PositionQuery } from './conversations.requests';

const SomeIds = () => Ids({ max: MAX_ROUTE_IDS });

class KeywordsRequest {
  @IsArray()
  @ArrayMaxSize(MAX_KEYWORDS)
  @Text({ max: MAX_KEYWORD_LENGTH, each: true })
  words!: string[];

  @IsIn(keywordMatches)
  match!: KeywordMatch;

  @IsIn(keywordKinds)
  by!: KeywordKind;
}

class ContactRuleRequest {
  /** A field of contacts, or the id of a custom attribute. */
  @Text({ min: 1, max: 40 })
  field!: string;

  @IsIn(contactComparisons)
  is!: ContactComparison;

  @Text({ max: 500 })
  value!: string;
}

class HoursRequest {
  @IsIn(['inside', 'outside'])
  is!: 'inside' | 'outside';

  @Nested(() => BusinessHoursPatch)
  hours!: BusinessHoursPatch;
}

class ConditionsRequest {
  @SomeIds()
  channelIds!: string[];

  @SomeIds()
  identityIds!: string[];

  @OrNull()
  @Nested(() => KeywordsRequest)
  keywords!: KeywordsRequest | null;

  @OrNull()
  @IsInt()
  @Min(1)
  @Max(MAX_FIRST_MESSAGES)
  firstMessages!: number | null;

  @NestedList(() => ContactRuleRequest, { max: MAX_CONTACT_RULES })
  contact!: ContactRuleRequest[];

  @SomeIds()
  templateIds!: string[];

  @OrNull()
  @Nested(() => HoursRequest)
  hours!: HoursRequest | null;
}

class SharingRequest {
  @IsIn(sharingOrders)
  by!: SharingOrder;

  @OrNull()
  @IsInt()
  @Min(1)
  @Max(HIGHEST_CAP)
  cap!: number | null;

  @IsBoolean()
  onlyAvailable!: boolean;

  @IsBoolean()
  lastAgentFirst!: boolean;

  @IsBoolean()
  reassignsOffline!: boolean;
}

class ActionsRequest {
  @OrNull()
  @IsUUID()
  userId!: string | null;

  @OrNull()
  @IsUUID()
  teamId!: string | null;

  /** How the team distributes the conversations; absent or null: they belong to the whole team. */
  @IsOptional()
  @Nested(() => SharingRequest)
  sharing: SharingRequest | null = null;

  @SomeIds()
  addTagIds!: string[];

  @SomeIds()
  removeTagIds!: string[];

  @SomeIds()
  addLabelIds!: string[];

  @SomeIds()
  removeLabelIds!: string[];

  @SomeIds()
  addListIds!: string[];

  @SomeIds()
  removeListIds!: string[];

  @OrNull()
  @IsBoolean()
  highPriority!: boolean | null;
}

/** POST /api/v3/smart-routes */
export class SmartRouteRequest {
  @Text({ min: 1, max: MAX_TITLE_LENGTH })
  title!: string;

  @IsBoolean()
  isOn!: boolean;

  @Nested(() => ConditionsRequest)
  conditions!: ConditionsRequest;

  @Nested(() => ActionsRequest)
  actions!: ActionsRequest;
}

/** PATCH /api/v3/smart-routes/{id}. Fields that are present replace the old values; absent fields keep theirs. */
export class PatchSmartRouteRequest {
  @IfGiven()
  @Text({ min: 1, max: MAX_TITLE_LENGTH })
  title?: string;

  @IfGiven()
  @IsBoolean()
  isOn?: boolean;

  @IfGiven()
  @Nested(() => ConditionsRequest)
  conditions?: ConditionsRequest;

  @IfGiven()
  @Nested(() => ActionsRequest)
  actions?: ActionsRequest;

  /** The version that the user saw; if the rule has another version by now, 409 `route_changed`. */
  @IfGiven()
  @IsInt()
  @Min(1)
  version?: number;
}

/** PUT /api/v3/smart-route-order */
export class SmartRouteOrderRequest {
  @Ids({ max: MAX_ROUTES })
  routeIds!: string[];
}

/** POST /api/v3/smart-routes/{id}/restore */
export class RestoreSmartRouteRequest {
  @IsInt()
  @Min(1)
  version!: number;
}

/** GET /api/v3/smart-route-uses */
export class SmartRouteUsesQuery extends PositionQuery {
  /** Id of a user, team, tag, label, list, channel or template. */
  @IsUUID()
  of!: string;
}

/** POST /api/v3/smart-route-back-tests */
export class BackTestRequest {
  /** The rule that the draft would replace; absent: a new rule below all others. */
  @IfGiven()
  @IsUUID()
  routeId?: string;

  /** The changed rule, which counts as switched on. Absent: tests the current rules. */
  @IfGiven()
  @Nested(() => SmartRouteRequest)
  draft?: SmartRouteRequest;

  /** Tests only the draft, without the other rules. */
  @IfGiven()
  @IsBoolean()
  isAlone?: boolean;

  /** Includes messages received from this moment on, ISO 8601 UTC. */
  @Moment()
  from!: string;

  /** Excludes messages received at or after this moment. */
  @Moment()
  to!: string;
}

/** GET /api/v3/smart-route-back-tests/{id}/rows */
export class BackTestRowsQuery {
  @IsIn(backTestOutcomes)
  outcome!: BackTestOutcome;

  /** The `next` of the previous page. */
  @IfGiven()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(2 ** 31 - 1)
  from?: number;
}
