import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OneQuery } from './conversations.requests';
import { Text } from './input';

/** GET /api/v3/messaging-chats/{id} */
export class PublicChatQuery extends OneQuery {
  /** Page of the conversation's entries, newest first; starts at 1. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100_000)
  page?: number;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(100)
  limit?: number;
}

/** Maximum number of files in a request for signed URLs. */
export const MAX_SIGNED = 100;

/** POST /api/v3/assets/signed-urls */
export class SignedUrlsRequest {
  /** `filePath` of files in entries. Files that the caller may not open have a null URL in the response. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MAX_SIGNED)
  @Text({ min: 1, max: 300, each: true })
  filePaths!: string[];
}
