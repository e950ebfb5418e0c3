import type { CommandResponse } from './conversations';

/** A tag of conversations or a label of contacts. */
export interface MarkResponse {
  id: string;
  name: string;
  /** `#rrggbb` */
  colour: string;
  /** How many conversations (tags) or contacts (labels) bear it. */
  usage: number;
}

export const quickReplyVisibilities = ['everybody', 'me'] as const;
export type QuickReplyVisibility = (typeof quickReplyVisibilities)[number];

export interface QuickReplyResponse {
  id: string;
  /** What it is found by beside its text. */
  title: string | null;
  message: string;
  visibility: QuickReplyVisibility;
  /** Who has it for themselves, or whoever shared it last. */
  ownerId: string;
}

export interface CreatedResponse extends CommandResponse {
  id: string;
}

/** Answer to a deletion or a merge: how many conversations or contacts bore what is gone. */
export interface AffectedResponse extends CommandResponse {
  affected: number;
}

/** Characters that the name of a tag or label may have. */
export const MARK_NAME_LENGTH = 50;
/** Characters that a quick reply may have: as many as the longest text of a channel that is common to most. */
export const QUICK_REPLY_LENGTH = 4096;
export const QUICK_REPLY_TITLE_LENGTH = 60;
