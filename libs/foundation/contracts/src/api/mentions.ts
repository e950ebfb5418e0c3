/** A note in which a colleague asks one to look, as long as one may see its conversation. */
export interface Mention {
  /** Of the note. */
  id: string;
  chatId: string;
  /** Null: nobody knows it. */
  contactName: string | null;
  /** Who wrote the note. */
  byId: string;
  /** Those of one's teams that it names; none: it names oneself. */
  teamIds: string[];
  /** Null: erased. */
  text: string | null;
  /** ISO 8601 UTC. */
  time: string;
  /** Names its place, newest first: the next page begins after it. */
  position: string;
  isSettled: boolean;
}

export interface MentionsResponse {
  data: Mention[];
  hasMore: boolean;
  /** How many are open, `MOST_COUNTED_MENTIONS` at most. */
  open: number;
  position: string;
  stale: boolean;
}

/** Counting stops there. */
export const MOST_COUNTED_MENTIONS = 99;
export const MENTIONS_PER_PAGE = 50;

/** Whom a note may name at most, people and teams each. */
export const MOST_MENTIONED = 20;

/** Who may be mentioned in a conversation: those who see it. */
export interface MentionableResponse {
  userIds: string[];
  /** With how many of each see it; a team of which nobody does is left out. */
  teams: { id: string; count: number }[];
}
