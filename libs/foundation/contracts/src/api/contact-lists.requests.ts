import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { MAX_IN_BATCH } from '../events/contact-list.events';
import { LIST_DESCRIPTION_LENGTH, LIST_NAME_LENGTH } from './contact-lists';
import { PositionQuery } from './conversations.requests';
import { Ids, IfGiven, OrNull, Text } from './input';

/** Maximum length in characters of `ContactConditions` as JSON. */
const CONDITIONS_LENGTH = 30_000;

/** POST /api/v3/contact-lists */
export class CreateContactListRequest {
  @Text({ min: 1, max: LIST_NAME_LENGTH })
  name!: string;

  @IfGiven()
  @Text({ max: LIST_DESCRIPTION_LENGTH, lines: true })
  description?: string;

  /** Conditions of a live list: `ContactConditions` as JSON. Null or absent: the list is fixed. */
  @IfGiven()
  @OrNull()
  @Text({ max: CONDITIONS_LENGTH, lines: true })
  conditions?: string | null;

  /** Initial members of a fixed list. */
  @IfGiven()
  @Ids({ max: MAX_IN_BATCH })
  contactIds?: string[];
}

/** PATCH /api/v3/contact-lists/{id}. The kind of list, fixed or live, cannot change. */
export class PatchContactListRequest {
  @IfGiven()
  @Text({ min: 1, max: LIST_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @Text({ max: LIST_DESCRIPTION_LENGTH, lines: true })
  description?: string;

  @IfGiven()
  @Text({ min: 1, max: CONDITIONS_LENGTH, lines: true })
  conditions?: string;
}

/** POST /api/v3/contact-lists/{id}/duplicate */
export class DuplicateContactListRequest {
  @Text({ min: 1, max: LIST_NAME_LENGTH })
  name!: string;
}

/** POST /api/v3/contact-lists/{id}/members/add, and …/remove */
export class ListMembersRequest {
  @Ids({ max: MAX_IN_BATCH })
  contactIds!: string[];
}

/** POST /api/v3/contact-lists/{id}/fill: adds all contacts that meet the conditions and match the keyword. */
export class FillListRequest {
  /** `ContactConditions` as JSON. */
  @IfGiven()
  @Text({ max: CONDITIONS_LENGTH, lines: true })
  conditions?: string;

  @IfGiven()
  @Text({ max: 200 })
  keyword?: string;
}

/** POST /api/v3/contact-lists/preview */
export class ListConditionsRequest {
  /** `ContactConditions` as JSON. */
  @Text({ min: 1, max: CONDITIONS_LENGTH, lines: true })
  conditions!: string;
}

/** GET /api/v3/contact-lists/{id}/members */
export class ListMembersQuery extends PositionQuery {
  @IsOptional()
  @IsUUID()
  after?: string;

  /** Only members that this channel can reach. */
  @IsOptional()
  @IsUUID()
  channelId?: string;

  /** Only members who consented to marketing messages and are not blocked. */
  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  onlyReachable?: boolean;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000)
  limit = 50;
}
