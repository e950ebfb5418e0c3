import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { DraftKind } from '@parley/contracts/api/drafts';
import type { Medium } from '@parley/contracts/channels/offers';
import type { VariableValues } from '@parley/contracts/rules/variables';
import type { Suggestions } from './composer/suggestions';
import type { Outgoing } from './composer/outbox';
import type { Conversations } from './conversations';
import type { ConversationStore } from './conversation-store';

/** A conversation as the shared components show it, independent of its kind. */
export interface Conversation {
  id: string;
  /** Name of its other side: a contact, a colleague or a team. */
  name: string;
  /** Number of entries of others that the viewer has not read. */
  unread: number;
  /** Id of the newest entry according to the list of conversations; null: the conversation is empty. */
  lastEntryId: string | null;
}

/** Reason why the user cannot write now. */
export interface Obstacle {
  /** Identifies the reason: a change means a different obstacle. */
  state: string;
  reason: ReactNode;
  /**
   * A control that removes the obstacle; nothing if only others can. @param onOpening call it when the user chose an
   * action after which they can write
   */
  remedy: (onOpening?: () => void) => ReactNode;
}

/** Colleagues and teams that a note can mention with `@`. */
export interface Naming {
  suggestions: Suggestions;
  /**
   * A hook. @returns the users and teams that the text mentions, with those of them who cannot see the conversation
   */
  useNamed: (text: string) => Named;
}

export interface Named {
  mentions: NonNullable<ChatEntry['mentions']>;
  /** Names of everyone mentioned. */
  told: string[];
  hidden: string[];
}

/** Parts of the composer that a conversation has; a missing field means that the composer lacks the part. */
export interface Offers {
  /** Replaces the text field for replies; shown once its code has loaded. */
  Editor?: ComponentType<{ offers: Offers }>;
  /** Modes of writing: replies, and notes that only colleagues read. */
  kinds: readonly DraftKind[];
  /** The provider whose limits apply to a text. */
  medium?: Medium;
  /** Maximum size in bytes for a MIME type. */
  fileLimit?: (contentType: string) => number;
  /** Values of the variables in a text. */
  variables?: VariableValues;
  /** The text as the server will send it, with the signature, which counts towards the limit. */
  signed?: (text: string) => string;
  /** Lists that a trigger opens in the field. */
  suggestions?: readonly Suggestions[];
  /** Missing: a note cannot mention anyone. */
  naming?: Naming;
  /** Delay of a send in seconds, within which its writer can undo it. */
  holdForSeconds?: number;
  /** Archives the conversation after a send. Missing: there is no "Send and archive". */
  archive?: (sent: Outgoing) => void;
  /** Whether the writer can choose when a message is sent. */
  maySchedule?: boolean;
  /** Shown beside the choice of mode. */
  aside?: ReactNode;
  /** Shown below the field. */
  tools?: ReactNode;
}

/** The entry that the page's address names. */
export interface Place {
  entryId: string | null;
  /** When this window navigated to the entry (epoch ms); null: the page was opened with this address. */
  askedAt: number | null;
  goTo: (entryId: string) => void;
  forget: () => void;
}

/** Reports to the server how far the user has read. */
export interface Reading {
  /**
   * Marks entries as read. @param seenUpTo position of the newest entry seen @param onFailure called if it was not
   * stored; the caller then reports again with the next entries in view
   */
  read: (seenUpTo: string, onFailure?: () => void) => void;
  /**
   * Marks the conversation as unread and closes it. Missing: this kind of conversation cannot be marked as unread.
   */
  leaveUnread?: () => void;
}

/**
 * One kind of conversation: customers' messages, e-mail, team chat. A feature implements it; `conversations` contains
 * its requests to the server. The hooks are called below the feature's own contexts, within one conversation.
 */
export interface ConversationKind {
  conversations: Conversations;
  /** Path of the page of a conversation. Missing: the current page. */
  pathOf?: (id: string) => string;
  /** Undefined while it loads. */
  useOffers: () => Offers | undefined;
  /** Whether a message can quote the message that it replies to. */
  useMayQuote: () => boolean;
  /**
   * @param entry a message that failed, to learn why it cannot be sent again; null: why nothing can be written
   * @returns null: there is no obstacle; undefined while it loads
   */
  useObstacle: (entry: ChatEntry | null) => Obstacle | null | undefined;
  /** Subscribes to a loaded conversation; the feature passes each push to `transcripts.take`. */
  useFollow: (id: string, isLoaded: boolean) => void;
  usePlace: () => Place;
  useReading: () => Reading;
  /**
   * Entries count as read only while the window has the focus, since the other side sees what was read. Missing:
   * being in view is enough.
   */
  isReadWithFocus?: boolean;
  /** Replaces the default text with links. */
  Text?: ComponentType<{ text: string }>;
  /** Delivery state of the user's own entry. Missing: the entry's own status. */
  Tick?: ComponentType<{ entry: ChatEntry }>;
  /** Replaces the bubble for an e-mail. */
  Mail?: ComponentType<{ entry: ChatEntry; isJumpedTo: boolean }>;
  /** Lists below a note whom it mentions. */
  Told?: ComponentType<{ entry: ChatEntry }>;
  /** Actions at the foot of an entry's bubble. */
  EntryTools?: ComponentType<{ entry: ChatEntry }>;
}

/** The open conversation with its state in this window and its kind. */
export interface OpenConversation {
  conversation: Conversation;
  store: ConversationStore;
  kind: ConversationKind;
}

export const OpenConversationContext = createContext<OpenConversation | null>(null);

export function useOpenConversation(): OpenConversation {
  const open = useContext(OpenConversationContext);
  if (!open) throw new Error('Only inside a conversation.');
  return open;
}
