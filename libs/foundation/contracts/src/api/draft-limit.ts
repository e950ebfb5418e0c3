/** Characters that are kept of what somebody types: twice what the most generous platform takes. */
export const DRAFT_LENGTH = 40_000;
