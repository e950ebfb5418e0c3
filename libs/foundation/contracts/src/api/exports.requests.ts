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

const MOST_IDS = 100;

class ExportFilterRequest implements ExportFilter {
  @IfGiven()
  @IsIn(['open', 'snoozed', 'archived'])
  status?: 'open' | 'snoozed' | 'archived';

  @IfGiven()
  @Ids({ max: MOST_IDS })
  channels?: string[];

  @IfGiven()
  @Ids({ max: MOST_IDS })
  tags?: string[];

  @IfGiven()
  @Ids({ max: MOST_IDS })
  teams?: string[];

  @IfGiven()
  @Ids({ max: MOST_IDS })
  labelIds?: string[];

  @IfGiven()
  @Ids({ max: MOST_IDS })
  userIds?: string[];

  @IfGiven()
  @Text({ min: 1, max: 200 })
  keyword?: string;

  /** JSON: `ContactConditions`. */
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

  /** From this moment on; a period is a year at most. Contacts alone may be exported without one. */
  @OrNull()
  @Moment()
  from!: string | null;

  /** Until before this one. */
  @OrNull()
  @Moment()
  to!: string | null;

  @Nested(() => ExportFilterRequest)
  filter!: ExportFilterRequest;
}

/** POST /api/v3/exports */
export class ExportRequest extends ExportSelectionRequest {
  /** Names of columns, in their order; GET /api/v3/exports/fields names those that there are. */
  @ArrayNotEmpty()
  @ArrayUnique()
  @ArrayMaxSize(100)
  @Text({ min: 1, max: 100, each: true })
  fields!: string[];

  @IsIn(exportFormats)
  format!: ExportFormat;

  /** Notes of colleagues among the messages. */
  @IfGiven()
  @IsBoolean()
  withNotes: boolean = false;

  /** The files of messages beside the rows, in a ZIP file. */
  @IfGiven()
  @IsBoolean()
  withFiles: boolean = false;

  @IfGiven()
  @IsBoolean()
  isZipped: boolean = false;

  /** Encrypts the ZIP file (AES-256). It is forgotten with the file. */
  @IfGiven()
  @Text({ min: 8, max: 100, asTyped: true })
  password?: string;
}

/** GET /api/v3/exports */
export class ExportsQuery {
  /** The `next` of the page before. */
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
  /** As `POST …/link` gave it; with any other there is no file. */
  @IfGiven()
  @Text({ max: 100 })
  link: string = '';
}
