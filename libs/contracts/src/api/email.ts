/** Which inbox a list is of: that of e-mail, or that of all other platforms. */
export const inboxes = ['messaging', 'email'] as const;
export type Inbox = (typeof inboxes)[number];

/** GET /api/v3/email-chats/entries/{id}/body: what an e-mail says, safe to show in a frame without scripts. */
export interface EmailBodyResponse {
  /** Sanitised, up to where it begins to quote; null where it has none. */
  html: string | null;
  /** Sanitised: what it quotes; null where it quotes nothing. */
  quotedHtml: string | null;
  text: string;
  quotedText: string | null;
  /** Remote pictures that were turned off. */
  blockedPictures: number;
}

/** GET /api/v3/email-chats/entries/{id}/source: the beginning of the e-mail as it came. */
export interface EmailSourceResponse {
  source: string;
  isCut: boolean;
}

// GET /api/v3/email/count, /email-chats/chats-list, /email-chats/chats-list/{id}, /email-chats/{id} and
// /email-chats/{id}/entries answer as those of `messaging` do, of e-mail alone. Whatever is done with one conversation
// (assign, archive, tags, drafts, uploads, opening) is done at `messaging-chats/{id}/…`, of whichever inbox it is.
// The live view `inbox` pushes rows of every platform; with them come `counts` and `emailCounts`.
