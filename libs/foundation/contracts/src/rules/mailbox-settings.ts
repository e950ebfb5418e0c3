import type { BrokenRule } from './broken-rule';

/** Settings for receiving from and sending through a mailbox. */
export interface MailboxSettings {
  /** Names of the folders that the worker reads, as on the mail server. */
  folders: string[];
  /** True: the worker deletes received mails from the mail server; false: it leaves them unchanged. */
  removesTaken: boolean;
  /** True: sent mails are also stored in the server's folder for sent mail, unless the server does so itself. */
  keepsSent: boolean;
  /** Maximum number of mails sent per minute; null: no limit. */
  mostPerMinute: number | null;
  /** Plain text below automatic mails and mails of programs; null: none. */
  signature: string | null;
  /**
   * Name under which the receiving server writes the results of SPF, DKIM and DMARC (authserv-id, RFC 8601). Results
   * under other names
   * are ignored; null or absent: all results are ignored.
   */
  trustedServer?: string | null;
}

export const mailboxDefaults: MailboxSettings = {
  folders: ['INBOX'],
  removesTaken: false,
  keepsSent: false,
  mostPerMinute: null,
  signature: null,
};

export const MAX_MAIL_FOLDERS = 20;
export const MAIL_FOLDER_LENGTH = 200;
export const MAX_MAILS_PER_MINUTE = 6000;
export const MAIL_SIGNATURE_LENGTH = 5000;

/** Returns all rules that the mailbox settings break, by fields below `mailbox`. */
export function brokenMailboxRules({ folders, mostPerMinute, signature }: MailboxSettings): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const breaks = (field: string, rule: BrokenRule['rule']) =>
    broken.push({ field: `mailbox.${field}`, rule });
  if (folders.length === 0) breaks('folders', 'required');
  if (folders.length > MAX_MAIL_FOLDERS) breaks('folders', 'too_many');
  if (folders.some((folder) => folder.length > MAIL_FOLDER_LENGTH)) breaks('folders', 'too_long');
  // The worker sends folder names to the mail server unchanged.
  if (folders.some((folder) => folder.trim() === '' || /\p{Cc}/u.test(folder))) {
    breaks('folders', 'unknown_value');
  }
  if (new Set(folders).size !== folders.length) breaks('folders', 'unknown_value');
  if (mostPerMinute !== null) {
    if (!Number.isInteger(mostPerMinute)) breaks('mostPerMinute', 'unknown_value');
    else if (mostPerMinute < 1 || mostPerMinute > MAX_MAILS_PER_MINUTE) {
      breaks('mostPerMinute', 'unknown_value');
    }
  }
  if ((signature?.length ?? 0) > MAIL_SIGNATURE_LENGTH) breaks('signature', 'too_long');
  return broken;
}
