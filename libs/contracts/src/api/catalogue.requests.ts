import { Transform } from 'class-transformer';
import {
  IsIn,
  IsNotEmpty,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  MaxLength,
  ValidateIf,
} from 'class-validator';
import {
  MARK_NAME_LENGTH,
  QUICK_REPLY_LENGTH,
  QUICK_REPLY_TITLE_LENGTH,
  quickReplyVisibilities,
  type QuickReplyVisibility,
} from './catalogue';

const Trimmed = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value));
/** May be left out, yet not be null. */
const WhereGiven = () => ValidateIf((_, value) => value !== undefined);

const colour = /^#[0-9a-f]{6}$/i;

/** POST /api/v3/tags and /api/v3/labels. A name that another one has, in any case, is 409 `tag_name_taken`. */
export class CreateMarkRequest {
  @Trimmed()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MARK_NAME_LENGTH)
  name!: string;

  @Matches(colour)
  colour!: string;
}

export class PatchMarkRequest {
  @WhereGiven()
  @Trimmed()
  @IsString()
  @IsNotEmpty()
  @MaxLength(MARK_NAME_LENGTH)
  name?: string;

  @WhereGiven()
  @Matches(colour)
  colour?: string;
}

/** Everything that bears it bears the other from then on. */
export class MergeRequest {
  @IsUUID()
  intoId!: string;
}

export class CreateQuickReplyRequest {
  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(QUICK_REPLY_TITLE_LENGTH)
  title: string | null = null;

  @Trimmed()
  @IsString()
  @IsNotEmpty()
  @MaxLength(QUICK_REPLY_LENGTH)
  message!: string;

  @IsIn(quickReplyVisibilities)
  visibility!: QuickReplyVisibility;
}

export class PatchQuickReplyRequest {
  @IsOptional()
  @Trimmed()
  @IsString()
  @MaxLength(QUICK_REPLY_TITLE_LENGTH)
  title?: string | null;

  @WhereGiven()
  @Trimmed()
  @IsString()
  @IsNotEmpty()
  @MaxLength(QUICK_REPLY_LENGTH)
  message?: string;

  @WhereGiven()
  @IsIn(quickReplyVisibilities)
  visibility?: QuickReplyVisibility;
}
