import { IsDateString, IsIn, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { settingsCategories, type SettingsCategory } from '../push';

/** Which entries of the audit are wanted: all where nothing is said. */
export class AuditFilter {
  /** A user's id, `operator` or `system`. */
  @IsOptional()
  @Matches(/^(operator|system|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i)
  actor?: string;

  @IsOptional()
  @IsIn(settingsCategories)
  category?: SettingsCategory;

  /** The name of a fact. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  type?: string;

  /** The id of what was changed. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  target?: string;

  /** From this moment on, ISO 8601. */
  @IsOptional()
  @IsDateString()
  from?: string;

  /** Until before this one. */
  @IsOptional()
  @IsDateString()
  to?: string;
}

/** GET /api/v3/audit */
export class AuditQuery extends AuditFilter {
  /** The `next` of the page before. */
  @IsOptional()
  @IsString()
  @MaxLength(100)
  before?: string;

  @IsOptional()
  @IsString()
  @MaxLength(100)
  minPosition?: string;
}
