import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { Text } from './input';

/** GET /api/v3/jobs */
export class JobsQuery {
  @IsOptional()
  @Text({ max: 50 })
  kind?: string;

  /** Only the caller's own jobs that are running, or that ended within the last day and were not dismissed. */
  @IsOptional()
  @IsIn(['true'])
  unseen?: 'true';

  /** The `next` of the previous page. */
  @IsOptional()
  @IsUUID()
  before?: string;
}

/** GET /api/v3/jobs/{id}/items */
export class JobItemsQuery {
  /** Only items with this result; absent: skipped and failed items. */
  @IsOptional()
  @IsIn(['skipped', 'failed'])
  result?: 'skipped' | 'failed';

  /** The `next` of the previous page. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(2 ** 31 - 1)
  after?: number;
}
