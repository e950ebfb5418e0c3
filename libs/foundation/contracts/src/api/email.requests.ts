import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { MOST_SET_ASIDE } from './email';
import { Ids } from './input';

export class EmailBodyQuery {
  /** Pictures from elsewhere are fetched by us and shown. */
  @IsOptional()
  @IsIn(['true', 'false'])
  pictures?: string;
}

export class RemotePictureQuery {
  /** Its place among the pictures of the e-mail. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(500)
  at!: number;
}

export class InlinePictureQuery {
  /** The file that it is. */
  @IsUUID()
  asset!: string;
}

export class SetAsideMailsQuery {
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1000)
  page: number = 1;
}

/** POST /api/v3/set-aside-mails/retry */
export class RetryMailsRequest {
  @Ids({ max: MOST_SET_ASIDE })
  ids!: string[];
}
