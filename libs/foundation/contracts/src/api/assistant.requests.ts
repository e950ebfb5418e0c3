import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Matches, Max, Min } from 'class-validator';
import {
  assistantActions,
  assistantLanguages,
  type AssistantAction,
  type AssistantLanguage,
  type AssistantSettings,
} from '../events/assistant.events';
import {
  ASSISTANT_LANGUAGE_LENGTH,
  ASSISTANT_MESSAGE_LENGTH,
  ASSISTANT_TEXT_LENGTH,
  MODEL_LENGTH,
  MAX_ASSISTANT_MESSAGES,
  MAX_MODELS,
  MAX_TOKENS,
  type AssistantMessage,
} from './assistant';
import { IfGiven, NestedList, OrNull, Text } from './input';

const speakers = ['contact', 'colleague'] as const;
const instructionLanguages = ['en', 'es', 'nl'] as const;

export class AssistantMessageRequest implements AssistantMessage {
  @IsIn(speakers)
  from!: (typeof speakers)[number];

  @Text({ max: ASSISTANT_MESSAGE_LENGTH, lines: true })
  text!: string;
}

/** A request to the assistant. Which fields an action needs is checked later, with error codes of its own. */
export class AssistantRequest {
  @IsIn(assistantActions)
  action!: AssistantAction;

  @Text({ max: MODEL_LENGTH })
  model!: string;

  @Text({ max: ASSISTANT_TEXT_LENGTH, lines: true })
  text!: string;

  /** Target language of a translation; null: none selected. */
  @OrNull()
  @IsIn(assistantLanguages)
  language!: AssistantLanguage | null;

  /** Name of the language if `language` is `other`. */
  @Text({ max: ASSISTANT_LANGUAGE_LENGTH })
  otherLanguage!: string;

  @NestedList(() => AssistantMessageRequest, { max: MAX_ASSISTANT_MESSAGES })
  messages!: AssistantMessageRequest[];

  /** Language of the instructions to the model. */
  @IsIn(instructionLanguages)
  speaks!: (typeof instructionLanguages)[number];
}

export class AssistantSettingsRequest implements Partial<AssistantSettings> {
  @IfGiven()
  @Text({ min: 1, max: 500 })
  address?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_MODELS)
  @Text({ min: 1, max: MODEL_LENGTH, each: true })
  models?: string[];

  @IfGiven()
  @IsBoolean()
  hidesPersonalData?: boolean;

  @IfGiven()
  @IsInt()
  @Min(-1)
  @Max(MAX_TOKENS)
  monthlyTokens?: number;

  @IfGiven()
  @IsInt()
  @Min(-1)
  @Max(MAX_TOKENS)
  dailyRequests?: number;
}

export class AssistantUsageQuery {
  /** `2026-11`; default: the current month. */
  @IfGiven()
  @Matches(/^20\d\d-(0[1-9]|1[0-2])$/)
  month?: string;
}
