import { Type } from 'class-transformer';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { Text } from './input';
import { MAX_QUERY_LENGTH } from './search-limit';

export class SearchRequest {
  /** Words, phrases in quotes, and operators: `from:`, `tag:`, `channel:`, `team:`, `before:`, `after:`, `has:`. */
  @Text({ max: MAX_QUERY_LENGTH })
  q!: string;

  /** IANA name: the time zone of the days of `before:` and `after:`; default: UTC. */
  @IsOptional()
  @Matches(/^[A-Za-z][\w+/-]{0,59}$/)
  timeZone?: string;

  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;

  /** The `next` of an earlier response: returns only more messages. */
  @IsOptional()
  @Matches(/^[\w-]{1,200}$/)
  cursor?: string;
}
