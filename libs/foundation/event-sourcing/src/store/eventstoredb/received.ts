import { Readable } from 'node:stream';
import { EventStoreAway } from './away';

export type Arrival = 'items' | 'end' | 'late' | 'aborted';

/** The methods of Node's streams that all streams of the client have. */
export interface Source {
  readonly readableLength: number;
  read(size?: number): unknown;
  destroy(): unknown;
  on(event: 'readable', listener: () => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
}

/** Takes the items of a read or a subscription, and keeps their order relative to its end or error. */
export class Received<Item> {
  private ended = false;
  private error: Error | null = null;
  private aborted: Error | null = null;
  private call: Readable | null = null;
  private wake: (() => void) | null = null;

  /** @param stop ends the call on the server; without it, a destroyed stream would leave the call open there */
  constructor(
    private readonly stream: Source,
    private readonly stop: () => Promise<void>,
  ) {
    const woken = () => this.wake?.();
    stream.on('readable', woken);
    stream.on('pipe', (call) => {
      if (call instanceof Readable) this.call = call;
    });
    stream.on('end', () => {
      this.ended = true;
      woken();
    });
    // This listener is never removed: an error after the last item would otherwise end the process.
    stream.on('error', (error: Error) => {
      this.error ??= error;
      woken();
    });
  }

  /** Number of items that have arrived but have not been taken yet. */
  get waiting(): number {
    return this.stream.readableLength;
  }

  /** Takes up to `max` of the items that have arrived. */
  take(max: number): Item[] {
    const items: Item[] = [];
    while (items.length < max) {
      const item = this.stream.read() as Item | null;
      if (item === null) break;
      items.push(item);
    }
    return items;
  }

  /**
   * Waits until items have arrived, at most for `ms`.
   * @throws the error that ended the stream, but only after all earlier items were taken; the error of `abort`
   * immediately
   */
  async next(ms: number, signal?: AbortSignal): Promise<Arrival> {
    const until = Date.now() + ms;
    for (;;) {
      if (this.aborted) throw this.aborted;
      if (this.stream.readableLength > 0) return 'items';
      // Node's streams emit their end only after a read at the end.
      this.stream.read(0);
      if (signal?.aborted) return 'aborted';
      if (this.error) throw this.error;
      if (this.ended) return 'end';
      const left = until - Date.now();
      if (left <= 0) return 'late';
      await this.woken(left, signal);
    }
  }

  /** Ends the call and makes `next` throw this error, even if items are left to take. */
  abort(error: Error): void {
    this.aborted = error;
    this.close();
    this.wake?.();
  }

  close(): void {
    // Ignores a failure: a call that could not be opened cannot be stopped.
    this.stop().catch(() => undefined);
    // The client would otherwise never release a call with a complete response that was not read to its end.
    this.call?.destroy();
    this.stream.destroy();
  }

  private async woken(ms: number, signal?: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => {
      const resume = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', resume);
        resolve();
      };
      const timer = setTimeout(resume, ms);
      signal?.addEventListener('abort', resume);
      this.wake = resume;
    });
    this.wake = null;
  }
}

/**
 * Yields all items of a read.
 * @throws EventStoreAway if the server sends nothing for `ms`
 */
export async function* receive<Item>(received: Received<Item>, ms: number): AsyncIterable<Item> {
  try {
    for (;;) {
      const arrival = await received.next(ms);
      if (arrival === 'end') return;
      if (arrival === 'late') throw new EventStoreAway(`nothing came within ${ms} ms`);
      yield* received.take(Infinity);
    }
  } finally {
    received.close();
  }
}
