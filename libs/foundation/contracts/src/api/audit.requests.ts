import { IsIn, IsOptional, Matches } from 'class-validator';
import { auditedCategories, type AuditedCategory } from '../events';
import { Moment, Text } from './input';
import { position } from './position';

export const auditKinds = ['changes', 'sign-ins'] as const;
export type AuditKind = (typeof auditKinds)[number];

/** Which entries of the audit are wanted: all where nothing is said. */
export class AuditFilter {
  /** A user's id, `operator` or `system`. */
  @IsOptional()
  @Matches(/^(operator|system|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i)
  actor?: string;

  @IsOptional()
  @IsIn(auditedCategories)
  category?: AuditedCategory;

  /** The name of a fact. */
  @IsOptional()
  @Text({ max: 100 })
  type?: string;

  /** Sign-ins alone, or changes without them. */
  @IsOptional()
  @IsIn(auditKinds)
  kind?: AuditKind;

  /** The id of what was changed. */
  @IsOptional()
  @Text({ max: 100 })
  target?: string;

  /** From this moment on, ISO 8601. */
  @IsOptional()
  @Moment()
  from?: string;

  /** Until before this one. */
  @IsOptional()
  @Moment()
  to?: string;
}

/** GET /api/v3/audit */
export class AuditQuery extends AuditFilter {
  /** The `next` of the page before. */
  @IsOptional()
  @Matches(position)
  before?: string;

  @IsOptional()
  @Matches(position)
  minPosition?: string;
}
