import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsLatitude,
  IsLongitude,
  IsNotEmpty,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { MOST_ATTACHMENTS } from '../events/asset-limit';
import {
  LONGEST_TEMPLATE_BUTTON,
  LONGEST_TEMPLATE_LINE,
  LONGEST_TEMPLATE_TEXT,
  MOST_TEMPLATE_BUTTONS,
} from '../events/template-rules';
import { clientKey } from './client-key';
import { chatSorts, type ChatFilter, type ChatSort } from './chat-filters';
import { NOTE_LIMIT } from './note-limit';
import { bulkActions, chatLists, MOST_SELECTED, type BulkAction, type ChatList } from './conversations';

/** A log position, as commands answer it. */
const position = /^\d{20}$/;

/** What nobody has seen for longer than this nobody expects any more. */
const MOST_SECONDS_HELD = 30;

/** Ids in a query: `channels=a,b`, or `channels=a&channels=b`. */
function Ids(): PropertyDecorator {
  const list = Transform(({ value }: { value: unknown }) =>
    [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
  );
  return applyAll(IsOptional(), list, ArrayNotEmpty(), ArrayMaxSize(100), IsUUID(undefined, { each: true }));
}

function applyAll(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => decorators.forEach((decorate) => decorate(target, key));
}

/** What a list holds, and what of it a filter lets through. */
export class ChatsFilterQuery implements ChatFilter {
  @IsIn(chatLists)
  list: ChatList = 'open';

  @IsOptional()
  @IsUUID()
  teamId?: string;

  @IsIn(chatSorts)
  sortBy: ChatSort = 'newestEntry';

  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(100)
  keyword?: string;

  @Ids()
  channels?: string[];

  @Ids()
  tags?: string[];

  @Ids()
  teams?: string[];

  @Ids()
  labelIds?: string[];

  @Ids()
  userIds?: string[];

  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  read?: boolean;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

export class ChatsListQuery extends ChatsFilterQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page: number = 1;
}

export class EntriesQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page: number = 1;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;

  /** Instead of a page: the entries next to one of them, which is among them with `around` alone. */
  @IsOptional()
  @IsUUID()
  before?: string;

  @IsOptional()
  @IsUUID()
  after?: string;

  @IsOptional()
  @IsUUID()
  around?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

export class PositionQuery {
  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

class Assignee {
  @ValidateIf((_, value) => value !== null)
  @IsUUID()
  userId!: string | null;

  @ValidateIf((_, value) => value !== null)
  @IsUUID()
  teamId!: string | null;
}

/** Assigns, or with two nulls unassigns. `expected` is the assignee the client saw: another one is 409 `assignment_changed`. */
export class AssignRequest extends Assignee {
  @ValidateNested()
  @IsObject()
  @Type(() => Assignee)
  expected!: Assignee;
}

export class SeenRequest {
  /** Position of the newest entry that was seen. */
  @Matches(position)
  seenUpTo!: string;
}

export class DeleteQuery {
  /** Position of the newest entry that was seen: a message beyond it is 409 `conversation_changed`. */
  @IsOptional()
  @Matches(position)
  seenUpTo?: string;
}

class BulkChat {
  @IsUUID()
  id!: string;

  /** To assign: to whom. */
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => Assignee)
  to?: Assignee;

  /** To assign: the assignee the client saw. */
  @IsOptional()
  @ValidateNested()
  @IsObject()
  @Type(() => Assignee)
  expected?: Assignee;
}

/** One thing to do with several conversations: each is done, or not, by itself. */
export class BulkRequest {
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_SELECTED)
  @ArrayUnique(({ id }: BulkChat) => id)
  @ValidateNested({ each: true })
  @Type(() => BulkChat)
  chats!: BulkChat[];

  @IsIn(bulkActions)
  action!: BulkAction;

  @ValidateIf(({ action }: BulkRequest) => action === 'tag')
  @IsUUID()
  tagId?: string;

  /** To archive and to read: where the list was that showed them. */
  @ValidateIf(({ action }: BulkRequest) => action === 'archive' || action === 'read')
  @Matches(position)
  seenUpTo?: string;
}

