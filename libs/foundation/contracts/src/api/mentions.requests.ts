import { IsIn, IsOptional, Matches } from 'class-validator';
import { position } from './position';

/** GET /api/v3/mentions */
export class MentionsQuery {
  /** Default: `open`. */
  @IsOptional()
  @IsIn(['open', 'settled'])
  status?: 'open' | 'settled';

  /** Only mentions older than the mention at this position. */
  @IsOptional()
  @Matches(position)
  before?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}
