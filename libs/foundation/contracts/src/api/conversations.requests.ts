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
  MAX_EMAIL_ADDRESS_LENGTH,
  MAX_EMAIL_HTML_LENGTH,
  MAX_EMAIL_TEXT_LENGTH,
  MAX_SUBJECT_LENGTH,
  MAX_EMAIL_ADDRESSES,
} from '../rules/email-rules';
import { METADATA_NAME_LENGTH, METADATA_VALUE_LENGTH } from '../rules/contact-rules';
import { MAX_UNDO_SEND_SECONDS } from '../rules/undo-send';
import { MAX_ATTACHMENTS } from '../rules/most-attachments';
import {
  MAX_TEMPLATE_BUTTON_LENGTH,
  MAX_TEMPLATE_LINE_LENGTH,
  MAX_TEMPLATE_TEXT_LENGTH,
  MAX_TEMPLATE_URL_LENGTH,
  MAX_TEMPLATE_BUTTONS,
  MAX_TEMPLATE_CARDS,
} from '../rules/template-rules';
import { mediaFormats, type MediaFormat } from '../events/template-content';
import type { TemplateComponent } from '../events/template-content';
import { clientKey } from './client-key';
import { position } from './position';
import { chatFilters, chatSorts, filterNames, type ChatFilter, type ChatSort } from './chat-filters';
import type { FilterInput } from './filter-values';
import { MAX_MENTIONED } from './mentions';
import { NOTE_LIMIT } from './note-limit';
import { bulkActions, chatLists, MAX_SELECTED, type BulkAction, type ChatList } from './conversations';
import { IfGiven, Ids, Moment, Nested, NestedList, OrNull, Text } from './input';

/** Maximum number of metadata entries that a program attaches to a message. */
const MAX_MESSAGE_METADATA = 20;

const NEWEST_FIRST = ['createdAt,DESC', 'createdAt,desc', '-createdAt'];

