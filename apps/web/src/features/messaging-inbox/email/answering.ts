import type { ChatEntry } from '@parley/contracts/api/conversations';
import { createCell } from '../../../lib/cell';

export interface Answer {
  chatId: string;
  /** The e-mail to answer or forward. */
  entry: ChatEntry;
  how: 'all' | 'sender' | 'forward';
  /** Time of the click (epoch ms); makes a second click on the same button a new request. */
  at: number;
}

/** The answer or forward that the user chose at an e-mail; the composer takes it over. */
export const answering = createCell<Answer | null>(null);

/** Id of the conversation whose e-mails are all expanded; null for none. */
export const allOpen = createCell<string | null>(null);
