import type { ConversationEvent } from '@parley/contracts/events';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import type { ConversationCommand, ConversationState } from './conversation';

export interface Mentioned {
  userIds: readonly string[];
  teamIds: readonly string[];
}

/** The users and teams that a note mentions, its writer `userId`, and the users who settled their mention. */
export interface NoteMentions extends Mentioned {
  userId: string;
  settledBy: readonly string[];
}

type MentionEvent = Extract<
  ConversationEvent,
  { type: 'ColleaguesMentioned' | 'MentionsWithdrawn' | 'MentionSettled' | 'MentionReopened' }
>;

/**
 * The event that records the mentions of a new note, without its writer; none if the note mentions only the writer.
 */
export function mentioned({
  commentId,
  userId,
  mentions,
}: Extract<ConversationCommand, { type: 'AddComment' }>): ConversationEvent[] {
  const userIds = [...new Set(mentions?.userIds)].filter((id) => id !== userId);
  const teamIds = [...new Set(mentions?.teamIds)];
  if (userIds.length + teamIds.length === 0) return [];
  return [{ type: 'ColleaguesMentioned', data: { commentId, userId, userIds, teamIds } }];
}

/**
 * Decides a command on the mentions of a note.
 * @throws NotFound if the note mentions no users or teams, if a user other than its writer withdraws its mentions, or
 * if `userId` is not mentioned
 */
export function ofMentions(
  { mentions }: ConversationState,
  command: Extract<ConversationCommand, { type: 'WithdrawMentions' | 'SettleMention' | 'ReopenMention' }>,
): ConversationEvent[] {
  const { type, commentId, userId } = command;
  const note = mentions[commentId];
  if (type === 'WithdrawMentions') {
    if (!note || note.userId !== userId) throw new NotFound();
    const isWithdrawn = note.userIds.length + note.teamIds.length === 0;
    return isWithdrawn ? [] : [{ type: 'MentionsWithdrawn', data: { commentId, userId } }];
  }
  const isNamed =
    note?.userIds.includes(userId) ||
    (note?.userId !== userId && note?.teamIds.some((id) => command.teamIds.includes(id)));
  if (!note || !isNamed) throw new NotFound();
  const isSettled = note.settledBy.includes(userId);
  if (type === 'SettleMention')
    return isSettled ? [] : [{ type: 'MentionSettled', data: { commentId, userId } }];
  return isSettled ? [{ type: 'MentionReopened', data: { commentId, userId } }] : [];
}

export function mentionsAfter(
  mentions: ConversationState['mentions'],
  { type, data }: MentionEvent,
): ConversationState['mentions'] {
  const { commentId, userId } = data;
  if (type === 'ColleaguesMentioned') {
    const { userIds, teamIds } = data;
    return { ...mentions, [commentId]: { userId, userIds, teamIds, settledBy: [] } };
  }
  const note = mentions[commentId];
  if (!note) return mentions;
  if (type === 'MentionsWithdrawn')
    return { ...mentions, [commentId]: { ...note, userIds: [], teamIds: [], settledBy: [] } };
  const others = note.settledBy.filter((id) => id !== userId);
  const settledBy = type === 'MentionSettled' ? [...others, userId] : others;
  return { ...mentions, [commentId]: { ...note, settledBy } };
}
