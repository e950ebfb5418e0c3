import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Area } from './presses';

const folder = join(__dirname, 'areas');

/** The areas that the files in the folder `areas` export; a new file is included automatically. */
const areas = readdirSync(folder).map((file) => jest.requireActual<{ area: Area }>(join(folder, file)).area);

/** Every button that several users, or several windows, can press at the same time. */
export const buttons = merged(areas.map((area) => area.buttons ?? {}));

/** Routes that change data but belong to no such button, each with the reason. */
export const unpressed = merged(areas.map((area) => area.unpressed ?? {}));

function merged<T>(parts: Record<string, T>[]): Record<string, T> {
  const entries = parts.flatMap((part) => Object.entries(part));
  const names = entries.map(([name]) => name);
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  if (twice !== undefined) throw new Error(`Two areas say what becomes of ${twice}.`);
  return Object.fromEntries(entries);
}
