/** GET /api/v3/saved-views: those of everybody, and one's own. */
export interface SavedViewResponse {
  id: string;
  name: string;
  /** The query of its address in the inbox. */
  query: string;
  visibility: SavedViewVisibility;
  /** Who has it alone, or shared it last. */
  ownerId: string;
}

export const savedViewVisibilities = ['everybody', 'me'] as const;
export type SavedViewVisibility = (typeof savedViewVisibilities)[number];

/** Characters that it may have. */
export const SAVED_VIEW_NAME_LENGTH = 50;
export const SAVED_VIEW_QUERY_LENGTH = 4_000;
