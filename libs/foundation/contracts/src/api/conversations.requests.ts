import { plainToInstance, Transform, Type } from 'class-transformer';
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
import {
  EMAIL_ADDRESS,
  LONGEST_EMAIL_ADDRESS,
  LONGEST_EMAIL_HTML,
  LONGEST_EMAIL_TEXT,
  LONGEST_SUBJECT,
  MOST_EMAIL_ADDRESSES,
} from '../rules/email-rules';
import { METADATA_NAME_LENGTH, METADATA_VALUE_LENGTH } from '../rules/contact-rules';
import { MAX_UNDO_SEND_SECONDS } from '../rules/undo-send';
import { MOST_ATTACHMENTS } from '../rules/most-attachments';
import {
  LONGEST_TEMPLATE_BUTTON,
  LONGEST_TEMPLATE_LINE,
  LONGEST_TEMPLATE_TEXT,
  LONGEST_TEMPLATE_URL,
} from '../rules/template-rules';
import { mediaFormats, type MediaFormat } from '../events/template-content';
import type { TemplateComponent } from '../events/template-content';
import { clientKey } from './client-key';
import { position } from './position';
import { chatSorts, type ChatFilter, type ChatSort } from './chat-filters';
import { MOST_MENTIONED } from './mentions';
import { NOTE_LIMIT } from './note-limit';
import { bulkActions, chatLists, MOST_SELECTED, type BulkAction, type ChatList } from './conversations';
import { slaStages, type SlaStage } from '../rules/service-levels';
import { IfGiven, Ids, Moment, Nested, NestedList, OrNull, Text } from './input';

/** A template that was made at the provider may have more than we make. */
const MOST_SENT_BUTTONS = 10;

/** Entries that a program may keep beside a message. */
const MOST_MESSAGE_METADATA = 20;

const NEWEST_FIRST = ['createdAt,DESC', 'createdAt,desc', '-createdAt'];

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

/** What of a list a filter lets through, and in which order. */
class ChatsNarrowing implements ChatFilter {
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
  @Transform(({ value }: { value: unknown }) =>
    [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
  )
  @ArrayNotEmpty()
  @ArrayMaxSize(slaStages.length)
  @IsIn(slaStages, { each: true })
  sla?: SlaStage[];

  @IsOptional()
  @Transform(({ value }: { value: unknown }) => (value === 'true' ? true : value === 'false' ? false : value))
  @IsBoolean()
  read?: boolean;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

/** What a list holds, and what of it a filter lets through. */
export class ChatsFilterQuery extends ChatsNarrowing {
  @IsIn(chatLists)
  list: ChatList = 'open';
}

/** GET /api/v3/messaging-chats/chats-list: a list of ours, or all of a status; `open` where neither is given. */
export class ChatsListQuery extends ChatsNarrowing {
  @IsOptional()
  @IsIn(chatLists)
  list?: ChatList;

  /** Whoever has them; snoozed ones are open. `archive` and `closed` are the same. */
  @IsOptional()
  @IsIn(['open', 'closed', 'archive'])
  status?: 'open' | 'closed' | 'archive';

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

  /** Entries come newest first: the one order there is, by the names that it goes by. */
  @IsOptional()
  @IsIn(NEWEST_FIRST)
  sort?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

export class OpeningQuery {
  /** How many entries. */
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit: number = 50;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

export class PositionQuery {
  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

/** A list that comes whole, unless a page of it is asked for. */
export class ListQuery extends PositionQuery {
  /** From 1. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page?: number;

  /** Rows of a page; 50 where a page is asked for without it. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000)
  limit?: number;

  /** Names of fields, with commas between: answers have no others. */
  @IsOptional()
  @Text({ max: 500 })
  fields?: string;
}

/** One thing, with all of its fields or some. */
export class OneQuery extends PositionQuery {
  /** Names of fields, with commas between: the answer has no others. */
  @IsOptional()
  @Text({ max: 500 })
  fields?: string;
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

/** POST /api/v3/messaging-chats/{id}/snooze */
export class SnoozeRequest extends SeenRequest {
  /** When it is back in the lists, if the contact has not written before; null: when they write. */
  @OrNull()
  @Moment()
  until!: string | null;
}

/** POST /api/v3/email-chats/entries/{id}/move */
export class MoveMailRequest {
  /** The conversation in which whoever moves it sees it. */
  @IsUUID()
  from!: string;

  /** Another one of its contact on the same mailbox; null: one of its own. */
  @OrNull()
  @IsUUID()
  to!: string | null;
}

/** POST /api/v3/email-chats/{id}/join */
export class JoinRequest {
  /** The conversation in which it goes on. */
  @IsUUID()
  into!: string;
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

  /** Whom it asks to look: 409 `mention_hidden` where one of them cannot see the conversation. */
  @IfGiven()
  @Ids({ max: MOST_MENTIONED })
  mentionedUserIds?: string[];

  @IfGiven()
  @Ids({ max: MOST_MENTIONED })
  mentionedTeamIds?: string[];

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

/** A value that a template is filled in with. Which fields it has depends on its type. */
class TemplateComponentRequest {
  @IsIn(['text', 'media', 'location', 'button', 'offer'])
  type!: TemplateComponent['type'];

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'text')
  @IsIn(['header', 'body'])
  at?: 'header' | 'body';

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'text')
  @Matches(/^[a-z0-9_]{1,100}$/)
  name?: string;

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'text' || type === 'button')
  @Text({ min: 1, max: LONGEST_TEMPLATE_URL, lines: true })
  text?: string;

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'media')
  @IsIn(mediaFormats)
  format?: MediaFormat;

  /** A file that was uploaded for this conversation. */
  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'media')
  @IsUUID()
  assetId?: string;

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'location')
  @IsLatitude()
  latitude?: number;

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'location')
  @IsLongitude()
  longitude?: number;

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'button')
  @IsIn(['url', 'copy-code', 'otp'])
  kind?: 'url' | 'copy-code' | 'otp';

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'button')
  @IsInt()
  @Min(0)
  @Max(9)
  index?: number;

  /** Of a carousel. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(9)
  card?: number;

  @ValidateIf(({ type }: TemplateComponentRequest) => type === 'offer')
  @Moment()
  expiresAt?: string;
}

export class SendTemplate {
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
  @ArrayMaxSize(MOST_SENT_BUTTONS)
  @Text({ min: 1, max: LONGEST_TEMPLATE_BUTTON, each: true })
  buttons?: string[];

  /** Of one of the organisation's templates. */
  @IsOptional()
  @IsUUID()
  templateId?: string;

  /** What the provider calls it, where it goes by an id. */
  @IsOptional()
  @Matches(/^[\w-]{1,100}$/)
  externalId?: string;

  /** Every value, those of the body among them. Left out, the parameters are all there is. */
  @IsOptional()
  @NestedList(() => TemplateComponentRequest, { max: 60 })
  components?: TemplateComponentRequest[];
}

