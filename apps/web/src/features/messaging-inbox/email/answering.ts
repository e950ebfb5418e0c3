import type { ChatEntry } from '@parley/contracts/api/conversations';
import { createCell } from '../../../lib/cell';

export interface Answer {
  chatId: string;
  /** The e-mail that is answered or forwarded. */
  entry: ChatEntry;
  how: 'all' | 'sender' | 'forward';
  /** Time (ms) of the click by this window's clock; it makes a second click on the same button a new request. */
  at: number;
}

/** The answer or forward that the user chose on an e-mail; the composer below takes it. */
export const answering = createCell<Answer | null>(null);

/** Id of the conversation whose e-mails are all expanded; null for none. */
export const allOpen = createCell<string | null>(null);
