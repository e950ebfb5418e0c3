import type { NotificationName } from '../events/user.events';
import type { StatusReason } from '../events';
import type { Chat } from './conversations';

export type AssignmentName = Extract<NotificationName, `notifyConversation${string}`>;
/** Notifications about conversations with contacts. */
export type NewsName = AssignmentName | Extract<NotificationName, `notifyIncoming${string}` | 'notifySla'>;

/** Notifications about a user's own actions, or that concern one user by name. */
export type PersonalNewsName = Extract<NotificationName, 'notifyMention' | 'notifyScheduledFailed'>;

/** Notifications for the windows of one user only. */
export type PersonalNews =
  | { name: 'notifyMention'; chatId: string; entryId: string; byId: string; time: string }
  /** A message that the user had scheduled was not sent. */
  | { name: 'notifyScheduledFailed'; chatId: string; entryId: string; reason: StatusReason; time: string }
  /**
   * A mention of the user was settled, reopened or withdrawn: there is no notification, but the list of mentions has
   * changed.
   */
  | { name: null };

/** A change of a conversation that may cause a notification. */
export interface Happened {
  name: NewsName;
  chat: Chat;
  /** Time of the change according to the server. */
  time: string;
}

/**
 * The notifications that a conversation's row implies for its viewer, without the viewer's own actions.
 * @param chat the row as this viewer sees it
 */
export function happenedTo(chat: Chat, userId: string): Happened[] {
  return [...changeOfHands(chat, userId), ...message(chat, userId), ...target(chat, userId)];
}

export function isAssignment(name: NewsName): name is AssignmentName {
  return name.startsWith('notifyConversation');
}

/**
 * @returns the notification that the conversation was assigned to the viewer or became unassigned; empty if neither
 */
function changeOfHands(chat: Chat, userId: string): Happened[] {
  const { assignment } = chat;
  if (assignment === null || assignment.byId === userId) return [];
  const name = byHolder(chat, userId, 'notifyConversationAssigned', 'notifyConversationUnassigned');
  return name ? [{ name, chat, time: assignment.time }] : [];
}

/**
 * @returns the notification of a message that arrived after the conversation was assigned to the viewer or became
 * unassigned; the previous assignee was notified of earlier messages
 */
function message(chat: Chat, userId: string): Happened[] {
  const { assignment, receivedAt, read, contact } = chat;
  if (receivedAt === null || read || contact.isBlocked) return [];
  if (assignment !== null && receivedAt < assignment.time) return [];
  const name = byHolder(chat, userId, 'notifyIncomingMessage', 'notifyIncomingMessageNew');
  return name ? [{ name, chat, time: receivedAt }] : [];
}

/**
 * @returns the notification of an SLA warning or a missed SLA target if the conversation is the viewer's or
 * unassigned
 */
function target(chat: Chat, userId: string): Happened[] {
  const { sla } = chat;
  if (!sla?.toldAt) return [];
  const name = byHolder(chat, userId, 'notifySla', 'notifySla');
  return name ? [{ name, chat, time: sla.toldAt }] : [];
}

/** @returns the notification's name if the conversation is the viewer's or unassigned; null in all other cases */
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
