/** A note that mentions the caller; listed while the caller may see its conversation. */
export interface Mention {
  /** Id of the note. */
  id: string;
  chatId: string;
  /** Null: unknown. */
  contactName: string | null;
  /** The writer of the note. */
  byId: string;
  /** The caller's teams that the note mentions; empty: it mentions the caller by name. */
  teamIds: string[];
  /** Null: erased. */
  text: string | null;
  /** ISO 8601 UTC. */
  time: string;
  /** Position in the list, newest first; value of `before` for the next page. */
  position: string;
  isSettled: boolean;
}

export interface MentionsResponse {
  data: Mention[];
  hasMore: boolean;
  /** Number of open mentions, at most `MAX_COUNTED_MENTIONS`. */
  open: number;
  position: string;
  stale: boolean;
}

/** Maximum of the count. */
export const MAX_COUNTED_MENTIONS = 99;
export const MENTIONS_PER_PAGE = 50;

/** Maximum number of users, and of teams, that a note can mention. */
export const MAX_MENTIONED = 20;

/** Users and teams that can be mentioned in a conversation because they may see it. */
export interface MentionableResponse {
  userIds: string[];
  /** Number of members who may see the conversation; teams without such members are absent. */
  teams: { id: string; count: number }[];
}
