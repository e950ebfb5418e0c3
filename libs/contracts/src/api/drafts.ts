/** What one typed in a conversation and has not sent. Every save gives it another version. */
export interface Draft {
  chatId: string;
  text: string;
  version: string;
}

/** GET /api/v3/drafts */
export interface DraftsResponse {
  data: Draft[];
}

/** GET /api/v3/messaging-chats/{id}/draft */
export interface DraftResponse {
  draft: Draft | null;
}
