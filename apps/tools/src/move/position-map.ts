import { START, toPosition } from '@parley/event-sourcing/store/position';

/**
 * Maps the positions of a log's events to those in its copy. Uses only 16 bytes per event, since logs may have very
 * many events.
 */
export class PositionMap {
  private from = new BigUint64Array(1024);
  private to = new BigUint64Array(1024);
  private count = 0;

  /** Adds an event. Events have to be added in log order. */
  add(from: string, to: string): void {
    if (this.count === this.from.length) {
      this.from = grown(this.from);
      this.to = grown(this.to);
    }
    this.from[this.count] = BigInt(from);
    this.to[this.count++] = BigInt(to);
  }

  /**
   * @returns the position in the copy. For a position without an event, it is that of the event before it; the
   * start if there is none
   */
  translate(position: string): string {
    const wanted = BigInt(position);
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.from[middle] ?? 0n) <= wanted) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? START : toPosition(this.to[low - 1] ?? 0n);
  }
}

function grown(array: BigUint64Array<ArrayBuffer>): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(array.length * 2);
  larger.set(array);
  return larger;
}
