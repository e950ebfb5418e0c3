import { LogAudit, type Span } from '../log-audit';
import { CategoryTallies } from '../tally';
import type { Connection } from './connection';
import { fromStored, positionOf } from './stored-event';

/** Number of events per call. */
const PAGE = 2_000;

/** Reads `$all` forwards page by page, each page in a call of its own, and not by a subscription. */
export class EventStoreDbLogAudit extends LogAudit {
  constructor(private readonly connection: Connection) {
    super();
  }

  async tally(span: Span, signal?: AbortSignal): Promise<CategoryTallies> {
    const tallies = new CategoryTallies();
    for await (const { stream, position } of this.read(span)) {
      signal?.throwIfAborted();
      tallies.count(stream, position);
    }
    return tallies;
  }

  async positions(
    span: Span,
    { prefixes, max }: { prefixes: readonly string[]; max: number },
  ): Promise<string[]> {
    const found: string[] = [];
    for await (const { stream, position } of this.read(span)) {
      if (prefixes.some((prefix) => stream.startsWith(prefix))) found.push(position);
      if (found.length >= max) break;
    }
    return found;
  }

  private async *read({ after, upTo }: Span): AsyncIterable<{ stream: string; position: string }> {
    let patience = this.connection.patience();
    for (let reached = after, isAtEnd = false; !isAtEnd && reached < upTo;) {
      const start = reached;
      try {
        for await (const resolved of this.connection.readAll(start, PAGE)) {
          const position = positionOf(resolved);
          // The server also returns the event at the position where a read starts.
          if (position === null || position <= reached) continue;
          if (position > upTo) return;
          reached = position;
          const event = fromStored(resolved);
          if (event) yield event;
        }
        isAtEnd = reached === start;
        patience = this.connection.patience();
      } catch (error) {
        await patience.after(error);
      }
    }
  }
}
