import { Readable } from 'node:stream';
import { EventStoreAway } from './away';

export type Arrival = 'items' | 'end' | 'late' | 'aborted';

/** The part of a stream of Node that the client's streams share. */
export interface Source {
  readonly readableLength: number;
  read(size?: number): unknown;
  destroy(): unknown;
  on(event: 'readable', listener: () => void): unknown;
  on(event: 'end', listener: () => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: string, listener: (...args: unknown[]) => void): unknown;
}

/** What a read or a subscription of the client brings, taken without losing its order, its end or its error. */
export class Received<Item> {
  private ended = false;
  private error: Error | null = null;
  private aborted: Error | null = null;
  private call: Readable | null = null;
  private wake: (() => void) | null = null;

  /** @param stop ends the call on the server; destroying the stream alone would leave it open there. */
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
    // Listened to for good: an error that comes after the last item was taken must not end the process.
    stream.on('error', (error: Error) => {
      this.error ??= error;
      woken();
    });
  }

  /** How much has arrived and was not taken yet. */
  get waiting(): number {
    return this.stream.readableLength;
  }

  /** What has arrived, at most so much. */
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
   * Waits until there is something to take, for `ms` at most.
   * @throws the error that broke the stream off, once everything before it was taken; that of `abort` at once
   */
  async next(ms: number, signal?: AbortSignal): Promise<Arrival> {
    const until = Date.now() + ms;
    for (;;) {
      if (this.aborted) throw this.aborted;
      if (this.stream.readableLength > 0) return 'items';
      // Only who reads at the end is told of it.
      this.stream.read(0);
      if (signal?.aborted) return 'aborted';
      if (this.error) throw this.error;
      if (this.ended) return 'end';
      const left = until - Date.now();
      if (left <= 0) return 'late';
      await this.woken(left, signal);
    }
  }

  /** Ends the call, and has `next` throw this error, whatever has arrived. */
  abort(error: Error): void {
    this.aborted = error;
    this.close();
    this.wake?.();
  }

  close(): void {
    // A call that could not even be made cannot be stopped either.
    this.stop().catch(() => undefined);
    // One that was answered in full and not read to its end would be kept by the client for ever.
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

/** Everything that a read brings. @throws EventStoreAway when the server says nothing for `ms`. */
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
