import { Type } from 'class-transformer';
import { IsInt, IsOptional, Matches, Max, Min } from 'class-validator';
import { Text } from './input';
import { LONGEST_QUERY } from './search-limit';

export class SearchRequest {
  /** Words, phrases in quotes, and operators: `from:`, `tag:`, `channel:`, `team:`, `before:`, `after:`, `has:`. */
  @Text({ max: LONGEST_QUERY })
  q!: string;

  /** IANA: where the days of `before:` and `after:` begin. UTC if left out. */
  @IsOptional()
  @Matches(/^[A-Za-z][\w+/-]{0,59}$/)
  timeZone?: string;

  /** Messages that are answered at most. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit?: number;

  /** What an earlier answer named as `next`: more messages, and nothing else. */
  @IsOptional()
  @Matches(/^[\w-]{1,200}$/)
  cursor?: string;
}
