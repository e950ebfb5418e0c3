import { weekdays, type OpenHours, type Weekday } from '../events/channel.events';

/** @param day counted from 1 January 1970, which was a Thursday */
export function weekdayOf(day: number): Weekday {
  return weekdays[(((day + 3) % 7) + 7) % 7]!;
}

/** @param time HH:MM. @returns minutes since midnight */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

/** @returns minutes since the midnight on which the day began: more than a day's where hours go on into the next one */
export function endOfHours({ from, to }: OpenHours): number {
  const end = minutesOf(to);
  return end > minutesOf(from) ? end : end + 24 * 60;
}
