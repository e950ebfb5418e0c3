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

  /**
   * Whether the failure may be temporary, so that retrying the same request may succeed: no response, rate limited,
   * or an error of the server.
   */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Request id of the latest failure, for users who report a problem. */
export const lastFailure: { requestId: string | null } = { requestId: null };

/**
 * Converts a failed response to an error by its Problem Details; a body in another format gets the code `generic`.
 */
export async function failureOf(response: Response): Promise<RequestFailed> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  const requestId = (lastFailure.requestId = response.headers.get('x-request-id'));
  return new RequestFailed(problem?.code ?? 'generic', response.status, problem, requestId);
}

/**
 * Error of loading a part of the page: its code is missing, was not loaded in time, or belongs to a build that the
 * server no longer serves.
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

/** Whether the failure may be temporary, so that simply retrying may succeed. */
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

/** Request id of a failure, by which its cause can be found in the server's log; null if there is none. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof RequestFailed ? error.requestId : null;
}

/** Value of the `retry` option for queries and mutations: retries temporary failures at most `most` times. */
export function retryPassing(most: number) {
  return (failures: number, error: unknown): boolean =>
    error instanceof RequestFailed && error.isPassing && failures < most;
}
