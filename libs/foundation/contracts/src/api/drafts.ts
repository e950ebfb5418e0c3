/** An answer to the contact, or a note for colleagues: of each there is one in a conversation. */
export const draftKinds = ['reply', 'note'] as const;

export type DraftKind = (typeof draftKinds)[number];

/** What one typed in a conversation and has not sent. Every save gives it another version. */
export interface Draft {
  chatId: string;
  text: string;
  version: string;
}

/** GET /api/v3/drafts */
export type DraftsResponse = Record<DraftKind, Draft[]>;

/** GET /api/v3/messaging-chats/{id}/drafts */
export type ChatDraftsResponse = Record<DraftKind, Draft | null>;
