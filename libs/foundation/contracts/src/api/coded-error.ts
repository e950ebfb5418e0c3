/** What a refusal says beyond its code. */
export interface ProblemMembers {
  /** Of `assignment_changed`: who has the conversation, by what the conflict was decided on. */
  assignee?: { userId: string | null; teamId: string | null };
  /** Of `conversation_with_colleague`: the conversation, where whoever asked may see it, and who has it. */
  conversation?: { id: string; assignedUserId: string };
}

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
    /** What else the answer says of it, by name: extension members of Problem Details. */
    readonly members?: ProblemMembers,
  ) {
    super(detail ? `${code}: ${detail}` : code);
  }
}
