/** Names of the suggested times. */
export type MomentChoice = 'later' | 'tomorrow' | 'monday';

const HOUR = 3_600_000;
/** Hour at which a working day begins, in the browser's time zone. */
const MORNING = 9;

/** The suggested times: in three hours, tomorrow morning, and next Monday morning unless that is tomorrow. */
export function momentsAfter(now: Date): { choice: MomentChoice; until: Date }[] {
  const tomorrow = morningIn(now, 1);
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  const monday = morningIn(now, daysToMonday === 1 ? 8 : daysToMonday);
  return [
    { choice: 'later', until: new Date(now.getTime() + 3 * HOUR) },
    { choice: 'tomorrow', until: tomorrow },
    { choice: 'monday', until: monday },
  ];
}

function morningIn(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING);
}

/** Formats a time as the value of an `<input type="datetime-local">`, in the browser's time zone. */
export function localInput(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
