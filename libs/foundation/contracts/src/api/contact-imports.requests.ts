import { Type } from 'class-transformer';
import { IsBoolean, IsIn, IsInt, IsOptional, IsUUID, Matches, Max, Min } from 'class-validator';
import { contactFields, type ContactField } from '../events/contact.events';
import { METADATA_NAME_LENGTH } from '../rules/contact-rules';
import {
  csvDelimiters,
  csvEncodings,
  ifKnownChoices,
  importOutcomes,
  MAX_IMPORT_COLUMNS,
  MAX_IMPORT_LABELS,
  MAX_IMPORT_ROWS,
  type CsvDelimiter,
  type CsvEncoding,
  type IfKnown,
  type ImportOutcome,
} from './contact-imports';
import { Ids, IfGiven, NestedList, OrNull, Text } from './input';

/**
 * Target of a column: a field, a custom attribute, the opt-in, or metadata with a name; if none is set, the column is
 * ignored.
 */
export class ImportColumnRequest {
  @IfGiven()
  @IsIn(contactFields)
  field?: ContactField;

  @IfGiven()
  @IsUUID()
  attributeId?: string;

  @IfGiven()
  @IsBoolean()
  optIn?: boolean;

  @IfGiven()
  @Text({ min: 1, max: METADATA_NAME_LENGTH })
  metadata?: string;
}

/** PATCH /api/v3/contact-imports/{id}: possible until the import is started. Absent fields keep their value. */
export class PatchImportRequest {
  @IfGiven()
  @IsIn(csvEncodings)
  encoding?: CsvEncoding;

  @IfGiven()
  @IsIn(csvDelimiters)
  delimiter?: CsvDelimiter;

  @IfGiven()
  @NestedList(() => ImportColumnRequest, { max: MAX_IMPORT_COLUMNS })
  columns?: ImportColumnRequest[];

  @IfGiven()
  @OrNull()
  @Matches(/^[A-Z]{2}$/)
  country?: string | null;

  @IfGiven()
  @IsIn(ifKnownChoices)
  ifKnown?: IfKnown;

  @IfGiven()
  @Ids({ max: MAX_IMPORT_LABELS })
  labelIds?: string[];

  @IfGiven()
  @OrNull()
  @IsUUID()
  listId?: string | null;
}

/** GET /api/v3/contact-imports/{id}/rows */
export class ImportRowsQuery {
  @IsIn(importOutcomes)
  outcome: ImportOutcome = 'create';

  /** The line of the last row of the previous page. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(0)
  @Max(MAX_IMPORT_ROWS * 1_000)
  after?: number;
}

/** GET /api/v3/contact-imports/{id}/rejected */
export class RejectedRowsQuery {
  /** Language of the reasons. */
  @IsOptional()
  @IsIn(['en', 'es', 'nl'])
  language?: 'en' | 'es' | 'nl';
}
