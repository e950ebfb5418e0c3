import type { BrokenRule } from './broken-rule';

/** How a mailbox is read, and what goes out of it. */
export interface MailboxSettings {
  /** The folders that are read, by the names that their server gives them. */
  folders: string[];
  /** A mail that was taken is deleted from its server; else it stays there as it is. */
  removesTaken: boolean;
  /** What is sent is put into the server's folder of sent mail, where it is not there already. */
  keepsSent: boolean;
  /** How many mails may go out in a minute; null: as many as there are. */
  mostPerMinute: number | null;
  /** Plain text below what the product writes by itself, and what programs send. */
  signature: string | null;
  /** Whose results of SPF, DKIM and DMARC are believed: the name that the receiving server writes them under (RFC 8601). */
  trustedServer?: string | null;
}

export const mailboxDefaults: MailboxSettings = {
  folders: ['INBOX'],
  removesTaken: false,
  keepsSent: false,
  mostPerMinute: null,
  signature: null,
};

export const MOST_MAIL_FOLDERS = 20;
export const MAIL_FOLDER_LENGTH = 200;
export const MOST_MAILS_PER_MINUTE = 6000;
export const MAIL_SIGNATURE_LENGTH = 5000;

/** Every rule that the settings of a mailbox break, by fields below `mailbox`. */
export function brokenMailboxRules({ folders, mostPerMinute, signature }: MailboxSettings): BrokenRule[] {
  const broken: BrokenRule[] = [];
  const breaks = (field: string, rule: BrokenRule['rule']) =>
    broken.push({ field: `mailbox.${field}`, rule });
  if (folders.length === 0) breaks('folders', 'required');
  if (folders.length > MOST_MAIL_FOLDERS) breaks('folders', 'too_many');
  if (folders.some((folder) => folder.length > MAIL_FOLDER_LENGTH)) breaks('folders', 'too_long');
  // A name goes to the server as it is.
  if (folders.some((folder) => folder.trim() === '' || /\p{Cc}/u.test(folder))) {
    breaks('folders', 'unknown_value');
  }
  if (new Set(folders).size !== folders.length) breaks('folders', 'unknown_value');
  if (mostPerMinute !== null) {
    if (!Number.isInteger(mostPerMinute)) breaks('mostPerMinute', 'unknown_value');
    else if (mostPerMinute < 1 || mostPerMinute > MOST_MAILS_PER_MINUTE) {
      breaks('mostPerMinute', 'unknown_value');
    }
  }
  if ((signature?.length ?? 0) > MAIL_SIGNATURE_LENGTH) breaks('signature', 'too_long');
  return broken;
}