export class TagRequest {
  @IsUUID()
  tagId!: string;
}

/** A note for colleagues. */
export class NoteRequest {
  @IsString()
  @Matches(/\S/)
  @MaxLength(NOTE_LIMIT)
  text!: string;

  /** The same key is the same note, however often it is sent. */
  @IsString()
  @Matches(clientKey)
  idempotencyKey!: string;

  /** The version of the draft that this was: added, it is a draft no more. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;
}

class ChatReference {
  @IsUUID()
  id!: string;
}

class SendLocation {
  @IsLatitude()
  latitude!: number;

  @IsLongitude()
  longitude!: number;

  @IsOptional()
  @IsString()
  @MaxLength(200)
  name?: string;

  @IsOptional()
  @IsString()
  @MaxLength(500)
  address?: string;
}

class SendTemplate {
  @Matches(/^[a-z0-9_]{1,512}$/)
  name!: string;

  @Matches(/^[a-z]{2,3}(_[A-Z]{2})?$/)
  language!: string;

  @IsArray()
  @ArrayMaxSize(50)
  @IsString({ each: true })
  @MaxLength(LONGEST_TEMPLATE_TEXT, { each: true })
  parameters: string[] = [];

  /** The body as the contact will read it. */
  @IsString()
  @MaxLength(LONGEST_TEMPLATE_TEXT)
  text!: string;

  /** What stands around it, for the thread: the provider has it with the template. */
  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEMPLATE_LINE)
  header?: string;

  @IsOptional()
  @IsString()
  @MaxLength(LONGEST_TEMPLATE_LINE)
  footer?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_TEMPLATE_BUTTONS)
  @IsString({ each: true })
  @IsNotEmpty({ each: true })
  @MaxLength(LONGEST_TEMPLATE_BUTTON, { each: true })
  buttons?: string[];
}

class SendContent {
  @IsOptional()
  @IsString()
  @IsNotEmpty()
  @MaxLength(20_000)
  text?: string;

  /** Ids of uploaded assets; each becomes an entry of its own. */
  @IsOptional()
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_ATTACHMENTS)
  @IsUUID(undefined, { each: true })
  attachments?: string[];

  @IsOptional()
  @ValidateNested()
  @Type(() => SendLocation)
  location?: SendLocation;

  @IsOptional()
  @ValidateNested()
  @Type(() => SendTemplate)
  template?: SendTemplate;

  @IsOptional()
  @IsUUID()
  replyTo?: string;

  /** A message of this conversation that was declined, or whose outcome is unknown: it is said again, as it was. */
  @IsOptional()
  @IsUUID()
  retryOf?: string;
}

export class SendRequest {
  @IsObject()
  @ValidateNested()
  @Type(() => ChatReference)
  chat!: ChatReference;

  @IsObject()
  @ValidateNested()
  @Type(() => SendContent)
  content!: SendContent;

  /**
   * Position of the newest entry the writer had seen. On a channel without double replies, a colleague's answer after
   * it is 409 `replied_meanwhile`; sent again with what is seen by then, it goes.
   */
  @IsOptional()
  @Matches(position)
  seenUpTo?: string;

  /** The same key is the same message, however often it is sent. */
  @IsString()
  @Matches(clientKey)
  idempotencyKey!: string;

  /** The version of the draft that this was: sent, it is a draft no more. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** Keeps it back for so long, in which its writer may withdraw it. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MOST_SECONDS_HELD)
  holdForSeconds?: number;
}

/** POST /api/v3/messages/withdraw */
export class WithdrawRequest {
  /** Of one's own send that is held. */
  @IsString()
  @Matches(clientKey)
  idempotencyKey!: string;
}
