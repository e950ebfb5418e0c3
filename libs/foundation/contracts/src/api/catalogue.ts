import type { CommandResponse } from './conversations';

/** A tag of conversations or a label of contacts. */
export interface MarkResponse {
  id: string;
  name: string;
  /** `#rrggbb` */
  colour: string;
  /** Number of conversations with this tag, or of contacts with this label. */
  usage: number;
}

export const quickReplyVisibilities = ['everybody', 'me'] as const;
export type QuickReplyVisibility = (typeof quickReplyVisibilities)[number];

export interface QuickReplyResponse {
  id: string;
  /** Search finds a quick reply by its title and its message; null: no title. */
  title: string | null;
  message: string;
  visibility: QuickReplyVisibility;
  /** The only user who sees it if visibility is `me`; otherwise the user who shared it last. */
  ownerId: string;
}

export interface CreatedResponse extends CommandResponse {
  id: string;
}

/** Response to a deletion or merge: the number of conversations or contacts that had the tag or label. */
export interface AffectedResponse extends CommandResponse {
  affected: number;
}

/** Maximum length in characters of the name of a tag or label. */
export const MARK_NAME_LENGTH = 50;
/** Maximum length in characters of a quick reply: the text limit that most channels share. */
export const QUICK_REPLY_LENGTH = 4096;
export const QUICK_REPLY_TITLE_LENGTH = 60;
