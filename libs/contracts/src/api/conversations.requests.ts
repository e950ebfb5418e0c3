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
  IsOptional,
  IsUUID,
  Matches,
  Max,
  Min,
  ValidateIf,
} from 'class-validator';
import { MOST_ATTACHMENTS } from '../events/most-attachments';
import {
  LONGEST_TEMPLATE_BUTTON,
  LONGEST_TEMPLATE_LINE,
  LONGEST_TEMPLATE_TEXT,
  MOST_TEMPLATE_BUTTONS,
} from '../events/template-rules';
import { clientKey } from './client-key';
import { position } from './position';
import { chatSorts, type ChatFilter, type ChatSort } from './chat-filters';
import { NOTE_LIMIT } from './note-limit';
import { bulkActions, chatLists, MOST_SELECTED, type BulkAction, type ChatList } from './conversations';
import { Ids, Nested, NestedList, OrNull, Text } from './input';

/** What nobody has seen for longer than this nobody expects any more. */
const MOST_SECONDS_HELD = 30;

/** Ids in a query: `channels=a,b`, or `channels=a&channels=b`. */
function IdsInQuery(): PropertyDecorator {
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
  @Text({ min: 1, max: 100 })
  keyword?: string;

  @IdsInQuery()
  channels?: string[];

  @IdsInQuery()
  tags?: string[];

  @IdsInQuery()
  teams?: string[];

  @IdsInQuery()
  labelIds?: string[];

  @IdsInQuery()
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
  @OrNull()
  @IsUUID()
  userId!: string | null;

  @OrNull()
  @IsUUID()
  teamId!: string | null;
}

/** Assigns, or with two nulls unassigns. `expected` is the assignee the client saw: another one is 409 `assignment_changed`. */
export class AssignRequest extends Assignee {
  @Nested(() => Assignee)
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
  @Nested(() => Assignee)
  to?: Assignee;

  /** To assign: the assignee the client saw. */
  @IsOptional()
  @Nested(() => Assignee)
  expected?: Assignee;
}

/** One thing to do with several conversations: each is done, or not, by itself. */
export class BulkRequest {
  @ArrayNotEmpty()
  @ArrayUnique((chat: BulkChat | null) => chat?.id)
  @NestedList(() => BulkChat, { max: MOST_SELECTED })
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
  @Text({ min: 1, max: NOTE_LIMIT, lines: true })
  text!: string;

  /** The same key is the same note, however often it is sent. */
  @Matches(clientKey)
  idempotencyKey!: string;

  /** The version of the draft that this is, to the letter: added once, 409 `draft_already_sent` under another key. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** The version of the draft that these words follow on from: it is a draft no more. */
  @IsOptional()
  @Matches(clientKey)
  draftSeen?: string;
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
  @Text({ max: 200 })
  name?: string;

  @IsOptional()
  @Text({ max: 500 })
  address?: string;
}

class SendTemplate {
  @Matches(/^[a-z0-9_]{1,512}$/)
  name!: string;

  @Matches(/^[a-z]{2,3}(_[A-Z]{2})?$/)
  language!: string;

  @IsArray()
  @ArrayMaxSize(50)
  @Text({ max: LONGEST_TEMPLATE_TEXT, lines: true, each: true })
  parameters: string[] = [];

  /** The body as the contact will read it. */
  @Text({ max: LONGEST_TEMPLATE_TEXT, lines: true })
  text!: string;

  /** What stands around it, for the thread: the provider has it with the template. */
  @IsOptional()
  @Text({ max: LONGEST_TEMPLATE_LINE })
  header?: string;

  @IsOptional()
  @Text({ max: LONGEST_TEMPLATE_LINE })
  footer?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MOST_TEMPLATE_BUTTONS)
  @Text({ min: 1, max: LONGEST_TEMPLATE_BUTTON, each: true })
  buttons?: string[];
}

class SendContent {
  @IsOptional()
  @Text({ min: 1, max: 20_000, lines: true })
  text?: string;

  /** Ids of uploaded assets; each becomes an entry of its own. */
  @IsOptional()
  @ArrayNotEmpty()
  @Ids({ max: MOST_ATTACHMENTS })
  attachments?: string[];

  @IsOptional()
  @Nested(() => SendLocation)
  location?: SendLocation;

  @IsOptional()
  @Nested(() => SendTemplate)
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
  @Nested(() => ChatReference)
  chat!: ChatReference;

  @Nested(() => SendContent)
  content!: SendContent;

  /**
   * Position of the newest entry the writer had seen. On a channel without double replies, a colleague's answer after
   * it is 409 `replied_meanwhile`; sent again with what is seen by then, it goes.
   */
  @IsOptional()
  @Matches(position)
  seenUpTo?: string;

  /** The same key is the same message, however often it is sent. */
  @Matches(clientKey)
  idempotencyKey!: string;

  /** The version of the draft that this is, to the letter: sent once, 409 `draft_already_sent` under another key. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** The version of the draft that these words follow on from: it is a draft no more. */
  @IsOptional()
  @Matches(clientKey)
  draftSeen?: string;

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
  @Matches(clientKey)
  idempotencyKey!: string;
}
