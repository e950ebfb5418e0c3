import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from './presses';

const folder = join(__dirname, 'areas');

/** Each file of the folder `areas`: a new one is found by itself. */
const areas = readdirSync(folder).map((file) => jest.requireActual<{ area: Area }>(join(folder, file)).area);

/** Every button that two people, or two windows, can press at once. */
export const buttons = merged(areas.map((area) => area.buttons ?? {}));

/** Routes that write and that no button presses, each with the reason. */
export const unpressed = merged(areas.map((area) => area.unpressed ?? {}));

function merged<T>(parts: Record<string, T>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const names = entries.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`Two areas say what becomes of ${twice}.`);
  return Object.fromEntries(entries);
}
