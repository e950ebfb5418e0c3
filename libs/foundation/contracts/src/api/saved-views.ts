/** GET /api/v3/saved-views: shared views and the caller's own. */
export interface SavedViewResponse {
  id: string;
  name: string;
  /** Query string of the view in the inbox. */
  query: string;
  visibility: SavedViewVisibility;
  /** The only user who sees it if visibility is `me`; otherwise the user who shared it last. */
  ownerId: string;
}

export const savedViewVisibilities = ['everybody', 'me'] as const;
export type SavedViewVisibility = (typeof savedViewVisibilities)[number];

/** Maximum length in characters. */
export const SAVED_VIEW_NAME_LENGTH = 50;
export const SAVED_VIEW_QUERY_LENGTH = 4_000;
