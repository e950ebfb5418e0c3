import {
  ArrayMaxSize,
  ArrayNotEmpty,
  ArrayUnique,
  IsBoolean,
  IsIn,
  IsOptional,
  IsUUID,
} from 'class-validator';
import { exportFormats, exportKinds, type ExportFilter, type ExportFormat, type ExportKind } from './exports';
import { IfGiven, Ids, Moment, Nested, OrNull, Text } from './input';

const MAX_IDS = 100;

class ExportFilterRequest implements ExportFilter {
  @IfGiven()
  @IsIn(['open', 'snoozed', 'archived'])
  status?: 'open' | 'snoozed' | 'archived';

  @IfGiven()
  @Ids({ max: MAX_IDS })
  channels?: string[];

  @IfGiven()
  @Ids({ max: MAX_IDS })
  tags?: string[];

  @IfGiven()
  @Ids({ max: MAX_IDS })
  teams?: string[];

  @IfGiven()
  @Ids({ max: MAX_IDS })
  labelIds?: string[];

  @IfGiven()
  @Ids({ max: MAX_IDS })
  userIds?: string[];

  @IfGiven()
  @Text({ min: 1, max: 200 })
  keyword?: string;

  /** `ContactConditions` as JSON. */
  @IfGiven()
  @Text({ max: 30_000, lines: true })
  conditions?: string;

  @IfGiven()
  @Ids({ max: 1_000 })
  ids?: string[];

  @IfGiven()
  @IsIn(['changes', 'sign-ins'])
  entries?: 'changes' | 'sign-ins';
}

/** POST /api/v3/exports/count */
export class ExportSelectionRequest {
  @IsIn(exportKinds)
  kind!: ExportKind;

  /** Start of the period, inclusive. The period is at most a year. Null (no start) is allowed only for contacts. */
  @OrNull()
  @Moment()
  from!: string | null;

  /** End of the period, exclusive. */
  @OrNull()
  @Moment()
  to!: string | null;

  @Nested(() => ExportFilterRequest)
  filter!: ExportFilterRequest;
}

/** POST /api/v3/exports */
export class ExportRequest extends ExportSelectionRequest {
  /** Names of the columns in their order; GET /api/v3/exports/fields lists the available ones. */
  @ArrayNotEmpty()
  @ArrayUnique()
  @ArrayMaxSize(100)
  @Text({ min: 1, max: 100, each: true })
  fields!: string[];

  @IsIn(exportFormats)
  format!: ExportFormat;

  /** Whether an export of messages includes colleagues' notes. */
  @IfGiven()
  @IsBoolean()
  withNotes: boolean = false;

  /** Whether the ZIP file also contains the files of messages. */
  @IfGiven()
  @IsBoolean()
  withFiles: boolean = false;

  @IfGiven()
  @IsBoolean()
  isZipped: boolean = false;

  /** Encrypts the ZIP file (AES-256); deleted together with the file. */
  @IfGiven()
  @Text({ min: 8, max: 100, asTyped: true })
  password?: string;
}

/** GET /api/v3/exports */
export class ExportsQuery {
  /** The `next` of the previous page. */
  @IsOptional()
  @IsUUID()
  before?: string;
}

/** GET /api/v3/exports/fields */
export class ExportFieldsQuery {
  @IsIn(exportKinds)
  kind!: ExportKind;
}

/** GET /api/v3/exports/{id}/file */
export class ExportLinkQuery {
  /** The value from `POST …/link`; without it the request fails. */
  @IfGiven()
  @Text({ max: 100 })
  link: string = '';
}
