import { IsOptional, IsUUID } from 'class-validator';
import type { ContactDetails } from '../events/contact.events';
import {
  COMMENT_LENGTH,
  METADATA_NAME_LENGTH,
  METADATA_VALUE_LENGTH,
  MOST_METADATA,
} from '../events/contact-rules';
import { IfGiven, NestedList, Text } from './input';

const LONGEST = 1_000;

/** A text, null or left out. What rules it has, the contact's own decide (`contact_invalid`). */
function Field(): PropertyDecorator {
  return (target, name) => {
    IsOptional()(target, name);
    Text({ max: LONGEST })(target, name);
  };
}

class MetadataRequest {
  /** Of one that is there already. */
  @IsOptional()
  @IsUUID()
  id?: string;

  @Text({ max: METADATA_NAME_LENGTH })
  name!: string;

  @Text({ max: METADATA_VALUE_LENGTH, lines: true })
  value!: string;
}

/**
 * PATCH /api/v3/contacts/{id}. What is left out stays as it is, null empties. A phone or an e-mail that is known is
 * 409 `contact_address_fixed`, one that somebody else has 409 `contact_exists`.
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

  /** Entries to add, or to change by their id; the others stay. One without a value and without an id is nothing. */
  @IfGiven()
  @NestedList(() => MetadataRequest, { max: MOST_METADATA })
  metadata?: MetadataRequest[];
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
