/** Offsets by partition. */
export type Offsets = ReadonlyMap<number, number>;

/** Looks of one group that are remembered: the oldest always, of too many every second one of the older half. */
const MOST_MARKS = 512;

/**
 * Since when one group has been behind. Brokers tell offsets and no times, so where a topic ended is noted at each look:
 * a group that has not come to an end that was noted ten seconds ago is ten seconds late, however much comes meanwhile.
 */
export class HeadMarks {
  private marks: { heads: Offsets; at: Date }[] = [];

  /**
   * @param heads where each partition ends
   * @param next where the group goes on in each
   * @param at when this look was
   * @returns since when, at the least, something waits; null where nothing does
   */
  look(heads: Offsets, next: Offsets, at: Date): Date | null {
    if (isBeyond(heads, this.marks.at(-1)?.heads ?? new Map())) this.marks.push({ heads, at });
    this.marks = this.marks.filter((mark) => isBeyond(mark.heads, next));
    if (this.marks.length > MOST_MARKS) {
      this.marks = this.marks.filter((_, index) => index >= MOST_MARKS / 2 || index % 2 === 0);
    }
    return this.marks[0]?.at ?? null;
  }
}

function isBeyond(heads: Offsets, reached: Offsets): boolean {
  return [...heads].some(([partition, head]) => head > (reached.get(partition) ?? 0));
}
