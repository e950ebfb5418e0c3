import { Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import { MAX_SET_ASIDE } from './email';
import { Ids } from './input';

export class EmailBodyQuery {
  /** `true`: the server downloads remote images, and the HTML shows them. */
  @IsOptional()
  @IsIn(['true', 'false'])
  pictures?: string;
}

export class RemotePictureQuery {
  /** Index among the images of the e-mail. */
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(500)
  at!: number;
}

export class InlinePictureQuery {
  /** Id of the image's file. */
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
  @Ids({ max: MAX_SET_ASIDE })
  ids!: string[];
}
