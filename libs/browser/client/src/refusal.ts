import type { Problem } from '@parley/contracts/api/conversations';

/** The API refused a request (RFC 9457). `code` is stable. */
export class ParleyRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
    /** Id of the request in the server's log. */
    readonly requestId: string | null,
  ) {
    super(
      `${status} ${problem.code ?? problem.title ?? 'unknown'}${problem.detail ? `: ${problem.detail}` : ''}`,
    );
    this.name = 'ParleyRefusal';
  }

  get code(): string {
    return this.problem.code ?? 'unknown';
  }
}
