import { ArrayMaxSize, IsArray, IsIn, IsUUID, Matches, MaxLength } from 'class-validator';
import { clientKey } from './client-key';
import { IfGiven, Moment, Nested, Text } from './input';
import type { Introduction, ReceiptRequest, VisitorMessageRequest, VisitorSessionRequest } from './web-chat';

const MAX_TOKEN_LENGTH = 4_000;
const MAX_FIELD_LENGTH = 300;
/** The limit of `web` in the specification (section 5). */
const MAX_TEXT_LENGTH = 1_000;
const MAX_FILES = 5;

/** POST /web-chat/{channelId}/introduction */
export class IntroductionRequest implements Introduction {
  @IfGiven()
  @Text({ max: MAX_FIELD_LENGTH })
  name?: string;

  @IfGiven()
  @Text({ max: MAX_FIELD_LENGTH })
  email?: string;

  @IfGiven()
  @Text({ max: MAX_FIELD_LENGTH })
  phone?: string;
}

export class VisitorSessionBody implements VisitorSessionRequest {
  @IfGiven()
  @Text({ max: MAX_TOKEN_LENGTH })
  token?: string;

  @IfGiven()
  @Text({ max: MAX_TOKEN_LENGTH })
  identity?: string;
}

export class VisitorMessageBody implements VisitorMessageRequest {
  @Matches(clientKey)
  key!: string;

  @IfGiven()
  @Text({ max: MAX_TEXT_LENGTH, lines: true })
  @MaxLength(MAX_TEXT_LENGTH)
  text?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MAX_FILES)
  @Text({ max: MAX_TOKEN_LENGTH, each: true })
  files?: string[];

  @IfGiven()
  @Nested(() => IntroductionRequest)
  introduction?: IntroductionRequest;
}

export class VisitorReceiptBody implements ReceiptRequest {
  @IsIn(['delivered', 'read'])
  status!: ReceiptRequest['status'];

  @Moment()
  until!: string;
}

export class VisitorEntriesQuery {
  @IfGiven()
  @IsUUID()
  before?: string;
}

export class VisitorFileQuery {
  @Text({ max: MAX_FIELD_LENGTH })
  name!: string;
}
