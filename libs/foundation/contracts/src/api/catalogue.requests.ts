import { IsIn, IsOptional, IsUUID, Matches } from 'class-validator';
import {
  MARK_NAME_LENGTH,
  QUICK_REPLY_LENGTH,
  QUICK_REPLY_TITLE_LENGTH,
  quickReplyVisibilities,
  type QuickReplyVisibility,
} from './catalogue';
import { IfGiven, Text } from './input';

const colour = /^#[0-9a-f]{6}$/i;

/**
 * POST /api/v3/tags and /api/v3/labels. A name that exists already, compared without case, is 409 `tag_name_taken` or
 * `label_name_taken`.
 */
export class CreateMarkRequest {
  @Text({ min: 1, max: MARK_NAME_LENGTH })
  name!: string;

  @Matches(colour)
  colour!: string;
}

export class PatchMarkRequest {
  @IfGiven()
  @Text({ min: 1, max: MARK_NAME_LENGTH })
  name?: string;

  @IfGiven()
  @Matches(colour)
  colour?: string;
}

/** Merges a tag or label into `intoId`: all its conversations or contacts get that tag or label instead. */
export class MergeRequest {
  @IsUUID()
  intoId!: string;
}

export class CreateQuickReplyRequest {
  @IsOptional()
  @Text({ max: QUICK_REPLY_TITLE_LENGTH })
  title: string | null = null;

  @Text({ min: 1, max: QUICK_REPLY_LENGTH, lines: true })
  message!: string;

  @IsIn(quickReplyVisibilities)
  visibility!: QuickReplyVisibility;
}

export class PatchQuickReplyRequest {
  @IsOptional()
  @Text({ max: QUICK_REPLY_TITLE_LENGTH })
  title?: string | null;

  @IfGiven()
  @Text({ min: 1, max: QUICK_REPLY_LENGTH, lines: true })
  message?: string;

  @IfGiven()
  @IsIn(quickReplyVisibilities)
  visibility?: QuickReplyVisibility;
}
