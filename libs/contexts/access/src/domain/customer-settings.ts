import {
  areSlaPolicies,
  type CustomerSettingChange,
  type CustomerSettingName,
  type CustomerSettings,
  type ForcedTeamFilter,
  type StoredKey,
} from '@parley/contracts/events';

/**
 * Settings that administrators may change themselves (specification, section 6, and those for reports); changing the
 * others needs an agreement with the organisation.
 */
export const editableSettings = [
  'expandedTeamFilter',
  'openAiApiKey',
  'country',
  'timeZone',
  'comparesAgents',
  'slaPolicies',
] as const;

const LARGEST = 2 ** 31 - 1;
export const MAX_NOTICE_LENGTH = 500;

const isSwitch = (value: unknown) => typeof value === 'boolean';
const isLimit = (value: unknown) =>
  Number.isInteger(value) && Number(value) >= -1 && Number(value) <= LARGEST;

/** For each setting, whether it accepts a value. */
const rules: Record<CustomerSettingName, (value: unknown) => boolean> = {
  expandedTeamFilter: isSwitch,
  forcedTeamFilter: isForcedTeamFilter,
  contactsModuleForAgentsEnabled: isSwitch,
  apiEnabled: isSwitch,
  openAiEnabled: isSwitch,
  openAiApiKey: (value) => value === null || isStoredKey(value),
  noticeEnabled: isSwitch,
  noticeText: (value) => typeof value === 'string' && value.length <= MAX_NOTICE_LENGTH,
  clickablePhonePattern: (value) => value === '' || (typeof value === 'string' && isPhonePattern(value)),
  country: (value) => typeof value === 'string' && /^([A-Z]{2})?$/.test(value),
  timeZone: (value) => typeof value === 'string' && isTimeZone(value),
  comparesAgents: isSwitch,
  slaPolicies: areSlaPolicies,
  customDataRetentionDays: (value) => isLimit(value) && value !== 0,
  limitUsers: isLimit,
  engageMessagesLimit: isLimit,
  engageUniqueContactsLimit: isLimit,
  embeddedSignupLimit: isLimit,
  birdEmbeddedSignupLimit: isLimit,
  flowsLimit: isLimit,
  chatwootLimit: isLimit,
  billingMonths: (value) => value === 1 || value === 12,
  customUserPriceYearly: isLimit,
  customUserPriceMonthly: isLimit,
};

export const customerSettingNames = Object.keys(rules) as CustomerSettingName[];

export function isCustomerSettingName(name: string): name is CustomerSettingName {
  return Object.hasOwn(rules, name);
}

/** Whether a setting of this name exists and accepts this value. */
export function isCustomerSetting(name: string, value: unknown): boolean {
  return isCustomerSettingName(name) && rules[name](value);
}

/** The settings of `wanted` that differ from `current`. */
export function changesTo(
  wanted: Partial<CustomerSettings>,
  current: CustomerSettings,
): CustomerSettingChange[] {
  return (Object.entries(wanted) as [CustomerSettingName, unknown][])
    .filter(([name, value]) => value !== undefined && !isSame(value, current[name]))
    .map(([name, value]) => ({ name, value }) as CustomerSettingChange);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Allows only URLs of pages and of dialling programs, because these cannot run a script in the page. */
function isPhonePattern(value: string): boolean {
  return (
    value.length <= MAX_NOTICE_LENGTH &&
    /^(https:\/\/|tel:|sip:|callto:)[^\s"'<>]*$/i.test(value) &&
    value.includes('{number}')
  );
}

function isTimeZone(value: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return /^[A-Za-z][\w+/-]{0,59}$/.test(value);
  } catch {
    return false;
  }
}

function isForcedTeamFilter(value: unknown): value is ForcedTeamFilter {
  if (typeof value !== 'object' || value === null) return false;
  const { enabled, teamIds, includeUnassignedChats } = value as Partial<ForcedTeamFilter>;
  return isSwitch(enabled) && isSwitch(includeUnassignedChats) && Array.isArray(teamIds);
}

function isStoredKey(value: unknown): value is StoredKey {
  const { secret, lastFour } = (value ?? {}) as Partial<StoredKey>;
  return typeof secret === 'string' && typeof lastFour === 'string' && lastFour.length <= 4;
}
