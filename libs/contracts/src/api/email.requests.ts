import { IsIn, IsOptional } from 'class-validator';

export class EmailBodyQuery {
  /** Pictures from elsewhere are fetched by us and shown. */
  @IsOptional()
  @IsIn(['true', 'false'])
  pictures?: string;
}
