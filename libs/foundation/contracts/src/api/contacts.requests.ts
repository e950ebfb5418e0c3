import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { contactFields, type ContactDetails, type ContactField } from '../events/contact.events';
import {
  COMMENT_LENGTH,
  METADATA_NAME_LENGTH,
  METADATA_VALUE_LENGTH,
  MAX_METADATA,
} from '../rules/contact-rules';
import { contactSorts, type ContactBulkAction, type ContactSort } from './contacts';
import { PositionQuery } from './conversations.requests';
import { IfGiven, Ids, Nested, NestedList, OrNull, Text } from './input';

const LONGEST = 1_000;

/** Accepts a text, null or an absent field. The rules of contact fields are checked later (`contact_invalid`). */
function Field(): PropertyDecorator {
  return (target, name) => {
    IsOptional()(target, name);
    Text({ max: LONGEST })(target, name);
  };
}

class MetadataRequest {
  /** Id of an existing entry; absent: a new entry. */
  @IsOptional()
  @IsUUID()
  id?: string;

  @Text({ max: METADATA_NAME_LENGTH })
  name!: string;

  @Text({ max: METADATA_VALUE_LENGTH, lines: true })
  value!: string;
}

class AttributeRequest {
  @IsUUID()
  id!: string;

  /** Null removes the value. A value that is not valid for the attribute's kind is 409 `attribute_invalid`. */
  @OrNull()
  @Text({ max: LONGEST, lines: true })
  value!: string | null;
}

/**
 * PATCH /api/v3/contacts/{id}. Absent fields keep their value; null clears a field. A phone or e-mail that the
 * contact already has cannot
 * change: 409 `contact_address_fixed`. A phone or e-mail of another contact is 409 `contact_exists`.
 */
export class PatchContactRequest implements ContactDetails {
  @Field()
  name?: string | null;

  @Field()
  phone?: string | null;

  @Field()
  email?: string | null;

  @Field()
  company?: string | null;

  @Field()
  jobTitle?: string | null;

  @Field()
  reference?: string | null;

  @Field()
  street?: string | null;

  @Field()
  houseNumber?: string | null;

  @Field()
  zipCode?: string | null;

  @Field()
  city?: string | null;

  @Field()
  province?: string | null;

  @Field()
  state?: string | null;

  @Field()
  country?: string | null;

  /** The full new list of labels. */
  @IfGiven()
  @Ids({ max: 100 })
  labelIds?: string[];

  @IfGiven()
  @IsBoolean()
  isBlocked?: boolean;

  @IfGiven()
  @IsBoolean()
  isHighPriority?: boolean;

  @IfGiven()
  @IsBoolean()
  optIn?: boolean;

  /** Values of custom attributes; attributes that are absent keep their value. */
  @IfGiven()
  @NestedList(() => AttributeRequest, { max: 50 })
  attributes?: AttributeRequest[];

  /** Entries to add, or to change by their id; other entries stay. An entry without value and id is ignored. */
  @IfGiven()
  @NestedList(() => MetadataRequest, { max: MAX_METADATA })
  metadata?: MetadataRequest[];
}

/** POST /api/v3/contacts: requires a phone or an e-mail. */
export class CreateContactRequest extends PatchContactRequest {}

/** POST /api/v3/contacts/{id}/merge: `otherId` is merged into this contact. */
export class MergeContactRequest {
  @IsUUID()
  otherId!: string;

  /** If both contacts have one of these fields, the value of the other contact is kept. */
  @IfGiven()
  @IsArray()
  @ArrayMaxSize(contactFields.length)
  @IsIn(contactFields, { each: true })
  fields: ContactField[] = [];
}

/** POST /api/v3/contacts/{id}/unmerge, and /distinguish */
export class OtherContactRequest {
  @IsUUID()
  otherId!: string;
}

class BulkActionRequest {
  @IsIn(['label', 'unlabel', 'block', 'unblock', 'optIn', 'optOut'])
  type!: ContactBulkAction['type'];

  @ValidateIf(({ type }: BulkActionRequest) => type === 'label' || type === 'unlabel')
  @IsUUID()
  labelId?: string;
}

/** Selects contacts by ids, or by conditions. */
export class ContactSelectionRequest {
  @IfGiven()
  @Ids({ max: 1_000 })
  ids?: string[];

  /** `ContactConditions` as JSON. */
  @IfGiven()
  @Text({ max: 30_000, lines: true })
  conditions?: string;

  @IfGiven()
  @Text({ max: 200 })
  keyword?: string;
}

/** POST /api/v3/contact-jobs */
export class ContactJobRequest extends ContactSelectionRequest {
  @Nested(() => BulkActionRequest)
  action!: BulkActionRequest;
}

/**
 * POST /api/v3/contact-erasures. Deletes the contacts' subject keys, so that their messages can never be read again.
 */
export class ContactErasureRequest extends ContactSelectionRequest {}

const MAX_PAGES = 2_000;

/** GET /api/v3/contacts */
export class ContactsQuery extends PositionQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(MAX_PAGES)
  page = 1;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  perPage = 50;

  @IsIn(contactSorts)
  sortBy: ContactSort = 'name';

  /** Words that all occur in name, phone, e-mail, user name, company or reference. */
  @IsOptional()
  @Text({ max: 200 })
  keyword?: string;

  /** `ContactConditions` as JSON. */
  @IsOptional()
  @Text({ max: 30_000, lines: true })
  conditions?: string;

  /** An OR list of ids: `{"$or":[{"id":"…"},…]}`. */
  @IsOptional()
  @Text({ max: 20_000, lines: true })
  s?: string;

  /** Names of the fields to return, separated by commas. */
  @IsOptional()
  @Text({ max: 500 })
  fields?: string;
}

/** POST /api/v3/contacts/{id}/labels */
export class LabelRequest {
  @IsUUID()
  labelId!: string;
}

export class PatchCommentRequest {
  @Text({ min: 1, max: COMMENT_LENGTH, lines: true })
  comment!: string;
}

/** POST /api/v3/internal-comments */
export class CommentRequest extends PatchCommentRequest {
  @IsUUID()
  contactId!: string;
}
