/** When one mostly wants something to happen. */
export type MomentChoice = 'later' | 'tomorrow' | 'monday';

const HOUR = 3_600_000;
/** When a day of work begins, by the clock of whoever chooses. */
const MORNING = 9;

/** The moments to choose from: in three hours, tomorrow morning, and the next Monday after tomorrow. */
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

/** What a field of the browser for a date and a time says, which is of the local clock. */
export function localInput(time: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`;
}
