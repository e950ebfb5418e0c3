import { IsIn, IsOptional, Matches } from 'class-validator';
import { auditedCategories, type AuditedCategory } from '../events';
import { Moment, Text } from './input';
import { position } from './position';

export const auditKinds = ['changes', 'sign-ins'] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Filter for entries of the audit; absent fields do not filter. */
export class AuditFilter {
  /** A user's id, `operator` or `system`. */
  @IsOptional()
  @Matches(/^(operator|system|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i)
  actor?: string;

  @IsOptional()
  @IsIn(auditedCategories)
  category?: AuditedCategory;

  /** Type of the event. */
  @IsOptional()
  @Text({ max: 100 })
  type?: string;

  /** Only sign-ins, or only changes other than sign-ins. */
  @IsOptional()
  @IsIn(auditKinds)
  kind?: AuditKind;

  /** Id of the changed object. */
  @IsOptional()
  @Text({ max: 100 })
  target?: string;

  /** Only changes at or after this moment, ISO 8601. */
  @IsOptional()
  @Moment()
  from?: string;

  /** Only changes before this moment, ISO 8601. */
  @IsOptional()
  @Moment()
  to?: string;
}

/** GET /api/v3/audit */
export class AuditQuery extends AuditFilter {
  /** The `next` of the previous page. */
  @IsOptional()
  @Matches(position)
  before?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}
