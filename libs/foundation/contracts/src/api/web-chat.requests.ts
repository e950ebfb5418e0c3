import { ArrayMaxSize, IsArray, IsIn, IsUUID, Matches, MaxLength } from 'class-validator';
import { clientKey } from './client-key';
import { IfGiven, Moment, Nested, Text } from './input';
import type { Introduction, ReceiptRequest, VisitorMessageRequest, VisitorSessionRequest } from './web-chat';

const LONGEST_TOKEN = 4_000;
const LONGEST_FIELD = 300;
/** The limit of `web` in the specification (section 5). */
const LONGEST_TEXT = 1_000;
const MOST_FILES = 5;

/** POST /web-chat/{channelId}/introduction */
export class IntroductionRequest implements Introduction {
  @IfGiven()
  @Text({ max: LONGEST_FIELD })
  name?: string;

  @IfGiven()
  @Text({ max: LONGEST_FIELD })
  email?: string;

  @IfGiven()
  @Text({ max: LONGEST_FIELD })
  phone?: string;
}

export class VisitorSessionBody implements VisitorSessionRequest {
  @IfGiven()
  @Text({ max: LONGEST_TOKEN })
  token?: string;

  @IfGiven()
  @Text({ max: LONGEST_TOKEN })
  identity?: string;
}

export class VisitorMessageBody implements VisitorMessageRequest {
  @Matches(clientKey)
  key!: string;

  @IfGiven()
  @Text({ max: LONGEST_TEXT, lines: true })
  @MaxLength(LONGEST_TEXT)
  text?: string;

  @IfGiven()
  @IsArray()
  @ArrayMaxSize(MOST_FILES)
  @Text({ max: LONGEST_TOKEN, each: true })
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
  @Text({ max: LONGEST_FIELD })
  name!: string;
}
