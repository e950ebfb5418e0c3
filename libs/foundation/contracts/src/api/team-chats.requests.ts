import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { clientKey } from './client-key';
import { Ids, IfGiven, OrNull, Text } from './input';
import { position } from './position';
import { chatStatuses, MAX_TEAM_FILES, TEAM_MESSAGE_LENGTH, type ChatStatus } from './team-chats';

const MAX_PEOPLE = 200;

/** GET /api/v3/team-chats */
export class TeamChatsQuery {
  @IsOptional()
  @Transform(({ value }) => value === true || value === 'true')
  @IsBoolean()
  archived: boolean = false;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(10_000)
  page: number = 1;

  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(200)
  limit: number = 50;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}

/** POST /api/v3/team-chats. The caller takes part; if a chat of the same people exists, it is opened instead. */
export class StartTeamChatRequest {
  @Ids({ max: MAX_PEOPLE })
  userIds!: string[];

  @IsOptional()
  @Text({ max: 1_000 })
  title?: string | null;

  @IfGiven()
  @Text({ min: 1, max: TEAM_MESSAGE_LENGTH, lines: true })
  message?: string;

  @IfGiven()
  @Matches(clientKey)
  tmpId?: string;
}

/** PATCH /api/v3/team-chats/{id}: absent fields keep their value. */
export class ChangeTeamChatRequest {
  @IsOptional()
  @Text({ max: 1_000 })
  title?: string | null;

  /** New participants, who see only later entries. */
  @IfGiven()
  @Ids({ max: MAX_PEOPLE })
  add?: string[];

  @IfGiven()
  @Ids({ max: MAX_PEOPLE })
  remove?: string[];
}

/** POST /api/v3/team-chats/{id}/entries */
export class TeamChatEntryRequest {
  /**
   * A retry with the same `tmpId` by the same writer creates no second entry; the header `Idempotency-Key` is an
   * alternative.
   */
  @IfGiven()
  @Matches(clientKey)
  tmpId?: string;

  @IfGiven()
  @IsIn(['text', 'asset'])
  type?: 'text' | 'asset';

  @IsOptional()
  @Text({ max: TEAM_MESSAGE_LENGTH, lines: true })
  message?: string | null;

  /** Ids of files that were uploaded for this chat. */
  @IfGiven()
  @Ids({ max: MAX_TEAM_FILES })
  attachments?: string[];

  @IsOptional()
  @IsUUID()
  replyTo?: string | null;

  /** Ids of the participants that the entry mentions. */
  @IfGiven()
  @Ids({ max: MAX_PEOPLE })
  mentions?: string[];

  /** Version of the saved draft whose text this is; absent: the text was not saved as a draft. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** Version of the saved draft from which the user continued to this text. */
  @IsOptional()
  @Matches(clientKey)
  draftSeen?: string;
}

/** PATCH /api/v3/team-chats/{id}/entries/{entryId} */
export class EditTeamChatEntryRequest {
  @Text({ min: 1, max: TEAM_MESSAGE_LENGTH, lines: true })
  message!: string;

  @IfGiven()
  @Ids({ max: MAX_PEOPLE })
  mentions?: string[];
}

/** PUT /api/v3/team-chats/{id}/entries/{entryId}/reaction */
export class TeamChatReactionRequest {
  /** Null removes the reaction. */
  @OrNull()
  @Text({ min: 1, max: 16 })
  emoji!: string | null;
}

/** PATCH …/entries and …/entries/{entryId}: up to which entry the caller has received or read the chat. */
export class TeamChatStatusRequest {
  @IsIn(chatStatuses)
  status!: ChatStatus;

  /** Position of the newest entry seen; absent: the newest entry of the chat. */
  @IsOptional()
  @Matches(position)
  upTo?: string;
}

/** PATCH /api/v3/team-chats/{id}/participants/{participantId}: without `chatStatus` the caller leaves the chat. */
export class TeamChatParticipantRequest {
  @IfGiven()
  @IsIn(chatStatuses)
  chatStatus?: ChatStatus;
}
