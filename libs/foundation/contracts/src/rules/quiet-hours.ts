/** Times at which quiet hours may begin and end, as `HH:MM`. */
export const halfHours: readonly string[] = Array.from({ length: 48 }, (_, index) => {
  const hour = String(Math.floor(index / 2)).padStart(2, '0');
  return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
});

/** Daily hours without notifications and sounds, or without broadcast messages, in the person's local time. */
export interface QuietHours {
  isOn: boolean;
  /** `HH:MM` */
  from: string;
  /** `HH:MM`; on the next day if it is not after `from`. If equal to `from`, the whole day is quiet. */
  until: string;
}

/** @param time `HH:MM` in the person's local time */
export function isQuietAt({ isOn, from, until }: QuietHours, time: string): boolean {
  if (!isOn) return false;
  return from < until ? time >= from && time < until : time >= from || time < until;
}
