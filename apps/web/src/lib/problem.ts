import type { Problem } from '@parley/contracts/api/conversations';

/** A request that did not do what it was asked. `code` is the server's stable code, or `network` when nobody answered. */
export class RequestFailed extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    readonly problem: Problem | null = null,
    /** Finds it in the server's log, where the server answered. */
    readonly requestId: string | null = null,
  ) {
    super(code);
    this.name = 'RequestFailed';
  }

  /** Worth asking again unchanged: nobody answered, or the server could not just now. */
  get isPassing(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/** Of the request that failed last, for who asks why. */
export const lastFailure: { requestId: string | null } = { requestId: null };

/** Reads a response's Problem Details; a body of another kind becomes `generic`. */
export async function failureOf(response: Response): Promise<RequestFailed> {
  const problem = (await response.json().catch(() => null)) as Problem | null;
  const requestId = (lastFailure.requestId = response.headers.get('x-request-id'));
  return new RequestFailed(problem?.code ?? 'generic', response.status, problem, requestId);
}

/** Code of the page that could not be loaded: missing, not there in time, or of a build that the server has replaced. */
export class PartFailed extends Error {
  constructor(
    readonly code: 'part_missing' | 'part_late' | 'part_replaced',
    options?: ErrorOptions,
  ) {
    super(code, options);
    this.name = 'PartFailed';
  }
}

/** Whether the same may work later without any change. */
export function isPassing(error: unknown): boolean {
  if (error instanceof PartFailed) return error.code !== 'part_replaced';
  return error instanceof RequestFailed && error.isPassing;
}

/** The code of anything that was thrown. */
export function codeOf(error: unknown): string {
  return error instanceof RequestFailed || error instanceof PartFailed ? error.code : 'generic';
}

/** What the server said of a failure; null where it said nothing. */
export function problemOf(error: unknown): Problem | null {
  return error instanceof RequestFailed ? error.problem : null;
}

/** The id of the request that failed, for who has to find out why. */
export function requestIdOf(error: unknown): string | null {
  return error instanceof RequestFailed ? error.requestId : null;
}

/** For queries and commands: tried again while the failure may pass, at most so many times. */
export function retryPassing(most: number) {
  return (failures: number, error: unknown): boolean =>
    error instanceof RequestFailed && error.isPassing && failures < most;
}
