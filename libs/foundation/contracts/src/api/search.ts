import type { SearchOperator } from './search-query';

/** A text with the matching parts: start and end offsets, the end excluded. */
export interface Marked {
  text: string;
  marks: [from: number, to: number][];
}

export interface ContactHit {
  id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  /** The matching field or comment, if it is none of the fields above; null otherwise. */
  where: Marked | null;
  /** The contact's newest conversation that the viewer may see; null if there is none. */
  chatId: string | null;
}

export interface ConversationHit {
  chatId: string;
  contactId: string;
  contactName: string | null;
  channelId: string;
  /** Time of the newest message or note; null if there is none. */
  time: string | null;
}

export interface MessageHit {
  id: string;
  chatId: string;
  contactId: string;
  contactName: string | null;
  channelId: string;
  kind: 'message' | 'note';
  direction: 'in' | 'out' | 'none';
  authorId: string | null;
  time: string;
  snippet: Marked;
  /** Names of the message's files. */
  files: string[];
  /** Words to highlight in the thread. */
  found: string[];
}

/** An entry of a team chat in which the viewer takes part. */
export interface TeamHit {
  id: string;
  chatId: string;
  authorId: string;
  time: string;
  snippet: Marked;
  /** Words to highlight in the thread. */
  found: string[];
}

export interface SearchResponse {
  contacts: ContactHit[];
  /** True: no contact has exactly this name, so the results have similar names. */
  areContactsAlike: boolean;
  conversations: ConversationHit[];
  messages: MessageHit[];
  /** The newest matching entries of team chats; only on the first page. */
  team: TeamHit[];
  /** Value of `cursor` for the next messages; null after the last. */
  next: string | null;
  /** A suggested query if nothing was found; null otherwise. */
  didYouMean: string | null;
  /** Operators whose value names no existing object, which is why nothing was found. */
  unknown: { operator: SearchOperator; value: string }[];
}
