import type { Goal, Measurement } from './figure';

const [BEGIN, END] = ['<!-- figures: begin -->', '<!-- figures: end -->'];
const HEAD = ['figure', 'value', 'floor', 'ratio', 'goal', 'met', 'measured'];

/** A measurement as a line of JSON, for programs. */
export function toJson({ name, value, unit, floor, goal }: Measurement, machine: string): string {
  const ratio = floor === undefined ? null : rounded(value / floor);
  return JSON.stringify({
    name,
    value: rounded(value),
    unit,
    floor: floor === undefined ? null : rounded(floor),
    ratio,
    goal: goalText(goal, unit),
    machine,
  });
}

export function isMet({ value, floor, goal }: Measurement): boolean {
  const number = goal.of === 'value' ? value : value / (floor ?? NaN);
  return number >= (goal.atLeast ?? -Infinity) && number <= (goal.atMost ?? Infinity);
}

/**
 * Updates the table in a page between its markers. Rows of measurements that were not made again stay unchanged.
 * @param date date of the run, which the table shows
 */
export function updatePage(
  page: string,
  measurements: Measurement[],
  { machine, date }: { machine: string; date: string },
): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END);
  const before = begin < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, begin);
  const after = end < 0 ? '\n' : page.slice(end + END.length);
  const rows = rowsOf(begin < 0 || end < 0 ? '' : page.slice(begin, end));
  for (const measurement of measurements) rows.set(measurement.name, rowOf(measurement, date));
  const lines = [HEAD, HEAD.map(() => '---'), ...rows.values()].map((cells) => `| ${cells.join(' | ')} |`);
  return `${before}${BEGIN}\n\nLast run: ${date}, on ${machine}.\n\n${lines.join('\n')}\n\n${END}${after}`;
}

/** The rows of the existing table, by the name of their measurement. */
function rowsOf(section: string): Map<string, string[]> {
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()))
    .slice(2);
  return new Map(rows.map((cells) => [cells[0] ?? '', cells]));
}

function rowOf(measurement: Measurement, date: string): string[] {
  const { name, value, unit, floor, goal } = measurement;
  return [
    name,
    `${rounded(value)} ${unit}`,
    floor === undefined ? '' : `${rounded(floor)} ${unit}`,
    floor === undefined ? '' : String(rounded(value / floor)),
    goalText(goal, unit),
    isMet(measurement) ? 'yes' : '**no**',
    date,
  ];
}

function goalText({ of, atLeast, atMost }: Goal, unit: string): string {
  const suffix = of === 'ratio' ? ' × floor' : ` ${unit}`;
  return [
    ...(atLeast === undefined ? [] : [`≥ ${atLeast}${suffix}`]),
    ...(atMost === undefined ? [] : [`≤ ${atMost}${suffix}`]),
  ].join(', ');
}

/** Rounds to three digits, since no measurement is more precise. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3));
}
