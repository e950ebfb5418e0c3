import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { DraftKind } from '@parley/contracts/api/drafts';
import type { Medium } from '@parley/contracts/channels/offers';
import type { VariableValues } from '@parley/contracts/rules/variables';
import type { Suggestions } from './composer/suggestions';
import type { Outgoing } from './composer/outbox';
import type { Conversations } from './conversations';
import type { ConversationStore } from './conversation-store';

/** The properties of a conversation that the shared components show, for every kind of conversation. */
export interface Conversation {
  id: string;
  /** Name of the other side: a contact, a colleague or a team. */
  name: string;
  /** Number of entries of others that the viewer has not read. */
  unread: number;
  /** Id of the newest entry, as the list of conversations has it; null: the conversation is empty. */
  lastEntryId: string | null;
}

/** Reason why the user cannot write now. */
export interface Obstacle {
  /** Identifies the reason: if it changes, the obstacle is a different one. */
  state: string;
  reason: ReactNode;
  /**
   * Renders a control with which the user can remove the obstacle; renders nothing if only other users can.
   * @param onOpening call it when the user chose an action after which they can write
   */
  remedy: (onOpening?: () => void) => ReactNode;
}

/** Colleagues and teams that a note can mention with `@`. */
export interface Naming {
  suggestions: Suggestions;
  /**
   * A hook.
   * @returns the users and teams that the text mentions, and which of them cannot see the conversation
   */
  useNamed: (text: string) => Named;
}

export interface Named {
  mentions: NonNullable<ChatEntry['mentions']>;
  /** Names of everyone mentioned. */
  told: string[];
  hidden: string[];
}

/** Features of the composer for a conversation; a missing field means that the composer lacks the feature. */
export interface Offers {
  /** Replaces the default text field for replies; shown once its code has loaded. */
  Editor?: ComponentType<{ offers: Offers }>;
  /** Modes of writing: replies, and notes that only colleagues read. */
  kinds: readonly DraftKind[];
  /** The provider whose limits on text length apply. */
  medium?: Medium;
  /** Maximum size in bytes for a MIME type. */
  fileLimit?: (contentType: string) => number;
  /** Values of the variables in a text. */
  variables?: VariableValues;
  /** Returns the text with the signature, as the server will send it; the signature counts towards the limit. */
  signed?: (text: string) => string;
  /** Lists that a trigger opens in the field. */
  suggestions?: readonly Suggestions[];
  /** Missing: a note cannot mention anyone. */
  naming?: Naming;
  /** Delay of a send in seconds, within which its writer can undo it. */
  holdForSeconds?: number;
  /** Archives the conversation after a send. Missing: the composer has no "Send and archive". */
  archive?: (sent: Outgoing) => void;
  /** Whether the writer can choose when a message is sent. */
  maySchedule?: boolean;
  /** Shown beside the switch between reply and note. */
  aside?: ReactNode;
  /** Shown below the field. */
  tools?: ReactNode;
}

/** The entry that the page's URL names, and functions to change it. */
export interface Place {
  entryId: string | null;
  /** When the user navigated to the entry in this window (epoch ms); null: the page was opened with this URL. */
  askedAt: number | null;
  goTo: (entryId: string) => void;
  forget: () => void;
}

/** Reports to the server how far the user has read. */
export interface Reading {
  /**
   * Marks entries as read.
   * @param seenUpTo position of the newest entry seen
   * @param onFailure called if the server did not store it; the caller then reports again with the next entries in
   * view
   */
  read: (seenUpTo: string, onFailure?: () => void) => void;
  /**
   * Marks the conversation as unread and closes it. Missing: this kind of conversation cannot be marked as unread.
   */
  leaveUnread?: () => void;
}

/**
 * One kind of conversation: conversations with contacts, e-mail, team chat. A feature implements it; `conversations`
 * contains its requests to the server. The hooks are called inside the feature's own React contexts, for one open
 * conversation.
 */
export interface ConversationKind {
  conversations: Conversations;
  /** Path of the page of a conversation. Missing: the current page. */
  pathOf?: (id: string) => string;
  /**
   * A hook.
   * @returns undefined while the features load
   */
  useOffers: () => Offers | undefined;
  /**
   * A hook.
   * @returns whether a reply can quote a message
   */
  useMayQuote: () => boolean;
  /**
   * A hook.
   * @param entry a failed message, to learn why it cannot be sent again; null, to learn why the user cannot write
   * @returns null: there is no obstacle; undefined while it loads
   */
  useObstacle: (entry: ChatEntry | null) => Obstacle | null | undefined;
  /** Subscribes to the pushes of a loaded conversation and passes each to `transcripts.take`. */
  useFollow: (id: string, isLoaded: boolean) => void;
  usePlace: () => Place;
  useReading: () => Reading;
  /**
   * Whether entries count as read only while the window has the focus, because the other side sees read receipts.
   * Missing: being in view is enough.
   */
  isReadWithFocus?: boolean;
  /** Replaces the default component, which shows text with links. */
  Text?: ComponentType<{ text: string }>;
  /** Shows the delivery state of the user's own entry. Missing: the default, the entry's own status. */
  Tick?: ComponentType<{ entry: ChatEntry }>;
  /** Replaces the message bubble for an e-mail. */
  Mail?: ComponentType<{ entry: ChatEntry; isJumpedTo: boolean }>;
  /** Lists below a note the users and teams that it mentions. */
  Told?: ComponentType<{ entry: ChatEntry }>;
  /** Actions shown in the footer of an entry's bubble. */
  EntryTools?: ComponentType<{ entry: ChatEntry }>;
}

/** The open conversation, its kind, and its state in this window. */
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
