/**
 * Colours of teams, tags and labels, distinguishable in light and dark mode. Their names are the texts
 * `colours.<name>`.
 */
export const palette = {
  indigo: '#3b4fd8',
  blue: '#2f7fd1',
  teal: '#0f7b6c',
  green: '#1f9d55',
  amber: '#a15c00',
  red: '#c92a2a',
  pink: '#c2407d',
  violet: '#7c5cd6',
  brown: '#8a5a44',
  grey: '#6b6f78',
} as const;

export type ColourName = keyof typeof palette;

/** Whether the value is a colour as the server stores it: `#rrggbb`. */
export function isColour(value: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(value);
}
