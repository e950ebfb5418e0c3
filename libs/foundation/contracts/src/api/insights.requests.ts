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

const MAX_NAMED = 100;
const day = /^(19|20|21)\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const instant = /^(19|20|21)\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(\.\d{1,3})?Z$/;
/** An id, or a platform in capitals. */
const idOrPlatform = /^([A-Z_]{2,20}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** A query parameter that is repeated or has several values separated by commas. */
function Repeated(...rules: PropertyDecorator[]): PropertyDecorator {
  const list = Transform(({ value }: { value: unknown }) =>
    [value].flat().flatMap((part) => (typeof part === 'string' ? part.split(',') : part)),
  );
  return (target, key) =>
    [IsOptional(), list, ArrayNotEmpty(), ArrayMaxSize(MAX_NAMED), ...rules].forEach((decorate) =>
      decorate(target, key),
    );
}

const Uuids = () => IsUUID(undefined, { each: true });

/** GET /api/intelligence/v1/metrics/… */
export class MetricQuery {
  /** The first day of the range, in the organisation's time zone. */
  @Matches(day)
  between!: string;

  /** The last day of the range. */
  @Matches(day)
  and!: string;

  @Repeated(Uuids())
  agent?: string[];

  /** Ids of channels, or platforms in capitals, such as `WHATSAPP`. */
  @Repeated(Matches(idOrPlatform, { each: true }))
  channel?: string[];

  @Repeated(Uuids())
  tags?: string[];

  @Repeated(Uuids())
  team?: string[];

  @IsOptional()
  @IsIn(['IN', 'OUT'])
  direction?: 'IN' | 'OUT';

  /** Counts only events before this past moment, ISO 8601 UTC. */
  @IsOptional()
  @Matches(instant)
  asOf?: string;

  /** Time unit of a series; default: depends on the length of the range. */
  @IsOptional()
  @IsIn(timeUnits)
  aggregatedBy?: TimeUnit;

  /** Version of the metric's definition; default: the current one. */
  @IsOptional()
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(1_000)
  version?: number;
}

/** GET /api/intelligence/v1/facts: the facts, such as received messages, that a metric counts. */
export class FactsQuery extends MetricQuery {
  @IsIn(metricPaths)
  metric!: MetricPath;

  /** First instant of the selected bar; requires `aggregatedBy`. */
  @IsOptional()
  @Matches(instant)
  at?: string;

  /** The selected part: a tag, a channel, a score, or `1/9` for Mondays from 9 to 10. */
  @IsOptional()
  @Matches(/^([1-5]|[1-7]\/([0-9]|1[0-9]|2[0-3])|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/)
  share?: string;

  /** Returns only the newest fact of each conversation that still exists; absent: all facts. */
  @IsOptional()
  @IsIn(['conversation'])
  each?: 'conversation';

  /** The `next` of an earlier response. */
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
  /** Ids of graphs in their order; null: an empty slot. */
  @IsArray()
  @ArrayMinSize(6)
  @ArrayMaxSize(6)
  @IsIn([null, ...graphIds], { each: true })
  slots!: (number | null)[];

  /** Size of each slot; absent: all are small. */
  @IsOptional()
  @IsArray()
  @ArrayMinSize(6)
  @ArrayMaxSize(6)
  @IsIn(cardSizes, { each: true })
  sizes?: CardSize[];
}

class ReportFiltersRequest implements ReportFilters {
  @Ids({ max: MAX_NAMED })
  agent!: string[];

  @IsArray()
  @ArrayMaxSize(MAX_NAMED)
  @Matches(idOrPlatform, { each: true })
  channel!: string[];

  @Ids({ max: MAX_NAMED })
  tags!: string[];

  @Ids({ max: MAX_NAMED })
  team!: string[];
}

/**
 * PUT /api/intelligence/v1/reports: switches a report on, or changes its rhythm. Each dashboard has at most one
 * report.
 */
export class SwitchOnReportRequest {
  @IsIn(reportRhythms)
  every!: ReportRhythm;

  /** Ids of the graphs that a link shows; null: the user's own dashboard as it is at the time of sending. */
  @OrNull()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(6)
  @IsIn(graphIds, { each: true })
  graphs!: number[] | null;

  @Nested(() => ReportFiltersRequest)
  filters!: ReportFiltersRequest;
}
