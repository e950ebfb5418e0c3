/** The inboxes: one for e-mail, one for all other platforms. */
export const inboxes = ['messaging', 'email'] as const;
export type Inbox = (typeof inboxes)[number];

/** GET /api/v3/email-chats/entries/{id}/body: an e-mail's content, safe for display in a frame without scripts. */
export interface EmailBodyResponse {
  /**
   * Sanitised; the quoted text is in a `details` element of the class `quoted`. Null if the e-mail has no HTML, or
   * none that can be shown.
   */
  html: string | null;
  /**
   * Why the text replaces the HTML: the HTML exceeds a limit of size, nesting or time. Null if the HTML is shown or
   * absent.
   */
  whyText: 'mail_too_large' | 'mail_too_deep' | 'mail_too_complex' | null;
  /** Plain text without the quoted text at its end. */
  text: string;
  quotedText: string | null;
  /** Number of remote images, which are shown only on request. */
  pictures: number;
  /** Content-IDs of the e-mail's own images that the HTML shows. */
  inlined: string[];
  /** True: the HTML sets its own colours, so it is shown on white, also in dark mode. */
  isDesigned: boolean;
}

/** GET /api/v3/email-chats/entries/{id}/source: the beginning of the e-mail's source. */
export interface EmailSourceResponse {
  source: string;
  isCut: boolean;
}

/** Reading state of a folder of a mailbox. Times are ISO 8601 UTC. */
export interface MailFolderState {
  folder: string;
  /** Null: not read yet. */
  lookedAt: string | null;
  /**
   * The last time the mail server renumbered its mails: how many mails were compared with those received, and how
   * many were new. Null:
   * never.
   */
  rebuilt: { at: string; compared: number; found: number } | null;
}

/** GET /api/v3/channels/{id}/mailbox: the state of a mailbox. */
export interface MailboxResponse {
  /** Empty if mail servers forward mails to Parley. */
  folders: MailFolderState[];
  /** Number of e-mails to this mailbox that are set aside. */
  setAside: number;
  /** Domain of the mailbox's address, in the form that DNS uses. */
  domain: string;
}

/** Checks in their order: first of receiving, then of sending. */
export const mailboxChecks = [
  ...(['imap_connect', 'imap_tls', 'imap_sign_in', 'folders', 'read'] as const),
  ...(['smtp_connect', 'smtp_tls', 'smtp_sign_in', 'send', 'returned'] as const),
] as const;

/** Result of a check. If a check fails, the checks that depend on it are not run. */
export interface MailboxCheckLine {
  what: (typeof mailboxChecks)[number];
  isOk: boolean;
  /** The server's own text. */
  detail: string | null;
}

/** POST /api/v3/channels/{id}/mailbox/check: signs in, reads, and sends a test mail to the mailbox itself. */
export interface MailboxCheckResponse {
  lines: MailboxCheckLine[];
  /** Folders that exist on the mail server. */
  folders: string[];
}

/**
 * A DNS record of a domain. `elsewhere`: the mail server signs with its own key, whose name is unknown. `unknown`:
 * DNS did not respond.
 * `other`: the key is not the channel's. `open`: SPF lets any server send for the domain. `lax`: the DMARC policy is
 * `none`, so
 * receivers do not act on forgeries.
 */
export interface MailDomainLine {
  what: 'spf' | 'dkim' | 'dmarc';
  state: 'ok' | 'missing' | 'several' | 'open' | 'lax' | 'other' | 'elsewhere' | 'unknown';
  /** Name of the DNS record. */
  name: string;
  found: string | null;
  /** The record to add; null if there is none. */
  record: string | null;
}

/** GET /api/v3/channels/{id}/mail-domain */
export interface MailDomainResponse {
  domain: string;
  lines: MailDomainLine[];
}

/**
 * Why an e-mail could not be received. `unreadable`: it cannot be parsed. `without_sender`: it names no sender.
 * `failed`: an error in
 * Parley.
 */
export type SetAsideReason = 'too_large' | 'unreadable' | 'without_sender' | 'failed';

/** An e-mail that is in no conversation, or is there without its content. */
export interface SetAsideMail {
  id: string;
  channelId: string;
  /** ISO 8601 UTC. */
  receivedAt: string;
  from: string | null;
  subject: string;
  /** In bytes. */
  size: number;
  reason: SetAsideReason;
  detail: string | null;
  tries: number;
  /** ISO 8601 UTC. */
  triedAt: string;
  /** True: Parley stored the e-mail's source; false: only the mail server has it. */
  hasSource: boolean;
}

/** Days for which e-mails that are set aside are kept; fewer if the organisation's retention period is shorter. */
export const SET_ASIDE_DAYS = 30;

/** Maximum number of e-mails in one retry. */
export const MAX_SET_ASIDE = 50;

/** GET /api/v3/set-aside-mails: 50 per page, newest first. */
export interface SetAsideMailsResponse {
  total: number;
  data: SetAsideMail[];
}

/**
 * POST /api/v3/set-aside-mails/retry: the result for each e-mail. `taken`: received; `same` or `other`: set aside
 * again for the same or
 * another reason; `gone`: no longer set aside; `later`: not tried, because the others took too long.
 */
export interface RetriedMailsResponse {
  data: {
    id: string;
    outcome: 'taken' | 'same' | 'other' | 'gone' | 'later';
    reason: SetAsideReason | null;
  }[];
}

// GET /api/v3/email/count, /email-chats/chats-list, /email-chats/chats-list/{id}, /email-chats/{id} and
// /email-chats/{id}/entries have the same responses as those of `messaging`, but only for e-mail. Actions on one
// conversation
// (assign, archive, tags, drafts, uploads, opening) use `messaging-chats/{id}/…` for both inboxes.
// The live view `inbox` pushes rows of every platform; with them come `counts` and `emailCounts`.
