import {
  afterOpenMillis,
  openMillis,
  slaClocks,
  type OpeningTimes,
  type SlaClock,
  type SlaPolicy,
  type SlaStage,
  type SlaTold,
} from '@parley/contracts/events';

/** Name of the scheduled command that reports an SLA target that is about to be missed or was missed. */
export const TELL_SLA = 'tell-sla';

/**
 * The time since a conversation was last opened, from which SLA clocks compute their deadlines. All times are ISO
 * 8601 UTC.
 */
export interface SlaSpan {
  since: string;
  /** Periods in which the contact waited for a reply, oldest first. */
  waits: [from: string, to: string][];
  /** By SLA clock and stage: when the clock started for which a warning or breach was last recorded. */
  told: Partial<Record<`${SlaClock}/${ToldStage}`, string>>;
  /** Time of the last reported warning or breach; null if there was none. */
  toldAt: string | null;
}

export type ToldStage = Exclude<SlaStage, 'running'>;

/**
 * Maximum number of stored waits; above it, the two oldest are merged into one that includes the pause between them.
 */
const MAX_WAITS = 50;

/** The properties of a conversation that a policy's conditions check. */
export interface Judged {
  channelId: string;
  teamId: string | null;
  tagIds: readonly string[];
  isPriority: boolean;
}

export interface Clocked {
  isOpen: boolean;
  /** Start of the contact's current wait; null while the contact does not wait. */
  waitingSince: string | null;
  span: SlaSpan;
}

/** A running SLA clock. Times are ISO 8601 UTC. */
export interface Running {
  clock: SlaClock;
  since: string;
  warnAt: string;
  dueAt: string;
}

/** A warning or breach that is due to be reported. */
export interface Telling extends Running {
  stage: ToldStage;
}

export interface SlaPlan {
  /** The running clock with the earliest deadline, for display; null if no clock runs. */
  shown: { clock: SlaClock; dueAt: string; stage: SlaStage } | null;
  /** Time of the next warning or breach, ISO 8601 UTC; null if none will come. */
  next: string | null;
}

const none: SlaPlan = { shown: null, next: null };

export function spanFrom(since: string): SlaSpan {
  return { since, waits: [], told: {}, toldAt: null };
}

/** The span after an agent replied: the contact's current wait ends at `time`. */
export function afterAnswer(span: SlaSpan, waitingSince: string | null, time: string): SlaSpan {
  if (waitingSince === null) return span;
  const waits = [...span.waits, [iso(waitingSince), time] as [string, string]];
  const [first, second] = waits;
  if (waits.length <= MAX_WAITS || !first || !second) return { ...span, waits };
  return { ...span, waits: [[first[0], second[1]], ...waits.slice(2)] };
}

/** The span after a reply was declined: the wait that the reply had ended is removed, as it continues. */
export function afterLostAnswer(span: SlaSpan, waitedSince: string): SlaSpan {
  return { ...span, waits: span.waits.filter(([from]) => from < iso(waitedSince)) };
}

/** The first policy whose conditions the conversation meets. */
export function policyFor(policies: readonly SlaPolicy[], judged: Judged): SlaPolicy | null {
  const { channelId, teamId, tagIds, isPriority } = judged;
  const found = policies.find(
    (policy) =>
      (policy.channelIds.length === 0 || policy.channelIds.includes(channelId)) &&
      (policy.teamIds.length === 0 || (teamId !== null && policy.teamIds.includes(teamId))) &&
      (policy.tagIds.length === 0 || tagIds.some((id) => policy.tagIds.includes(id))) &&
      (!policy.isPriorityOnly || isPriority),
  );
  return found ?? null;
}

/** The running clocks with their warning times and deadlines. */
export function runningClocks(
  { isOpen, waitingSince, span }: Clocked,
  policy: SlaPolicy,
  times: OpeningTimes,
): Running[] {
  if (!isOpen) return [];
  const counted = policy.countsBusinessHours ? times : { businessHours: null, closingDates: [] };
  const open = waitingSince === null ? [] : [[waitingSince, null] as const];
  const reply: SlaClock = span.waits.length === 0 ? 'firstReply' : 'nextReply';
  return slaClocks.flatMap((clock): Running[] => {
    const minutes = policy.targets[clock];
    if (minutes === null) return [];
    const isResolve = clock === 'resolve';
    if (!isResolve && (clock !== reply || waitingSince === null)) return [];
    const whole = [[span.since, null]] as const;
    const spent = !isResolve ? open : policy.pausesForContact ? [...span.waits, ...open] : whole;
    const millis = minutes * 60_000;
    const dueAt = spentAt(spent, millis, counted);
    const warnAt = spentAt(spent, (millis * policy.warnsAtPercent) / 100, counted);
    if (dueAt === null || warnAt === null) return [];
    return [{ clock, since: isResolve ? span.since : (waitingSince ?? span.since), warnAt, dueAt }];
  });
}

/**
 * The moment at which these spans add up to `millis`; null if they never will. A span without an end (`to` null)
 * lasts indefinitely.
 */
function spentAt(
  spans: readonly (readonly [from: string, to: string | null])[],
  millis: number,
  times: OpeningTimes,
): string | null {
  let left = millis;
  for (const [from, to] of spans) {
    const passed = to === null ? Infinity : openMillis(times, from, to);
    if (passed >= left) return afterOpenMillis(times, from, left);
    left -= passed;
  }
  return null;
}

/** The clock to display, and the time of the next warning or breach. */
export function planOf(running: readonly Running[], { told }: Pick<SlaSpan, 'told'>): SlaPlan {
  const [first] = [...running].sort((a, b) => (a.dueAt < b.dueAt ? -1 : a.dueAt > b.dueAt ? 1 : 0));
  if (!first) return none;
  const { clock, dueAt } = first;
  const tells = running.flatMap((each) => {
    if (wasTold(each, 'breached', told)) return [];
    return [wasTold(each, 'warned', told) || each.warnAt > each.dueAt ? each.dueAt : each.warnAt];
  });
  const stage = wasTold(first, 'breached', told)
    ? 'breached'
    : wasTold(first, 'warned', told)
      ? 'warned'
      : 'running';
  return { shown: { clock, dueAt, stage }, next: tells.sort()[0] ?? null };
}

/** The warnings and breaches that are due at `now`. If both are due for a target, only the breach is reported. */
export function tellings(running: readonly Running[], { told }: SlaSpan, now: string): Telling[] {
  return running.flatMap((each): Telling[] => {
    if (wasTold(each, 'breached', told)) return [];
    if (each.dueAt <= now) return [{ ...each, stage: 'breached' }];
    return each.warnAt <= now && !wasTold(each, 'warned', told) ? [{ ...each, stage: 'warned' }] : [];
  });
}

export function afterTelling(
  span: SlaSpan,
  { clock, since }: SlaTold,
  stage: ToldStage,
  toldAt: string,
): SlaSpan {
  return { ...span, told: { ...span.told, [`${clock}/${stage}`]: since }, toldAt };
}

function wasTold({ clock, since }: Running, stage: ToldStage, told: SlaSpan['told']): boolean {
  return told[`${clock}/${stage}`] === since;
}

/** Converts a time in a provider's format to ISO 8601 UTC. */
function iso(time: string): string {
  return new Date(time).toISOString();
}
