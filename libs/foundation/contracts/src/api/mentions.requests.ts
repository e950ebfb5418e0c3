import { IsIn, IsOptional, Matches } from 'class-validator';
import { position } from './position';

/** GET /api/v3/mentions */
export class MentionsQuery {
  /** Left out: those that are open. */
  @IsOptional()
  @IsIn(['open', 'settled'])
  status?: 'open' | 'settled';

  /** Those before the one at this position. */
  @IsOptional()
  @Matches(position)
  before?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}
