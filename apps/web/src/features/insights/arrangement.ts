import type { CardSize } from '@parley/contracts/api/insight-graphs';

/** Ids of graphs by slot; null for an empty slot. */
export type Slots = (number | null)[];

/** The graphs of a dashboard with their sizes, by slot. */
export interface Arrangement {
  slots: Slots;
  sizes: CardSize[];
}

/** Swaps the graphs of two slots; each graph takes its size along. */
export function moved(arrangement: Arrangement, from: number, to: number): Arrangement {
  const { slots, sizes } = arrangement;
  if (from === to || !(from in slots) || !(to in slots)) return arrangement;
  const swapped = <T>(list: T[]) =>
    list.map((each, slot) => (slot === from ? list[to]! : slot === to ? list[from]! : each));
  return { slots: swapped(slots), sizes: swapped(sizes) };
}

/** Puts a graph into a slot and gives it the slot's size. With `id` null, empties the slot, which becomes small. */
export function placed({ slots, sizes }: Arrangement, at: number, id: number | null): Arrangement {
  return {
    slots: slots.map((before, slot) => (slot === at ? id : before)),
    sizes: sizes.map((before, slot) => (slot === at && id === null ? 'small' : before)),
  };
}

export function resized(arrangement: Arrangement, at: number, size: CardSize): Arrangement {
  if (arrangement.sizes[at] === size) return arrangement;
  const sizes = arrangement.sizes.map((before, slot) => (slot === at ? size : before));
  return { ...arrangement, sizes };
}

export const isWide = (size: CardSize) => size === 'wide' || size === 'large';
export const isTall = (size: CardSize) => size === 'tall' || size === 'large';

export function sizeOf({ wide, tall }: { wide: boolean; tall: boolean }): CardSize {
  if (wide) return tall ? 'large' : 'wide';
  return tall ? 'tall' : 'small';
}

/** The slot into which the next graph is added: the first free one, or the last if none is free. */
export function placeForOneMore(slots: Slots): number {
  const free = slots.indexOf(null);
  return free < 0 ? slots.length - 1 : free;
}
