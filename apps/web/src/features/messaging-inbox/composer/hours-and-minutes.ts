const HOUR_MS = 3_600_000;

export function hoursAndMinutes(ms: number): { hours: number; minutes: number } {
  return { hours: Math.floor(ms / HOUR_MS), minutes: Math.floor((ms % HOUR_MS) / 60_000) };
}
