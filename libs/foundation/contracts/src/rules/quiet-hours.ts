/** The times of a day that quiet hours begin and end at, as `HH:MM`. */
export const halfHours: readonly string[] = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});

/** When a person wants no push and no sound, by the clock of where they are. */
export interface QuietHours {
  isOn: boolean;
  /** `HH:MM` */
  from: string;
  /** `HH:MM`, of the next day where it is not after `from`. Equal: the whole day. */
  until: string;
}

/**
 * Whether it is quiet at a time of the day.
 * @param time `HH:MM` where the person is
 */
export function isQuietAt({ isOn, from, until }: QuietHours, time: string): boolean {
  if (!isOn) return false;
  return from < until ? time >= from && time < until : time >= from || time < until;
}
