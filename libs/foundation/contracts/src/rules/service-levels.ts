/** SLA targets of a conversation: its first reply after it was opened, each later reply, and its archiving. */
export const slaClocks = ['firstReply', 'nextReply', 'resolve'] as const;
export type SlaClock = (typeof slaClocks)[number];

/** State of a target: no notification sent yet, warning sent, or missed. */
export const slaStages = ['running', 'warned', 'breached'] as const;
export type SlaStage = (typeof slaStages)[number];

/** Targets for conversations that meet all conditions. An empty list of ids is no condition. */
export interface SlaPolicy {
  id: string;
  name: string;
  channelIds: string[];
  teamIds: string[];
  /** The conversation must have at least one of these tags. */
  tagIds: string[];
  /** True: only conversations of contacts with high priority. */
  isPriorityOnly: boolean;
  /** In minutes; null: no target. */
  targets: Record<SlaClock, number | null>;
  /** True: only hours in which the channel is open count. */
  countsBusinessHours: boolean;
  /** True: the `resolve` target pauses while the organisation waits for the contact's reply. */
  pausesForContact: boolean;
  /** Percentage of a target's time after which the warning is sent. */
  warnsAtPercent: number;
}

export const MAX_SLA_POLICIES = 20;
export const MAX_SLA_CONDITIONS = 100;
export const SLA_NAME_LENGTH = 60;
/** Ninety days. */
export const MAX_SLA_MINUTES = 129_600;

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether the value is a list of valid policies. */
export function areSlaPolicies(value: unknown): value is SlaPolicy[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_SLA_POLICIES &&
    value.every(isSlaPolicy) &&
    new Set(value.map(({ id }) => id)).size === value.length
  );
}

const names = [
  ...['id', 'name', 'channelIds', 'teamIds', 'tagIds', 'isPriorityOnly', 'targets'],
  ...['countsBusinessHours', 'pausesForContact', 'warnsAtPercent'],
].sort();

function isSlaPolicy(value: unknown): value is SlaPolicy {
  if (typeof value !== 'object' || value === null) return false;
  if (Object.keys(value).sort().join() !== names.join()) return false;
  const policy = value as Record<keyof SlaPolicy, unknown>;
  return (
    isId(policy.id) &&
    typeof policy.name === 'string' &&
    policy.name.trim() !== '' &&
    policy.name.length <= SLA_NAME_LENGTH &&
    [policy.channelIds, policy.teamIds, policy.tagIds].every(areIds) &&
    areTargets(policy.targets) &&
    typeof policy.isPriorityOnly === 'boolean' &&
    typeof policy.countsBusinessHours === 'boolean' &&
    typeof policy.pausesForContact === 'boolean' &&
    isWhole(policy.warnsAtPercent, 1, 99)
  );
}

function areTargets(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const targets = value as Record<string, unknown>;
  const given = slaClocks.map((clock) => targets[clock]);
  return (
    Object.keys(targets).length === slaClocks.length &&
    given.every((minutes) => minutes === null || isWhole(minutes, 1, MAX_SLA_MINUTES)) &&
    given.some((minutes) => minutes !== null)
  );
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && uuid.test(value);
}

function areIds(value: unknown): boolean {
  return Array.isArray(value) && value.length <= MAX_SLA_CONDITIONS && value.every(isId);
}