class ComponentFile {
  /** A file that was uploaded for this conversation. */
  @IsUUID()
  id!: string;
}

class ComponentLocation {
  @IsLatitude()
  latitude!: number;

  @IsLongitude()
  longitude!: number;
}

/** A value of a component. Which field it has depends on its type. */
class ComponentParameter {
  @IsIn(['text', 'image', 'video', 'document', 'location', 'coupon_code', 'payload'])
  type!: 'text' | 'image' | 'video' | 'document' | 'location' | 'coupon_code' | 'payload';

  /** Of a named variable. */
  @IsOptional()
  @Matches(/^[a-z0-9_]{1,100}$/)
  parameter_name?: string;

  @ValidateIf(({ type }: ComponentParameter) => type === 'text')
  @Text({ min: 1, max: LONGEST_TEMPLATE_TEXT, lines: true })
  text?: string;

  @ValidateIf(({ type }: ComponentParameter) => type === 'coupon_code')
  @Text({ min: 1, max: 100 })
  coupon_code?: string;

  @ValidateIf(({ type }: ComponentParameter) => type === 'payload')
  @Text({ min: 1, max: 1_000 })
  payload?: string;

  @ValidateIf(({ type }: ComponentParameter) => type === 'image')
  @Nested(() => ComponentFile)
  image?: ComponentFile;

  @ValidateIf(({ type }: ComponentParameter) => type === 'video')
  @Nested(() => ComponentFile)
  video?: ComponentFile;

  @ValidateIf(({ type }: ComponentParameter) => type === 'document')
  @Nested(() => ComponentFile)
  document?: ComponentFile;

  @ValidateIf(({ type }: ComponentParameter) => type === 'location')
  @Nested(() => ComponentLocation)
  location?: ComponentLocation;
}

/** A part of a template with the values for its variables, as in WhatsApp's own API. */
export class MessageComponent {
  @IsIn(['header', 'body', 'button', 'HEADER', 'BODY', 'BUTTON'])
  type!: string;

