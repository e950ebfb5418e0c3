import { weekdays, type OpenHours, type Weekday } from '../events/channel.events';

/** @param day days since 1 January 1970, which was a Thursday */
export function weekdayOf(day: number): Weekday {
  return weekdays[(((day + 3) % 7) + 7) % 7]!;
}

/**
 * @param time HH:MM
 * @returns minutes since midnight
 */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** @returns minutes since midnight of the first day; more than 24 hours if the hours end on the next day */
export function endOfHours({ from, to }: OpenHours): number {
  const end = minutesOf(to);
  return end > minutesOf(from) ? end : end + 24 * 60;
}
