import { NotLeaderError } from '@eventstore/db-client';
import { pause } from '@parley/platform/database/retry';

/** gRPC's codes of transient errors: of the connection, a time limit or the server. */
const PASSING = new Set<unknown>([
  1, // cancelled: the client's code for a server that went away
  2, // unknown: "Exception was thrown by handler", which a server sends while it shuts down
  4, // deadline exceeded
  8, // resource exhausted
  10, // aborted: the server's own time-outs
  13, // internal: the stream was reset
  14, // unavailable
]);

/**
 * Thrown if EventStoreDB did not respond, or not usably. An append that fails with this error may or may not have
 * been stored.
 */
export class EventStoreAway extends Error {
  /** The code of a refused connection, by which callers recognise an unreachable engine and retry. */
  readonly code = 'ECONNREFUSED';

  constructor(reason: unknown) {
    super(`EventStoreDB does not answer: ${sentenceOf(reason)}`, { cause: reason });
  }
}

/** Thrown by a call on a connection that was closed before or during the call. Such calls are not retried. */
export class ConnectionClosed extends Error {
  constructor() {
    super('The connection to EventStoreDB is closed.');
  }
}

/** The error's message without the prefix and suffix that gRPC adds. */
function sentenceOf(reason: unknown): string {
  const message = reason instanceof Error ? reason.message : String(reason);
  return message
    .replace(/^\d+ [A-Z_]+: /, '')
    .replace(/Resolution note:\s*$/, '')
    .trim()
    .replace(/\.$/, '');
}

/** Whether an error means that the server is unreachable, and not that it refused the request. */
export function isAway(error: unknown): boolean {
  if (error instanceof EventStoreAway || error instanceof NotLeaderError) return true;
  if (!(error instanceof Error)) return false;
  return PASSING.has('code' in error ? error.code : undefined) || /^Failed to discover/.test(error.message);
}

/** Retries while the server is unreachable: a restart or an election of a leader takes seconds. */
export class Patience {
  private readonly until: number;
  private wait = 20;

  /**
   * @param ms time limit in ms for all tries
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
   * @throws the error itself unless it means that the server is unreachable; EventStoreAway after the time limit;
   * ConnectionClosed if the connection is closed
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
