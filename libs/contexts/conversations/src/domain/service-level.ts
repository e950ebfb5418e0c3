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

/** Name of the scheduled command that reports an SLA target that is about to be missed, or was. */
export const TELL_SLA = 'tell-sla';

/** What its targets need to know of the time since a conversation was opened last. All times are ISO 8601 UTC. */
export interface SlaSpan {
  since: string;
  /** When the contact waited until somebody answered, oldest first. */
  waits: [from: string, to: string][];
  /** What was told already: of which running of which clock, by its beginning. */
  told: Partial<Record<`${SlaClock}/${ToldStage}`, string>>;
  /** When something was told last. */
  toldAt: string | null;
}

export type ToldStage = Exclude<SlaStage, 'running'>;

/** Longer spans forget when their contact did not wait at first. */
const MOST_WAITS = 50;

/** What a policy looks at. */
export interface Judged {
  channelId: string;
  teamId: string | null;
  tagIds: readonly string[];
  isPriority: boolean;
}

export interface Clocked {
  isOpen: boolean;
  /** Since when the contact waits; null: not. */
  waitingSince: string | null;
  span: SlaSpan;
}

/** A clock that runs. */
export interface Running {
  clock: SlaClock;
  since: string;
  warnAt: string;
  dueAt: string;
}

/** What has to be told of a clock now. */
export interface Telling extends Running {
  stage: ToldStage;
}

export interface SlaPlan {
  /** What runs out next, or has. */
  shown: { clock: SlaClock; dueAt: string; stage: SlaStage } | null;
  /** When there will be something to tell; null: never. */
  next: string | null;
}

const none: SlaPlan = { shown: null, next: null };

export function spanFrom(since: string): SlaSpan {
  return { since, waits: [], told: {}, toldAt: null };
}

/** Somebody answered. */
export function afterAnswer(span: SlaSpan, waitingSince: string | null, time: string): SlaSpan {
  if (waitingSince === null) return span;
  const waits = [...span.waits, [iso(waitingSince), time] as [string, string]];
  const [first, second] = waits;
  if (waits.length <= MOST_WAITS || !first || !second) return { ...span, waits };
  return { ...span, waits: [[first[0], second[1]], ...waits.slice(2)] };
}

/** The answer that ended this wait was none. */
export function afterLostAnswer(span: SlaSpan, waitedSince: string): SlaSpan {
  return { ...span, waits: span.waits.filter(([from]) => from < iso(waitedSince)) };
}

/** The first policy whose conditions are met. */
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

/** The clocks that run, and when they run out. */
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

/** When so much time will have gone by in these spans, of which an open one has no end. Null: not while things are so. */
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

/** What is shown of the clocks that run, and when there is something to tell of them. */
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

/** What is to be told by now: of a target that was missed, not that it is about to be. */
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

/** Providers write times in forms of their own. */
function iso(time: string): string {
  return new Date(time).toISOString();
}
