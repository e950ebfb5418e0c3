/**
 * An expected failure with a stable code: the API answers with it and the client translates it. Which HTTP status a
 * code has is decided in one place, platform/http/problem.filter.ts.
 */
export class CodedError extends Error {
  constructor(
    readonly code: string,
    readonly detail?: string,
    /** Which fields of what was sent are at fault, by dotted path, and what rule each breaks. */
    readonly errors?: { field: string; rule: string }[],
  ) {
    super(detail ? `${code}: ${detail}` : code);
  }
}