  @IsOptional()
  @Matches(/^[a-z_]{1,20}$/i)
  sub_type?: string;

  /** Of a button, from 0. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(9)
  index?: number;

  @NestedList(() => ComponentParameter, { max: 30 })
  parameters!: ComponentParameter[];
}

class MessageMetadataEntry {
  @Text({ min: 1, max: METADATA_NAME_LENGTH })
  name!: string;

  @Text({ max: METADATA_VALUE_LENGTH, lines: true })
  value!: string;
}

/** `{"order":"4711"}` says the same as `[{"name":"order","value":"4711"}]`. */
function metadataEntries(given: unknown): unknown {
  const entries: unknown =
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.entries(given).map(([name, value]) => ({ name, value: value as unknown }))
      : given;
  return Array.isArray(entries) ? plainToInstance(MessageMetadataEntry, entries) : entries;
}

/** Who writes. */
class ChannelActor {
  @IsOptional()
  @IsIn(['user'])
  type?: 'user';

  @IsOptional()
  @IsIn(['user'])
  entityType?: 'user';

  @IsOptional()
  @IsUUID()
  id?: string;

  @IsOptional()
  @IsUUID()
  reference?: string;
}

class SendEmailAddress {
  @Matches(EMAIL_ADDRESS)
  @Text({ min: 3, max: LONGEST_EMAIL_ADDRESS })
  address!: string;

  @IsOptional()
  @Text({ max: 200 })
  name?: string;
}

/** An e-mail as its writer sees it: signature and quoted history are in its HTML. */
export class SendEmail {
  @Text({ max: LONGEST_SUBJECT })
  subject!: string;

  @ArrayNotEmpty()
  @NestedList(() => SendEmailAddress, { max: MOST_EMAIL_ADDRESSES })
  to!: SendEmailAddress[];

  @IsOptional()
  @NestedList(() => SendEmailAddress, { max: MOST_EMAIL_ADDRESSES })
  cc?: SendEmailAddress[];

  @IsOptional()
  @NestedList(() => SendEmailAddress, { max: MOST_EMAIL_ADDRESSES })
  bcc?: SendEmailAddress[];

  /** Left out: plain text alone. An attachment that it names as `cid:<its id>` stands in it. */
  @IsOptional()
  @Text({ min: 1, max: LONGEST_EMAIL_HTML, lines: true })
  html?: string;

  /** The same in plain text. */
  @Text({ max: LONGEST_EMAIL_TEXT, lines: true })
  text!: string;
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

  /** On a channel of e-mail: one message with all its `attachments`; `replyTo` is the e-mail that it answers. */
  @IsOptional()
  @Nested(() => SendEmail)
  email?: SendEmail;

  @IsOptional()
  @Nested(() => SendTemplate)
  template?: SendTemplate;

  /** One of the organisation's templates, filled in with `components`. */
  @IsOptional()
  @IsUUID()
  templateId?: string;

  /** Values for the template of `templateId`, in the form of WhatsApp's own API. */
  @IsOptional()
  @NestedList(() => MessageComponent, { max: 30 })
  components?: MessageComponent[];

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

  /**
   * The same key is the same message, however often it is sent; the header `Idempotency-Key` says the same. Without one
   * each request is a message of its own.
   */
  @IsOptional()
  @Matches(clientKey)
  idempotencyKey?: string;

  /** Whoever asks: for somebody else nobody writes (403 `not_authorized`). */
  @IsOptional()
  @Nested(() => ChannelActor)
  channelActor?: ChannelActor;

  /** What a program keeps beside the message and finds in its entry: names with values, or a list of both. */
  @IsOptional()
  @NestedList(() => MessageMetadataEntry, { max: MOST_MESSAGE_METADATA })
  @Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => metadataEntries(obj[key]))
  metadata?: MessageMetadataEntry[];

  /** The version of the draft that this is, to the letter: sent once, 409 `draft_already_sent` under another key. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** The version of the draft that these words follow on from: it is a draft no more. */
  @IsOptional()
  @Matches(clientKey)
  draftSeen?: string;

  /** Undo send: delays the message by so many seconds; its sender may withdraw it before. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_UNDO_SEND_SECONDS)
  holdForSeconds?: number;

  /** Keeps it back until then, at most a year from now: its writer may withdraw it before. */
  @IsOptional()
  @Moment()
  sendAt?: string;
}

/** POST /api/v3/messages/withdraw */
export class WithdrawRequest {
  /** Of one's own send that is held. */
  @Matches(clientKey)
  idempotencyKey!: string;
}
