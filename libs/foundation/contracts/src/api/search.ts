import type { SearchOperator } from './search-query';

/** A text, and the parts of it that answer what was asked: from which character to before which. */
export interface Marked {
  text: string;
  marks: [from: number, to: number][];
}

export interface ContactHit {
  id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  /** The field or comment that answers, where it is none of the above. */
  where: Marked | null;
  /** The newest conversation with them that the viewer may see. */
  chatId: string | null;
}

export interface ConversationHit {
  chatId: string;
  contactId: string;
  contactName: string | null;
  channelId: string;
  /** Of its newest message or note; null for one without any. */
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
  /** Names of its files. */
  files: string[];
  /** Words to be marked in the thread. */
  found: string[];
}

/** An entry of a team chat in which the viewer takes part. */
export interface TeamHit {
  id: string;
  chatId: string;
  authorId: string;
  time: string;
  snippet: Marked;
  /** Words to be marked in the thread. */
  found: string[];
}

export interface SearchResponse {
  contacts: ContactHit[];
  /** Nobody has exactly this name: these are spelled alike. */
  areContactsAlike: boolean;
  conversations: ConversationHit[];
  messages: MessageHit[];
  /** The newest entries of team chats, with the first messages alone. */
  team: TeamHit[];
  /** Asks for the messages after these; null after the last. */
  next: string | null;
  /** Where nothing was found: the query as it may have been meant. */
  didYouMean: string | null;
  /** Operators that name nothing that there is: nothing is found. */
  unknown: { operator: SearchOperator; value: string }[];
}
