import type { Medium } from '../channels/offers';
import type { BrokenRule, SettingRule } from './broken-rule';
import {
  automaticSignatures,
  weekdays,
  type BusinessHours,
  type ChannelSettings,
  type ClosingDate,
  type OpenHours,
} from '../events/channel.events';
import { brokenMailboxRules } from './mailbox-settings';
import { brokenSurveyRules } from './survey';
import { isTooLong } from './text-limit';
import { unknownAutomaticVariables } from './variables';
import { brokenWebChatRules } from './web-chat-settings';

export const NAME_LENGTH = 100;
/** Maximum delay of auto-archive and maximum care window in hours: a year. */
export const MAX_HOURS = 8760;
export const MAX_CLOSING_DATES = 200;
export const MAX_OPEN_HOURS_A_DAY = 6;

/**
 * Returns all rules that the settings break. Checks only values, so the caller must have checked the shape before.
 * @param settings only the settings that change
 */
export function brokenRules(settings: Partial<ChannelSettings>, medium: Medium): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const breaks = (field: string, rule: SettingRule | null) => rule && broken.push({ field, rule });
  const { name, internalName, automaticSignature, autoArchive, welcomeMessage, outOfOffice } = settings;
  const { businessHours, closingDates, customerCareWindowLength } = settings;
  if (name !== undefined) breaks('name', name.trim() === '' ? 'required' : longer(name, NAME_LENGTH));
  if (internalName) breaks('internalName', longer(internalName, NAME_LENGTH));
  if (automaticSignature !== undefined && !automaticSignatures.includes(automaticSignature)) {
    breaks('automaticSignature', 'unknown_value');
  }
  if (autoArchive) {
    breaks('autoArchive.afterHours', hours(autoArchive.afterHours, 1));
    if (!['in', 'out', 'any'].includes(autoArchive.direction)) {
      breaks('autoArchive.direction', 'unknown_value');
    }
  }
  if (welcomeMessage) breaks('welcomeMessage', automaticText(welcomeMessage, medium));
  if (outOfOffice?.weekdays) breaks('outOfOffice.weekdays', automaticText(outOfOffice.weekdays, medium));
  if (outOfOffice?.weekends) breaks('outOfOffice.weekends', automaticText(outOfOffice.weekends, medium));
  if (businessHours) broken.push(...brokenHours(businessHours));
  if (closingDates) broken.push(...brokenDates(closingDates));
  if (settings.webChat) {
    if (medium.platform === 'web') broken.push(...brokenWebChatRules(settings.webChat));
    else breaks('webChat', 'unknown_value');
  }
  if (settings.mailbox) {
    if (medium.platform === 'email') broken.push(...brokenMailboxRules(settings.mailbox));
    else breaks('mailbox', 'unknown_value');
  }
  if (settings.survey) {
    // A survey by e-mail is not possible, because a rating cannot be distinguished from a number in the quoted text.
    if (medium.platform === 'email') breaks('survey', 'unknown_value');
    else broken.push(...brokenSurveyRules(settings.survey));
  }
  if (customerCareWindowLength !== undefined) {
    breaks('customerCareWindowLength', hours(customerCareWindowLength, 0));
  }
  return broken;
}

function brokenHours({ timeZone, days }: BusinessHours): BrokenRule[] {
  const broken: BrokenRule[] = [];
  if (!isTimeZone(timeZone)) broken.push({ field: 'businessHours.timeZone', rule: 'time_zone' });
  for (const day of weekdays) {
    const field = `businessHours.days.${day}`;
    const open = days[day];
    if (open.length > MAX_OPEN_HOURS_A_DAY) broken.push({ field, rule: 'too_many' });
    for (const [index, period] of open.entries()) {
      broken.push(...brokenPeriod(`${field}.${index}`, period, open.slice(0, index)));
    }
  }
  return broken;
}

function brokenPeriod(field: string, { from, to }: OpenHours, before: OpenHours[]): BrokenRule[] {
  if (!isTime(from) || from === '24:00') return [{ field: `${field}.from`, rule: 'time' }];
  if (!isTime(to)) return [{ field: `${field}.to`, rule: 'time' }];
  if (from >= to) return [{ field: `${field}.to`, rule: 'order' }];
  const overlaps = before.some((other) => from < other.to && other.from < to);
  return overlaps ? [{ field: `${field}.from`, rule: 'overlap' }] : [];
}

function brokenDates(dates: ClosingDate[]): BrokenRule[] {
  if (dates.length > MAX_CLOSING_DATES) return [{ field: 'closingDates', rule: 'too_many' }];
  return dates.flatMap(({ date, name }, index) => {
    const field = `closingDates.${index}`;
    const broken: BrokenRule[] = [];
    if (!isDate(date)) broken.push({ field: `${field}.date`, rule: 'date' });
    else if (dates.findIndex((other) => other.date === date) < index) {
      broken.push({ field: `${field}.date`, rule: 'duplicate' });
    }
    if (name.trim() === '') broken.push({ field: `${field}.name`, rule: 'required' });
    else if (name.length > NAME_LENGTH) broken.push({ field: `${field}.name`, rule: 'too_long' });
    return broken;
  });
}

function automaticText(text: string, medium: Medium): SettingRule | null {
  if (isTooLong(medium, text)) return 'too_long';
  return unknownAutomaticVariables(text).length > 0 ? 'unknown_variable' : null;
}

function longer(text: string, limit: number): SettingRule | null {
  return text.length > limit ? 'too_long' : null;
}

function hours(value: number, least: number): SettingRule | null {
  if (!Number.isInteger(value)) return 'not_whole';
  return value < least || value > MAX_HOURS ? 'out_of_range' : null;
}

function isTime(time: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(time) || time === '24:00';
}

/**
 * Accepts only names of the IANA database. JavaScript also accepts offsets such as +01:00, but they have no daylight
 * saving time.
 */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function isDate(date: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date)) return false;
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date);
}
