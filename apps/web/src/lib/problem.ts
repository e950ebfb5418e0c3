import type { Problem } from '@parley/contracts/api/conversations';

/** Error of a failed request. `code` is the server's stable problem code, or `network` if there was no response. */
export class RequestFailed extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly problem: Problem | null = null,
    /** Id of the request in the server's log; null if there was no response. */
    readonly requestId: string | null = null,
  ) {
    super(code);
    this.name = 'RequestFailed';
  }

  /** Whether retrying the same request may succeed: no response, rate limited, or an error of the server. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Request id of the latest failure, for users who report a problem. */
export const lastFailure: { requestId: string | null } = { requestId: null };

/** Reads a response's Problem Details; a body of another format becomes `generic`. */
export async function failureOf(response: Response): Promise<RequestFailed> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  const requestId = (lastFailure.requestId = response.headers.get('x-request-id'));
  return new RequestFailed(problem?.code ?? 'generic', response.status, problem, requestId);
}

/**
 * Error of a part of the page that could not be loaded: missing, not there in time, or of a build that the server has
 * replaced.
 */
export class PartFailed extends Error {
  constructor(
    readonly code: 'part_missing' | 'part_late' | 'part_replaced',
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'PartFailed';
  }
}

/** Whether retrying may succeed without any change. */
export function isPassing(error: unknown): boolean {
  if (error instanceof PartFailed) return error.code !== 'part_replaced';
  return error instanceof RequestFailed && error.isPassing;
}

export function codeOf(error: unknown): string {
  return error instanceof RequestFailed || error instanceof PartFailed ? error.code : 'generic';
}

/** The server's Problem Details of a failure; null if there are none. */
export function problemOf(error: unknown): Problem | null {
  return error instanceof RequestFailed ? error.problem : null;
}

/** Request id of a failure, for finding its cause in the log. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof RequestFailed ? error.requestId : null;
}

/** `retry` option for queries and commands: retries passing failures at most `most` times. */
export function retryPassing(most: number) {
  return (failures: number, error: unknown): boolean =>
    error instanceof RequestFailed && error.isPassing && failures < most;
}
