import type { Problem } from '@parley/contracts/api/conversations';

/** Thrown if the API refused a request (RFC 9457). `code` never changes for a kind of refusal. */
export class ParleyRefusal extends Error {
  constructor(
    readonly status: number,
    readonly problem: Partial<Problem>,
    /** Id of the request, under which the server's log contains it. */
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
