import { weekdays } from '../events/channel.events';
import type { SmartRouteContent } from '../events/smart-route.events';
import { foldedText } from './folded-text';
import { MAX_PATTERN_SIZE, PatternError, type CompilePattern } from './keywords';
import { sizeBoundOf } from './pattern-size';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const MAX_ROUTES = 1_000;
export const MAX_KEYWORDS = 50;
export const MAX_KEYWORD_LENGTH = 500;
export const MAX_TITLE_LENGTH = 100;
export const MAX_ROUTE_IDS = 50;
export const MAX_CONTACT_RULES = 20;
export const MAX_FIRST_MESSAGES = 100;
/** Maximum value of `cap`, the number of an agent's open conversations. */
export const HIGHEST_CAP = 1_000;

export type SmartRouteProblem =
  | 'route_without_condition'
  | 'route_without_action'
  | 'route_keyword_empty'
  | 'route_pattern_lookaround'
  | 'route_pattern_backreference'
  | 'route_pattern_too_complex'
  | 'route_pattern_invalid'
  | 'route_user_and_team'
  | 'route_sharing_without_team'
  | 'route_value_empty'
  | 'route_hours_invalid';

/** Why a rule is invalid. */
export interface SmartRouteFault {
  code: SmartRouteProblem;
  /** Position of the problem in the pattern, or the keyword. */
  detail?: string;
}

/**
 * Checks a rule; null if it is valid.
 * @param compile if absent, patterns are not checked
 */
export function faultIn(
  { conditions, actions }: SmartRouteContent,
  compile?: CompilePattern,
): SmartRouteFault | null {
  const { channelIds, identityIds, keywords, firstMessages, contact, templateIds, hours } = conditions;
  const lists = [channelIds, identityIds, contact, templateIds];
  if (lists.every(({ length }) => length === 0) && !keywords && firstMessages === null && !hours)
    return { code: 'route_without_condition' };
  if (keywords) {
    if (keywords.words.length === 0) return { code: 'route_keyword_empty' };
    for (const word of keywords.words) {
      if (word.trim() === '' || (keywords.by !== 'regex' && foldedText(word).text === ''))
        return { code: 'route_keyword_empty' };
      if (keywords.by !== 'regex' || !compile) continue;
      try {
        compile(word);
      } catch (error) {
        if (!(error instanceof PatternError)) throw error;
        const { reason, at } = error;
        const code = reason === 'too_long' ? 'route_pattern_invalid' : (`route_pattern_${reason}` as const);
        return { code, detail: at === null ? word : `${at}` };
      }
    }
  }
  if (contact.some(({ is, value }) => is !== 'empty' && foldedText(value).text === ''))
    return { code: 'route_value_empty' };
  if (hours && !areHours(hours.hours)) return { code: 'route_hours_invalid' };
  const { userId, teamId, sharing, highPriority, ...ids } = actions;
  if (userId && teamId) return { code: 'route_user_and_team' };
  if (sharing && !teamId) return { code: 'route_sharing_without_team' };
  const does = Object.values(ids).some(({ length }) => length > 0);
  if (!userId && !teamId && !does && highPriority === null) return { code: 'route_without_action' };
  return null;
}

/** Whether a stored rule has a pattern above the current size limit; such a rule is never evaluated. */
export function isTooComplex({ conditions: { keywords } }: SmartRouteContent): boolean {
  return keywords?.by === 'regex' && keywords.words.some((word) => sizeBoundOf(word) > MAX_PATTERN_SIZE);
}

function areHours({
  timeZone,
  days,
}: NonNullable<SmartRouteContent['conditions']['hours']>['hours']): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    return false;
  }
  const spans = weekdays.flatMap((day) => days[day]);
  const areTimes = spans.every(
    ({ from, to }) => TIME.test(from) && (TIME.test(to) || to === '24:00') && from !== to,
  );
  return spans.length > 0 && areTimes;
}
