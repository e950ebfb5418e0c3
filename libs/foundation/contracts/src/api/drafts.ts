/** A reply to the contact, or a note for colleagues. A user has at most one draft of each kind per conversation. */
export const draftKinds = ['reply', 'note'] as const;

export type DraftKind = (typeof draftKinds)[number];

/** Text that the user typed in a conversation and has not sent. Every save creates a new version. */
export interface Draft {
  chatId: string;
  text: string;
  version: string;
}

/** GET /api/v3/drafts */
export type DraftsResponse = Record<DraftKind, Draft[]>;

/** GET /api/v3/messaging-chats/{id}/drafts */
export type ChatDraftsResponse = Record<DraftKind, Draft | null>;
