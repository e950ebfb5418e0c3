/** Offsets by partition. */
export type Offsets = ReadonlyMap<number, number>;

/**
 * Maximum number of marks per group. Above it, every second mark of the older half is dropped, but never the oldest.
 */
const MAX_MARKS = 512;

/**
 * Measures since when one group has been behind. Brokers report offsets without times, so each look records a mark:
 * the end of every partition, and the time. A group that has not reached a mark of ten seconds ago is ten seconds
 * late, even if many newer messages have arrived since.
 */
export class HeadMarks {
  private marks: { heads: Offsets; at: Date }[] = [];

  /**
   * @param heads end of each partition
   * @param next offset that the group reads next in each
   * @param at time of this look
   * @returns time at or before which the oldest waiting message was published; null if none waits
   */
  look(heads: Offsets, next: Offsets, at: Date): Date | null {
    if (isBeyond(heads, this.marks.at(-1)?.heads ?? new Map())) this.marks.push({ heads, at });
    this.marks = this.marks.filter((mark) => isBeyond(mark.heads, next));
    if (this.marks.length > MAX_MARKS) {
      this.marks = this.marks.filter((_, index) => index >= MAX_MARKS / 2 || index % 2 === 0);
    }
    return this.marks[0]?.at ?? null;
  }
}

function isBeyond(heads: Offsets, reached: Offsets): boolean {
  return [...heads].some(([partition, head]) => head > (reached.get(partition) ?? 0));
}
