/** Additional data of certain errors. */
export interface ProblemMembers {
  /** With `assignment_changed`: the current assignee, according to the state in which the conflict was found. */
  assignee?: { userId: string | null; teamId: string | null };
  /**
   * With `conversation_with_colleague`: the conversation and its assignee; absent if the caller may not see the
   * conversation.
   */
  conversation?: { id: string; assignedUserId: string };
}

/**
 * An expected failure with a stable code, which the API returns and the client translates.
 * `platform/http/problem.filter.ts` maps
 * codes to HTTP statuses.
 */
export class CodedError extends Error {
  constructor(
    readonly code: string,
    readonly detail?: string,
    /** Invalid fields of the request by dotted path, with the rule that each breaks. */
    readonly errors?: { field: string; rule: string }[],
    /** Extension members of the Problem Details response. */
    readonly members?: ProblemMembers,
  ) {
    super(detail ? `${code}: ${detail}` : code);
  }
}
