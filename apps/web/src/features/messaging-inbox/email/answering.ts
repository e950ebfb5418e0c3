import type { ChatEntry } from '@parley/contracts/api/conversations';
import { createCell } from '../../../lib/cell';

export interface Answer {
  chatId: string;
  /** The e-mail that is answered or forwarded. */
  entry: ChatEntry;
  how: 'all' | 'sender' | 'forward';
  /** When it was asked for, of this window's clock: to ask once more begins anew. */
  at: number;
}

/** What was chosen on an e-mail, for the composer below. */
export const answering = createCell<Answer | null>(null);

/** The conversation whose e-mails are all open; null: none. */
export const allOpen = createCell<string | null>(null);
