import { Transform, Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { clientKey } from './client-key';
import { Ids, IfGiven, OrNull, Text } from './input';
import { position } from './position';
import { chatStatuses, MOST_TEAM_FILES, TEAM_MESSAGE_LENGTH, type ChatStatus } from './team-chats';

const MOST_PEOPLE = 200;

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

/** POST /api/v3/team-chats. Whoever asks takes part; a chat of the same people is opened instead. */
export class StartTeamChatRequest {
  @Ids({ max: MOST_PEOPLE })
  userIds!: string[];

  @IsOptional()
  @Text({ max: 1_000 })
  title?: string | null;

  /** What is said first. */
  @IfGiven()
  @Text({ min: 1, max: TEAM_MESSAGE_LENGTH, lines: true })
  message?: string;

  @IfGiven()
  @Matches(clientKey)
  tmpId?: string;
}

/** PATCH /api/v3/team-chats/{id}: whatever is left out stays. */
export class ChangeTeamChatRequest {
  @IsOptional()
  @Text({ max: 1_000 })
  title?: string | null;

  /** They see the entries that come from then on. */
  @IfGiven()
  @Ids({ max: MOST_PEOPLE })
  add?: string[];

  @IfGiven()
  @Ids({ max: MOST_PEOPLE })
  remove?: string[];
}

/** POST /api/v3/team-chats/{id}/entries */
export class TeamChatEntryRequest {
  /** The same `tmpId` of the same writer is the same entry; the header `Idempotency-Key` says the same. */
  @IfGiven()
  @Matches(clientKey)
  tmpId?: string;

  @IfGiven()
  @IsIn(['text', 'asset'])
  type?: 'text' | 'asset';

  @IsOptional()
  @Text({ max: TEAM_MESSAGE_LENGTH, lines: true })
  message?: string | null;

  /** Files that were uploaded for this chat. */
  @IfGiven()
  @Ids({ max: MOST_TEAM_FILES })
  attachments?: string[];

  @IsOptional()
  @IsUUID()
  replyTo?: string | null;

  /** Participants who are named in it. */
  @IfGiven()
  @Ids({ max: MOST_PEOPLE })
  mentions?: string[];

  /** The revision of the draft that it was; left out: it was none that was saved. */
  @IsOptional()
  @Matches(clientKey)
  draftVersion?: string;

  /** The revision of the draft that these words followed on from. */
  @IsOptional()
  @Matches(clientKey)
  draftSeen?: string;
}

/** PATCH /api/v3/team-chats/{id}/entries/{entryId} */
export class EditTeamChatEntryRequest {
  @Text({ min: 1, max: TEAM_MESSAGE_LENGTH, lines: true })
  message!: string;

  @IfGiven()
  @Ids({ max: MOST_PEOPLE })
  mentions?: string[];
}

/** PUT /api/v3/team-chats/{id}/entries/{entryId}/reaction */
export class TeamChatReactionRequest {
  /** Null takes it back. */
  @OrNull()
  @Text({ min: 1, max: 16 })
  emoji!: string | null;
}

/** PATCH …/entries and …/entries/{entryId}: how far one has a chat. */
export class TeamChatStatusRequest {
  @IsIn(chatStatuses)
  status!: ChatStatus;

  /** The newest entry that was seen; left out: the newest there is. */
  @IsOptional()
  @Matches(position)
  upTo?: string;
}

/** PATCH /api/v3/team-chats/{id}/participants/{participantId}: without a status, one leaves. */
export class TeamChatParticipantRequest {
  @IfGiven()
  @IsIn(chatStatuses)
  chatStatus?: ChatStatus;
}
