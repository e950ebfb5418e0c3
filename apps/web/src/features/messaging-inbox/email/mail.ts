import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { EmailAddress, EmailContent } from '@parley/contracts/events/message-content';

/** The content of an entry that is an e-mail; null for other entries and for an erased e-mail. */
export function mailOf(entry: ChatEntry): Omit<EmailContent, 'assets'> | null {
  return entry.content?.type === 'email' ? entry.content : null;
}

export const wordsOf = ({ name, address }: EmailAddress) => (name ? `${name} <${address}>` : address);
export const shortOf = ({ name, address }: EmailAddress) => name || address;

const harmful =
  /\.(exe|com|scr|pif|bat|cmd|msi|msp|jar|js|jse|vbs|vbe|wsf|wsh|ps1|hta|cpl|lnk|reg|iso|img|vhd|dll|docm|xlsm|pptm|html?|svg|apk|dmg|pkg|app)_?$/i;

/** Whether opening an attached file can do harm, judged by its extension. */
export function mayHarm(fileName: string | null): boolean {
  return fileName !== null && harmful.test(fileName.trim());
}
