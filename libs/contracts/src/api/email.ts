/** Which inbox a list is of: that of e-mail, or that of all other platforms. */
export const inboxes = ['messaging', 'email'] as const;
export type Inbox = (typeof inboxes)[number];

/** GET /api/v3/email-chats/entries/{id}/body: what an e-mail says, safe to show in a frame without scripts. */
export interface EmailBodyResponse {
  /** Sanitised; what it quotes is in a `details` of the class `quoted`. Null where it has none, or none that is shown. */
  html: string | null;
  /** Why its HTML is not shown: nobody writes such. */
  whyText: 'mail_too_large' | 'mail_too_deep' | null;
  /** Plain text, up to where it begins to quote at its end. */
  text: string;
  quotedText: string | null;
  /** Pictures from elsewhere: not shown unless they were asked for. */
  pictures: number;
  /** Ids by which its HTML names pictures that came with it. */
  inlined: string[];
  /** It says in which colours it is: it stays on white paper. */
  isDesigned: boolean;
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
