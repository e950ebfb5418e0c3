import { START, toPosition } from '@parley/event-sourcing/store/position';

/** Where each event of a log stands in its copy. Holds 16 bytes an event, since logs are long. */
export class PositionMap {
  private from = new BigUint64Array(1024);
  private to = new BigUint64Array(1024);
  private count = 0;

  /** Events are added in log order. */
  add(from: string, to: string): void {
    if (this.count === this.from.length) {
      this.from = grown(this.from);
      this.to = grown(this.to);
    }
    this.from[this.count] = BigInt(from);
    this.to[this.count++] = BigInt(to);
  }

  /** The position in the copy. One that is no event's own becomes that of the event below it, or the start. */
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
