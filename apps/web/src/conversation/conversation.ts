import { createContext, useContext, type ComponentType, type ReactNode } from 'react';
import type { ChatEntry } from '@parley/contracts/api/conversations';
import type { DraftKind } from '@parley/contracts/api/drafts';
import type { Medium } from '@parley/contracts/channels/offers';
import type { VariableValues } from '@parley/contracts/rules/variables';
import type { Suggestions } from './composer/suggestions';
import type { Outgoing } from './composer/outbox';
import type { Conversations } from './conversations';
import type { ConversationStore } from './conversation-store';

/** A conversation as the kit shows it, whatever its kind. */
export interface Conversation {
  id: string;
  /** Whom or what it is with: a contact, a colleague, a team. */
  name: string;
  /** Entries of others that its viewer has not read. */
  unread: number;
  /** As the list knows it; null: there is none yet. */
  lastEntryId: string | null;
}

/** Why one cannot write just now. */
export interface Obstacle {
  /** Names it: another one is another reason. */
  state: string;
  reason: ReactNode;
  /** What helps; nothing where only others can help. @param onOpening told that something was chosen after which one may write */
  remedy: (onOpening?: () => void) => ReactNode;
}

/** Colleagues and teams that a note may name, by `@` and their name. */
export interface Naming {
  suggestions: Suggestions;
  /** A hook. @returns what a text says by now: whom it names, and who of them cannot see the conversation */
  useNamed: (text: string) => Named;
}

export interface Named {
  mentions: NonNullable<ChatEntry['mentions']>;
  /** Their names. */
  told: string[];
  hidden: string[];
}

/** What the composer offers in a conversation. Whatever is left out, it does not offer. */
export interface Offers {
  /** Where answers are written, in place of a field for words; it comes when it is there. */
  Editor?: ComponentType<{ offers: Offers }>;
  /** What is written: answers, and notes that only colleagues read. */
  kinds: readonly DraftKind[];
  /** The provider whose limits a text has. */
  medium?: Medium;
  /** Bytes that a file of a type may have. */
  fileLimit?: (contentType: string) => number;
  /** What variables in a text stand for. */
  variables?: VariableValues;
  /** What the server makes of a text: its signature counts, too. */
  signed?: (text: string) => string;
  /** Lists that a character opens. */
  suggestions?: readonly Suggestions[];
  /** Whom a note may name. Left out: nobody. */
  naming?: Naming;
  /** How long what is sent can be taken back. */
  holdForSeconds?: number;
  /** A message can be sent and its conversation archived at once: done with what was sent. */
  archive?: (sent: Outgoing) => void;
  /** A message can be written now and go at a time that its writer chooses. */
  maySchedule?: boolean;
  /** Beside the choice between answer and note. */
  aside?: ReactNode;
  /** Below the field. */
  tools?: ReactNode;
}

/** The place in a thread that the address names. */
export interface Place {
  entryId: string | null;
  /** When it was asked for from this window; null: the address came as it is. */
  askedAt: number | null;
  goTo: (entryId: string) => void;
  forget: () => void;
}

/** Says how far somebody has read, and takes it back. */
export interface Reading {
  /** @param onFailure it is said again with the next look */
  read: (seenUpTo: string, onFailure?: () => void) => void;
  /** Marks it unread and leaves it. Left out: nothing is marked unread. */
  leaveUnread?: () => void;
}

/**
 * One kind of conversation: customers' messages, e-mail, team chat. A feature implements it; what is said to the server
 * about it is in its `conversations`. The hooks are called inside of one conversation, whose feature's own contexts are
 * around them.
 */
export interface ConversationKind {
  conversations: Conversations;
  /** The page of one of them; left out: the page that is shown. */
  pathOf?: (id: string) => string;
  /** Undefined: not known yet. */
  useOffers: () => Offers | undefined;
  /** Whether a message can quote one that it answers. */
  useMayQuote: () => boolean;
  /** @param entry of which to know why it cannot be sent again; null: why nothing can be written. Undefined: not known yet */
  useObstacle: (entry: ChatEntry | null) => Obstacle | null | undefined;
  /** Follows what is said in a conversation once it is loaded: `transcripts.take` takes each push. */
  useFollow: (id: string, isLoaded: boolean) => void;
  usePlace: () => Place;
  useReading: () => Reading;
  /** Nobody reads in a window that has not the focus: others are told what was read. Left out: to be in view is enough. */
  isReadWithFocus?: boolean;
  /** How a text is shown, in place of words with links. */
  Text?: ComponentType<{ text: string }>;
  /** How far one's own entry has come, in place of what the entry itself says. */
  Tick?: ComponentType<{ entry: ChatEntry }>;
  /** How an e-mail is shown, in place of a bubble. */
  Mail?: ComponentType<{ entry: ChatEntry; isJumpedTo: boolean }>;
  /** Whom a note names, below its words. */
  Told?: ComponentType<{ entry: ChatEntry }>;
  /** What else can be done with an entry, at the foot of its bubble. */
  EntryTools?: ComponentType<{ entry: ChatEntry }>;
}

/** The conversation that is open: what it is, what this window holds of it, and its kind. */
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