const separated = Transform(({ value }: { value: unknown }) =>
  value === null || value === undefined
    ? value
    : [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
);

function filterRules(input: FilterInput): PropertyDecorator[] {
  switch (input.type) {
    case 'text':
      return [Text({ min: 1, max: input.max })];
    case 'boolean':
      return [
        Transform(({ value }: { value: unknown }) =>
          value === 'true' ? true : value === 'false' ? false : value,
        ),
        IsBoolean(),
      ];
    case 'ids':
      return [separated, ArrayNotEmpty(), ArrayMaxSize(100), IsUUID(undefined, { each: true })];
    case 'choices': {
      const { choices } = input;
      return [separated, ArrayNotEmpty(), ArrayMaxSize(choices.length), IsIn(choices, { each: true })];
    }
  }
}

/** Has one optional property for each filter, with the validation rules of the filter's `input`. */
const FilterFields = class {} as new () => ChatFilter;
for (const name of filterNames) {
  for (const decorate of [IsOptional(), ...filterRules(chatFilters[name].input)])
    decorate(FilterFields.prototype as object, name);
}

/** Filters and sort order of a list. */
class ChatsNarrowing extends FilterFields {
  @IsOptional()
  @IsUUID()
  teamId?: string;

  @IsIn(chatSorts)
  sortBy: ChatSort = 'newestEntry';

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

/** A list of conversations with filters. */
export class ChatsFilterQuery extends ChatsNarrowing {
  @IsIn(chatLists)
  list: ChatList = 'open';
}

/**
 * GET /api/v3/messaging-chats/chats-list: one of Parley's lists, or all conversations of a status; default: the list
 * `open`.
 */
export class ChatsListQuery extends ChatsNarrowing {
  @IsOptional()
  @IsIn(chatLists)
  list?: ChatList;

  /** Includes all assignees; `open` includes snoozed conversations. `archive` and `closed` mean the same. */
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

  /** Instead of a page: the entries before, after or around this entry. Only `around` includes the entry itself. */
  @IsOptional()
  @IsUUID()
  before?: string;

  @IsOptional()
  @IsUUID()
  after?: string;

  @IsOptional()
  @IsUUID()
  around?: string;

  /** Accepted names of the order "newest first", which is the only order. */
  @IsOptional()
  @IsIn(NEWEST_FIRST)
  sort?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

export class OpeningQuery {
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

/** Query of a list: without `page` and `limit` the response contains all rows. */
export class ListQuery extends PositionQuery {
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page?: number;

  /** Rows per page; default for a request with `page`: 50. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000)
  limit?: number;

  /** Names of the fields to return, separated by commas. */
  @IsOptional()
  @Text({ max: 500 })
  fields?: string;
}

/** Query of a single object. */
export class OneQuery extends PositionQuery {
  /** Names of the fields to return, separated by commas. */
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

/**
 * Assigns the conversation; two nulls unassign it. `expected` is the assignee that the client saw: if the
 * conversation has another one by
 * now, 409 `assignment_changed`.
 */
export class AssignRequest extends Assignee {
  @Nested(() => Assignee)
  expected!: Assignee;
}

export class SeenRequest {
  /** Position of the newest entry that the user saw. */
  @Matches(position)
  seenUpTo!: string;
}

/** POST /api/v3/messaging-chats/{id}/snooze */
export class SnoozeRequest extends SeenRequest {
  /**
   * When the conversation returns to the lists, ISO 8601, unless the contact writes before that; null: only when the
   * contact writes.
   */
  @OrNull()
  @Moment()
  until!: string | null;
}

/** POST /api/v3/email-chats/entries/{id}/move */
export class MoveMailRequest {
  /** The conversation in which the user sees the e-mail. */
  @IsUUID()
  from!: string;

  /** Another conversation of the contact in the same mailbox; null: a new conversation. */
  @OrNull()
  @IsUUID()
  to!: string | null;
}

/** POST /api/v3/email-chats/{id}/join */
export class JoinRequest {
  /** The conversation that takes over the messages. */
  @IsUUID()
  into!: string;
}

export class DeleteQuery {
  /** Position of the newest entry that the user saw: if a newer message exists, 409 `conversation_changed`. */
  @IsOptional()
  @Matches(position)
  seenUpTo?: string;
}

class BulkChat {
  @IsUUID()
  id!: string;

  /** For `assign`: the new assignee. */
  @IsOptional()
  @Nested(() => Assignee)
  to?: Assignee;

  /** For `assign`: the assignee that the client saw. */
  @IsOptional()
  @Nested(() => Assignee)
  expected?: Assignee;
}

/** An action on several conversations; it succeeds or fails for each conversation separately. */
export class BulkRequest {
  @ArrayNotEmpty()
  @ArrayUnique((chat: BulkChat | null) => chat?.id)
  @NestedList(() => BulkChat, { max: MAX_SELECTED })
  chats!: BulkChat[];

  @IsIn(bulkActions)
  action!: BulkAction;

  @ValidateIf(({ action }: BulkRequest) => action === 'tag')
  @IsUUID()
  tagId?: string;

  /** For `archive` and `read`: position of the list that showed the conversations. */
  @ValidateIf(({ action }: BulkRequest) => action === 'archive' || action === 'read')
  @Matches(position)
  seenUpTo?: string;
}

export class TagRequest {
  @IsUUID()
  tagId!: string;
}

export class NoteRequest {
  @Text({ min: 1, max: NOTE_LIMIT, lines: true })
  text!: string;

  /** Users that the note mentions. If one of them may not see the conversation, 409 `mention_hidden`. */
  @IfGiven()
  @Ids({ max: MAX_MENTIONED })
  mentionedUserIds?: string[];

  @IfGiven()
  @Ids({ max: MAX_MENTIONED })
  mentionedTeamIds?: string[];

  /** A retry with the same key creates no second note. */
  @Matches(clientKey)
  idempotencyKey!: string;

  /**
   * Version of the draft whose unchanged text this is. A version can be sent only once: with another key, 409
   * `draft_already_sent`.
   */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** Version of the draft from which the user continued to this text; the draft is then deleted. */
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

/** A value of a template. The required fields depend on the type. */
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
  @Text({ min: 1, max: MAX_TEMPLATE_URL_LENGTH, lines: true })
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
  @Max(MAX_TEMPLATE_BUTTONS - 1)
  index?: number;

  /** Index of the card in a carousel. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(MAX_TEMPLATE_CARDS - 1)
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
  @Text({ max: MAX_TEMPLATE_TEXT_LENGTH, lines: true, each: true })
  parameters: string[] = [];

  /** The body as the contact will read it. */
  @Text({ max: MAX_TEMPLATE_TEXT_LENGTH, lines: true })
  text!: string;

  /** Header, footer and buttons for display in the thread; the provider takes them from its template. */
  @IsOptional()
  @Text({ max: MAX_TEMPLATE_LINE_LENGTH })
  header?: string;

  @IsOptional()
  @Text({ max: MAX_TEMPLATE_LINE_LENGTH })
  footer?: string;

  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_TEMPLATE_BUTTONS)
  @Text({ min: 1, max: MAX_TEMPLATE_BUTTON_LENGTH, each: true })
  buttons?: string[];

  /** Id of one of the organisation's templates. */
  @IsOptional()
  @IsUUID()
  templateId?: string;

  /** The provider's id of the template, if the provider does not use names. */
  @IsOptional()
  @Matches(/^[\w-]{1,100}$/)
  externalId?: string;

  /** All values, including those of the body. Absent: `parameters` are the only values. */
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

/** A value of a component. The required field depends on the type. */
class ComponentParameter {
  @IsIn(['text', 'image', 'video', 'document', 'location', 'coupon_code', 'payload'])
  type!: 'text' | 'image' | 'video' | 'document' | 'location' | 'coupon_code' | 'payload';

  /** Name of a named variable. */
  @IsOptional()
  @Matches(/^[a-z0-9_]{1,100}$/)
  parameter_name?: string;

  @ValidateIf(({ type }: ComponentParameter) => type === 'text')
  @Text({ min: 1, max: MAX_TEMPLATE_TEXT_LENGTH, lines: true })
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

/** A part of a template with the values of its variables, in the format of WhatsApp's API. */
export class MessageComponent {
  @IsIn(['header', 'body', 'button', 'HEADER', 'BODY', 'BUTTON'])
  type!: string;

  @IsOptional()
  @Matches(/^[a-z_]{1,20}$/i)
  sub_type?: string;

  /** Index of a button, from 0. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(MAX_TEMPLATE_BUTTONS - 1)
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

/** Converts the short form `{"order":"4711"}` to `[{"name":"order","value":"4711"}]`. */
function metadataEntries(given: unknown): unknown {
  const entries: unknown =
    typeof given === 'object' && given !== null && !Array.isArray(given)
      ? Object.entries(given).map(([name, value]) => ({ name, value: value as unknown }))
      : given;
  return Array.isArray(entries) ? plainToInstance(MessageMetadataEntry, entries) : entries;
}

/** The sender of a message. */
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
  @Text({ min: 3, max: MAX_EMAIL_ADDRESS_LENGTH })
  address!: string;

  @IsOptional()
  @Text({ max: 200 })
  name?: string;
}

/** An e-mail as its writer sees it: the HTML includes signature and quoted text. */
export class SendEmail {
  @Text({ max: MAX_SUBJECT_LENGTH })
  subject!: string;

  @ArrayNotEmpty()
  @NestedList(() => SendEmailAddress, { max: MAX_EMAIL_ADDRESSES })
  to!: SendEmailAddress[];

  @IsOptional()
  @NestedList(() => SendEmailAddress, { max: MAX_EMAIL_ADDRESSES })
  cc?: SendEmailAddress[];

  @IsOptional()
  @NestedList(() => SendEmailAddress, { max: MAX_EMAIL_ADDRESSES })
  bcc?: SendEmailAddress[];

  /** Absent: only plain text is sent. An image `cid:<id>` refers to an attachment by its id. */
  @IsOptional()
  @Text({ min: 1, max: MAX_EMAIL_HTML_LENGTH, lines: true })
  html?: string;

  /** The same content as plain text. */
  @Text({ max: MAX_EMAIL_TEXT_LENGTH, lines: true })
  text!: string;
}

class SendContent {
  @IsOptional()
  @Text({ min: 1, max: 20_000, lines: true })
  text?: string;

  /** Ids of uploaded assets; each becomes a separate message. */
  @IsOptional()
  @ArrayNotEmpty()
  @Ids({ max: MAX_ATTACHMENTS })
  attachments?: string[];

  @IsOptional()
  @Nested(() => SendLocation)
  location?: SendLocation;

  /** Only for e-mail channels: one message with all `attachments`; `replyTo` is the e-mail to which it replies. */
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

  /** Values for the template `templateId`, in the format of WhatsApp's API. */
  @IsOptional()
  @NestedList(() => MessageComponent, { max: 30 })
  components?: MessageComponent[];

  @IsOptional()
  @IsUUID()
  replyTo?: string;

  /**
   * A message of this conversation that was declined or whose outcome is unknown: sends its content again unchanged.
   */
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
   * Position of the newest entry that the writer saw. On a channel without double replies, a newer reply of a
   * colleague causes 409
   * `replied_meanwhile`; a retry with a newer position is accepted.
   */
  @IsOptional()
  @Matches(position)
  seenUpTo?: string;

  /**
   * A retry with the same key creates no second message; the header `Idempotency-Key` is an alternative. Without a
   * key each request
   * creates a message.
   */
  @IsOptional()
  @Matches(clientKey)
  idempotencyKey?: string;

  /** Must be the caller; any other user is 403 `not_authorized`. */
  @IsOptional()
  @Nested(() => ChannelActor)
  channelActor?: ChannelActor;

  /**
   * Data that a program attaches to the message and finds again in its entry: an object, or a list of names and
   * values.
   */
  @IsOptional()
  @NestedList(() => MessageMetadataEntry, { max: MAX_MESSAGE_METADATA })
  @Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => metadataEntries(obj[key]))
  metadata?: MessageMetadataEntry[];

  /**
   * Version of the draft whose unchanged text this is. A version can be sent only once: with another key, 409
   * `draft_already_sent`.
   */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** Version of the draft from which the user continued to this text; the draft is then deleted. */
  @IsOptional()
  @Matches(clientKey)
  draftSeen?: string;

  /** Undo: delay in seconds before the message is sent, during which its sender can withdraw it. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(MAX_UNDO_SEND_SECONDS)
  holdForSeconds?: number;

  /** Time at which to send the message, at most a year from now; until then its writer can withdraw it. */
  @IsOptional()
  @Moment()
  sendAt?: string;
}

/** POST /api/v3/messages/withdraw */
export class WithdrawRequest {
  /** Key of a delayed send of the caller. */
  @Matches(clientKey)
  idempotencyKey!: string;
}
