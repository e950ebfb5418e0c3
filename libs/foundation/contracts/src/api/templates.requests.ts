import { IsBoolean, IsIn, IsOptional, Matches } from 'class-validator';
import {
  templateButtonTypes,
  templateCategories,
  templateHeaderFormats,
  type TemplateButton,
  type TemplateCard,
  type TemplateCategory,
  type TemplateContent,
  type TemplateExample,
  type TemplateHeader,
} from '../events/template-content';
import { MAX_TEMPLATE_BUTTONS, MAX_TEMPLATE_CARDS } from '../rules/template-rules';
import { IfGiven, Ids, Nested, NestedList, OrNull, Text } from './input';

/** Limits of a draft, higher than those of providers, so that a long text can be saved and shortened later. */
const MAX_DRAFT_TEXT_LENGTH = 4_000;
const MAX_DRAFT_LINE_LENGTH = 500;
const MAX_EXAMPLES = 60;

class HeaderRequest implements TemplateHeader {
  @IsIn(templateHeaderFormats)
  format!: TemplateHeader['format'];

  @Text({ max: MAX_DRAFT_LINE_LENGTH })
  text!: string;
}

class ButtonRequest implements TemplateButton {
  @IsIn(templateButtonTypes)
  type!: TemplateButton['type'];

  @Text({ max: MAX_DRAFT_LINE_LENGTH })
  text!: string;

  @Text({ max: MAX_DRAFT_TEXT_LENGTH })
  target!: string;

  @IsOptional()
  @Matches(/^[A-Z_]{1,40}$/)
  kind?: string;
}

class CardRequest implements TemplateCard {
  @OrNull()
  @Nested(() => HeaderRequest)
  header!: HeaderRequest | null;

  @Text({ max: MAX_DRAFT_TEXT_LENGTH, lines: true })
  body!: string;

  @NestedList(() => ButtonRequest, { max: MAX_TEMPLATE_BUTTONS })
  buttons!: ButtonRequest[];
}

class OfferRequest {
  @Text({ max: MAX_DRAFT_LINE_LENGTH })
  text!: string;

  @IsBoolean()
  hasExpiration!: boolean;
}

class ExampleRequest implements TemplateExample {
  @Matches(/^[a-z0-9_.]{1,130}$/)
  slot!: string;

  @Text({ max: 1_024, lines: true })
  text!: string;
}

export class TemplateContentRequest implements TemplateContent {
  @OrNull()
  @Nested(() => HeaderRequest)
  header!: HeaderRequest | null;

  @Text({ max: MAX_DRAFT_TEXT_LENGTH, lines: true })
  body!: string;

  @Text({ max: MAX_DRAFT_LINE_LENGTH })
  footer!: string;

  @NestedList(() => ButtonRequest, { max: MAX_TEMPLATE_BUTTONS })
  buttons!: ButtonRequest[];

  @NestedList(() => ExampleRequest, { max: MAX_EXAMPLES })
  examples!: ExampleRequest[];

  @NestedList(() => CardRequest, { max: MAX_TEMPLATE_CARDS })
  cards!: CardRequest[];

  @OrNull()
  @Nested(() => OfferRequest)
  offer!: OfferRequest | null;
}

/**
 * POST /api/v3/templates. All channels must have the same provider, and the same account there; otherwise 409
 * `template_providers_mixed` or
 * `template_accounts_mixed`. If the account has a template with this name and language, 409 `template_name_taken`.
 */
export class CreateTemplateRequest {
  @Ids({ max: 50 })
  channelIds!: string[];

  @Matches(/^[a-z0-9_]{1,512}$/)
  name!: string;

  @Matches(/^[a-z]{2,3}(_[A-Z]{2})?$/)
  language!: string;

  @IsIn(templateCategories)
  category!: TemplateCategory;

  @IfGiven()
  @Nested(() => TemplateContentRequest)
  content?: TemplateContentRequest;
}

export class PatchTemplateRequest {
  @IfGiven()
  @Matches(/^[a-z0-9_]{1,512}$/)
  name?: string;

  @IfGiven()
  @Matches(/^[a-z]{2,3}(_[A-Z]{2})?$/)
  language?: string;

  @IfGiven()
  @IsIn(templateCategories)
  category?: TemplateCategory;

  @IfGiven()
  @Nested(() => TemplateContentRequest)
  content?: TemplateContentRequest;
}

export class LockAttachmentRequest {
  @IsBoolean()
  isLocked!: boolean;
}
