import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsInt, IsOptional, Max, Min } from 'class-validator';
import { OneQuery } from './conversations.requests';
import { Text } from './input';

/** GET /api/v3/messaging-chats/{id} */
export class PublicChatQuery extends OneQuery {
  /** Of its entries, the newest first: from 1. */
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

/** Files whose addresses are asked for at once. */
export const MOST_SIGNED = 100;

/** POST /api/v3/assets/signed-urls */
export class SignedUrlsRequest {
  /** `filePath` of the files of entries. One that opens nothing for whoever asks has no URL in the answer. */
  @IsArray()
  @ArrayNotEmpty()
  @ArrayMaxSize(MOST_SIGNED)
  @Text({ min: 1, max: 300, each: true })
  filePaths!: string[];
}
