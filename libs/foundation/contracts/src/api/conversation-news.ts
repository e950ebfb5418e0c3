import type { NotificationName } from '../events/user.events';
import type { StatusReason } from '../events';
import type { Chat } from './conversations';

export type AssignmentName = Extract<NotificationName, `notifyConversation${string}`>;
/** Of conversations with contacts. */
export type NewsName = AssignmentName | Extract<NotificationName, `notifyIncoming${string}` | 'notifySla'>;

/** Of what one did oneself, or was asked for by name. */
export type PersonalNewsName = Extract<NotificationName, 'notifyMention' | 'notifyScheduledFailed'>;

/** What the windows of one user are told, and nobody else's. */
export type PersonalNews =
  | { name: 'notifyMention'; chatId: string; entryId: string; byId: string; time: string }
  /** A message that they had chosen a time for was not sent. */
  | { name: 'notifyScheduledFailed'; chatId: string; entryId: string; reason: StatusReason; time: string }
  /** A mention of theirs was settled, opened again or taken back: nothing to be told, and the list is another. */
  | { name: null };

/** Something that happened to a conversation, and that its viewer may want to notice. */
export interface Happened {
  name: NewsName;
  chat: Chat;
  /** When it happened, by the server's clock. */
  time: string;
}

/**
 * The news that a row holds for its viewer: nothing of what they did themselves.
 * @param chat as this viewer has read it
 */
export function happenedTo(chat: Chat, userId: string): Happened[] {
  return [...changeOfHands(chat, userId), ...message(chat, userId), ...target(chat, userId)];
}

export function isAssignment(name: NewsName): name is AssignmentName {
  return name.startsWith('notifyConversation');
}

/** A conversation that became the viewer's, or nobody's. */
function changeOfHands(chat: Chat, userId: string): Happened[] {
  const { assignment } = chat;
  if (assignment === null || assignment.byId === userId) return [];
  const name = byHolder(chat, userId, 'notifyConversationAssigned', 'notifyConversationUnassigned');
  return name ? [{ name, chat, time: assignment.time }] : [];
}

/** A message since the conversation is the viewer's, or nobody's: what came before was told to whoever had it. */
function message(chat: Chat, userId: string): Happened[] {
  const { assignment, receivedAt, read, contact } = chat;
  if (receivedAt === null || read || contact.isBlocked) return [];
  if (assignment !== null && receivedAt < assignment.time) return [];
  const name = byHolder(chat, userId, 'notifyIncomingMessage', 'notifyIncomingMessageNew');
  return name ? [{ name, chat, time: receivedAt }] : [];
}

/** A target that runs out or was missed, of a conversation of the viewer's, or of nobody's. */
function target(chat: Chat, userId: string): Happened[] {
  const { sla } = chat;
  if (!sla?.toldAt) return [];
  const name = byHolder(chat, userId, 'notifySla', 'notifySla');
  return name ? [{ name, chat, time: sla.toldAt }] : [];
}

/** How it is called in a conversation of the viewer's, and in one of nobody's; null: it is neither. */
function byHolder(
  { status, assignedUserId, assignedTeamId }: Chat,
  userId: string,
  ofMine: NewsName,
  ofNobodys: NewsName,
): NewsName | null {
  if (status !== 'open') return null;
  if (assignedUserId === userId) return ofMine;
  return assignedUserId === null && assignedTeamId === null ? ofNobodys : null;
}
