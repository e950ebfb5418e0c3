import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  IsArray,
  IsIn,
  IsInt,
  IsOptional,
  IsUUID,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { reportRhythms, type ReportFilters, type ReportRhythm } from '../events/insight-report.events';
import { Ids, Nested, OrNull } from './input';
import { cardSizes, graphIds, type CardSize } from './insight-graphs';
import { metricPaths, type MetricPath } from './insight-metrics';
import { timeUnits, type TimeUnit } from './insights';

const MOST_NAMED = 100;
const day = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const instant = /^(19|20|21)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;
/** An id, or a platform in capitals. */
const idOrPlatform = /^([A-Z_]{2,20}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A parameter that is repeated, or lists its values with commas. */
function Repeated(...rules: PropertyDecorator[]): PropertyDecorator {
  const list = Transform(({ value }: { value: unknown }) =>
    [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
  );
  return (target, key) =>
    [IsOptional(), list, ArrayNotEmpty(), ArrayMaxSize(MOST_NAMED), ...rules].forEach((decorate) =>
      decorate(target, key),
    );
}

const Uuids = () => IsUUID(undefined, { each: true });

/** GET /api/intelligence/v1/metrics/… */
export class MetricQuery {
  /** The first day, in the organisation's time zone. */
  @Matches(day)
  between!: string;

  /** The last day, which is of the range. */
  @Matches(day)
  and!: string;

  @Repeated(Uuids())
  agent?: string[];

  /** Ids, or platforms in capitals, as `WHATSAPP`. */
  @Repeated(Matches(idOrPlatform, { each: true }))
  channel?: string[];

  @Repeated(Uuids())
  tags?: string[];

  @Repeated(Uuids())
  team?: string[];

  @IsOptional()
  @IsIn(['IN', 'OUT'])
  direction?: 'IN' | 'OUT';

  /** A moment that is past: what happened later does not count. ISO 8601 UTC. */
  @IsOptional()
  @Matches(instant)
  asOf?: string;

  /** How a series is cut; left out: by its length. */
  @IsOptional()
  @IsIn(timeUnits)
  aggregatedBy?: TimeUnit;

  /** Of the definition; left out: the one that holds. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000)
  version?: number;
}

/** GET /api/intelligence/v1/facts: what is behind a number. */
export class FactsQuery extends MetricQuery {
  @IsIn(metricPaths)
  metric!: MetricPath;

  /** The first instant of the bar that is opened, with `aggregatedBy`. */
  @IsOptional()
  @Matches(instant)
  at?: string;

  /** The slice that is opened: a tag, a channel, a score, or `1/9` for Mondays from 9 to 10. */
  @IsOptional()
  @Matches(/^([1-5]|[1-7]\/([0-9]|1[0-9]|2[0-3])|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
  share?: string;

  /** One row of each conversation that is there still, its newest; left out: every row. */
  @IsOptional()
  @IsIn(['conversation'])
  each?: 'conversation';

  /** What an earlier answer named as `next`. */
  @IsOptional()
  @Matches(/^[\w-]{1,300}$/)
  cursor?: string;
}

/** GET /api/intelligence/v1/facts/why */
export class WhyQuery {
  @Matches(/^[a-z_]{1,30}\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.\d{1,9}$/)
  key!: string;
}

/** GET /api/intelligence/v1/channels */
export class InsightChannelsQuery {
  @IsOptional()
  @Matches(/^[A-Za-z_]{2,20}$/)
  platform?: string;
}

/** PUT /api/intelligence/v1/dashboard */
export class ArrangeDashboardRequest {
  /** Ids of graphs in their order; null where nothing stands. */
  @IsArray()
  @ArrayMinSize(6)
  @ArrayMaxSize(6)
  @IsIn([null, ...graphIds], { each: true })
  slots!: (number | null)[];

  /** Of each of them; left out: all are small. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(6)
  @ArrayMaxSize(6)
  @IsIn(cardSizes, { each: true })
  sizes?: CardSize[];
}

class ReportFiltersRequest implements ReportFilters {
  @Ids({ max: MOST_NAMED })
  agent!: string[];

  @IsArray()
  @ArrayMaxSize(MOST_NAMED)
  @Matches(idOrPlatform, { each: true })
  channel!: string[];

  @Ids({ max: MOST_NAMED })
  tags!: string[];

  @Ids({ max: MOST_NAMED })
  team!: string[];
}

/** PUT /api/intelligence/v1/reports: the same dashboard has one report; it comes in this rhythm from then on. */
export class SwitchOnReportRequest {
  @IsIn(reportRhythms)
  every!: ReportRhythm;

  /** Graphs that a link shows; null: one's own dashboard, as it is arranged when it is sent. */
  @OrNull()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(6)
  @IsIn(graphIds, { each: true })
  graphs!: number[] | null;

  @Nested(() => ReportFiltersRequest)
  filters!: ReportFiltersRequest;
}
