import { NotLeaderError } from '@eventstore/db-client';
import { pause } from '@parley/platform/database/retry';

/** gRPC's codes of calls that may fare better later: the connection, the time or the server was at fault. */
const PASSING = new Set<unknown>([
  1, // cancelled: how the client reports a server that went away
  2, // unknown: "Exception was thrown by handler", as a server says that is shutting down
  4, // deadline exceeded
  8, // resource exhausted
  10, // aborted: the server's own time-outs
  13, // internal: the stream was reset
  14, // unavailable
]);

/** EventStoreDB did not answer, or not usably. An append that fails with this may have been stored or not. */
export class EventStoreAway extends Error {
  /** The code of a refused connection, by which callers that retry in place recognize an engine that is away. */
  readonly code = 'ECONNREFUSED';

  constructor(reason: unknown) {
    super(`EventStoreDB does not answer: ${sentenceOf(reason)}`, { cause: reason });
  }
}

/** A call on a connection that was closed before or during the call. Calls are not retried after it. */
export class ConnectionClosed extends Error {
  constructor() {
    super('The connection to EventStoreDB is closed.');
  }
}

/** Without what gRPC puts around it. */
function sentenceOf(reason: unknown): string {
  const message = reason instanceof Error ? reason.message : String(reason);
  return message
    .replace(/^\d+ [A-Z_]+: /, '')
    .replace(/Resolution note:\s*$/, '')
    .trim()
    .replace(/\.$/, '');
}

/** Whether an error says that the server is away, rather than that it refuses what was asked. */
export function isAway(error: unknown): boolean {
  if (error instanceof EventStoreAway || error instanceof NotLeaderError) return true;
  if (!(error instanceof Error)) return false;
  return PASSING.has('code' in error ? error.code : undefined) || /^Failed to discover/.test(error.message);
}

/** Bears with a server that is away for a while: a restart or an election of a leader takes seconds. */
export class Patience {
  private readonly until: number;
  private wait = 20;

  /**
   * @param ms how long callers are kept waiting.
   * @param closed aborts, with its reason, when the connection is closed
   */
  constructor(
    ms: number,
    private readonly closed: AbortSignal,
  ) {
    this.until = Date.now() + ms;
  }

  /**
   * Waits before the next try, longer each time.
   * @throws the error itself unless it is of a server that is away; EventStoreAway once it has been away for too long;
   * ConnectionClosed when the connection is closed
   */
  async after(error: unknown): Promise<void> {
    this.closed.throwIfAborted();
    if (!isAway(error)) throw error;
    if (Date.now() + this.wait > this.until) {
      throw error instanceof EventStoreAway ? error : new EventStoreAway(error);
    }
    await pause(this.wait, this.closed);
    this.closed.throwIfAborted();
    this.wait = Math.min(this.wait * 2, 1_000);
  }
}
