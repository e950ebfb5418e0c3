import type { TFunction } from 'i18next';
import { hoursAndMinutes } from './hours-and-minutes';

/** Formats the time left in the care window, such as 3h 12m, 40m, or under 1m at its end. */
export function timeLeft(remainingMs: number, t: TFunction): string {
  const { hours, minutes } = hoursAndMinutes(remainingMs);
  if (hours > 0) return t('composer.hoursMinutes', { hours, minutes });
  return minutes > 0 ? t('composer.minutes', { minutes }) : t('composer.lessThanMinute');
}
