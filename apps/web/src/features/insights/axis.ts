const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR),
];

/** Scale of an axis from 0 to a round value of at least `longest` ms, with at most `most` steps of a round size. */
export function timeAxis(longest: number, most = 5): { max: number; tickAmount: number } {
  const days = Math.max(1, Math.ceil(longest / DAY / most)) * DAY;
  const step = steps.find((each) => longest <= each * most) ?? days;
  const tickAmount = Math.max(1, Math.ceil(longest / step));
  return { max: tickAmount * step, tickAmount };
}

/** Whether some value has no neighbouring value, so that no line leads to it and it needs a marker. */
export function hasLonePoint(values: (number | null)[]): boolean {
  const isThere = (index: number) => (values[index] ?? null) !== null;
  return values.some((_, index) => isThere(index) && !isThere(index - 1) && !isThere(index + 1));
}
