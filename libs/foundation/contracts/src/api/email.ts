/** Which inbox a list is of: that of e-mail, or that of all other platforms. */
export const inboxes = ['messaging', 'email'] as const;
export type Inbox = (typeof inboxes)[number];

/** GET /api/v3/email-chats/entries/{id}/body: what an e-mail says, safe to show in a frame without scripts. */
export interface EmailBodyResponse {
  /** Sanitised; what it quotes is in a `details` of the class `quoted`. Null where it has none, or none that is shown. */
  html: string | null;
  /** Why its text is shown instead of its HTML: it exceeds a bound of size, nesting or time. */
  whyText: 'mail_too_large' | 'mail_too_deep' | 'mail_too_complex' | null;
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

/** How a folder of a mailbox is being read. Times are ISO 8601 UTC. */
export interface MailFolderState {
  folder: string;
  /** Null: not yet. */
  lookedAt: string | null;
  /** Its server last numbered its mails anew: so many were compared with what was taken, and so many were new. */
  rebuilt: { at: string; compared: number; found: number } | null;
}

/** GET /api/v3/channels/{id}/mailbox: how a mailbox fares. */
export interface MailboxResponse {
  /** Empty where servers forward to us. */
  folders: MailFolderState[];
  /** E-mails to it that are set aside. */
  setAside: number;
  /** The address of the domain, as DNS is asked for it. */
  domain: string;
}

/** What is looked at, in this order: how it is read, then how it is sent. */
export const mailboxChecks = [
  ...(['imap_connect', 'imap_tls', 'imap_sign_in', 'folders', 'read'] as const),
  ...(['smtp_connect', 'smtp_tls', 'smtp_sign_in', 'send', 'returned'] as const),
] as const;

/** One thing that was tried. After one that failed, those that need it are not tried. */
export interface MailboxCheckLine {
  what: (typeof mailboxChecks)[number];
  isOk: boolean;
  /** In the server's own words. */
  detail: string | null;
}

/** POST /api/v3/channels/{id}/mailbox/check: signs in, reads, and sends a test to the mailbox itself. */
export interface MailboxCheckResponse {
  lines: MailboxCheckLine[];
  /** The folders that the server has. */
  folders: string[];
}

/**
 * What DNS says of a domain. `elsewhere`: its servers sign by themselves, with keys that nobody can look up. `unknown`: DNS did
 * not answer. `other`: there is a key that is not ours. `open`: it lets anybody send in its name. `lax`: nothing is asked of
 * those who find a forgery.
 */
export interface MailDomainLine {
  what: 'spf' | 'dkim' | 'dmarc';
  state: 'ok' | 'missing' | 'several' | 'open' | 'lax' | 'other' | 'elsewhere' | 'unknown';
  /** Under which name it stands, or should. */
  name: string;
  found: string | null;
  /** The record to add; null where there is none to add. */
  record: string | null;
}

/** GET /api/v3/channels/{id}/mail-domain */
export interface MailDomainResponse {
  domain: string;
  lines: MailDomainLine[];
}

/**
 * Why an e-mail could not be taken. `unreadable`: nobody can take it apart. `without_sender`: it names nobody who wrote it.
 * `failed`: something of ours broke on it.
 */
export type SetAsideReason = 'too_large' | 'unreadable' | 'without_sender' | 'failed';

/** An e-mail that is no entry of any conversation, or one without its content. */
export interface SetAsideMail {
  id: string;
  channelId: string;
  /** ISO 8601 UTC. */
  receivedAt: string;
  from: string | null;
  subject: string;
  /** Bytes. */
  size: number;
  reason: SetAsideReason;
  detail: string | null;
  tries: number;
  /** ISO 8601 UTC. */
  triedAt: string;
  /** We have its bytes; otherwise its server alone does. */
  hasSource: boolean;
}

/** Days for which e-mails are kept that are set aside; fewer where an organisation keeps nothing for so long. */
export const SET_ASIDE_DAYS = 30;

/** E-mails that are tried again at once. */
export const MOST_SET_ASIDE = 50;

/** GET /api/v3/set-aside-mails: 50 to a page, the newest first. */
export interface SetAsideMailsResponse {
  total: number;
  data: SetAsideMail[];
}

/**
 * POST /api/v3/set-aside-mails/retry: what became of each. `gone`: it was set aside no more. `later`: the others took so
 * long that it was not tried: ask again.
 */
export interface RetriedMailsResponse {
  data: {
    id: string;
    outcome: 'taken' | 'same' | 'other' | 'gone' | 'later';
    reason: SetAsideReason | null;
  }[];
}

// GET /api/v3/email/count, /email-chats/chats-list, /email-chats/chats-list/{id}, /email-chats/{id} and
// /email-chats/{id}/entries answer as those of `messaging` do, of e-mail alone. Whatever is done with one conversation
// (assign, archive, tags, drafts, uploads, opening) is done at `messaging-chats/{id}/…`, of whichever inbox it is.
// The live view `inbox` pushes rows of every platform; with them come `counts` and `emailCounts`.
