/** Graphs in their places; null where nothing stands. */
export type Slots = (number | null)[];

/** One graph goes where another stands, which takes its place. */
export function moved(slots: Slots, from: number, to: number): Slots {
  if (from === to || !(from in slots) || !(to in slots)) return slots;
  return slots.map((id, slot) => (slot === from ? slots[to]! : slot === to ? slots[from]! : id));
}

export function placed(slots: Slots, at: number, id: number | null): Slots {
  return slots.map((before, slot) => (slot === at ? id : before));
}
