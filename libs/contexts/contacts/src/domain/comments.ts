import { COMMENT_LENGTH, type ContactEvent } from '@parley/contracts/events';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';

export type CommentCommand =
  | { type: 'AddComment'; contactId: string; commentId: string; userId: string; text: string }
  | { type: 'ChangeComment'; contactId: string; commentId: string; userId: string; text: string }
  | { type: 'RemoveComment'; commentId: string; userId: string };

export type CommentEvent = Extract<
  ContactEvent,
  { type: 'ContactCommentAdded' | 'ContactCommentChanged' | 'ContactCommentRemoved' }
>;

/** Internal comments of colleagues about a contact, by the comment's id. */
export type Comments = Readonly<Record<string, { userId: string; text: string }>>;

/**
 * Decides a command on a comment. Every user may add a comment; only its author may change or remove it.
 * @throws NotFound, and Rejected `comment_empty`, `comment_too_long` or `comment_not_yours`
 */
export function changeComments(comments: Comments, command: CommentCommand): CommentEvent[] {
  const { commentId, userId } = command;
  const known = comments[commentId];
  if (command.type === 'AddComment') {
    if (known) return [];
    const { contactId: subject } = command;
    const personal = { text: wordsOf(command.text) };
    return [{ type: 'ContactCommentAdded', data: { subject, personal, commentId, userId } }];
  }
  if (!known) throw new NotFound();
  if (known.userId !== userId) throw new Rejected('comment_not_yours');
  if (command.type === 'RemoveComment') return [{ type: 'ContactCommentRemoved', data: { commentId } }];
  const text = wordsOf(command.text);
  if (text === known.text) return [];
  const { contactId: subject } = command;
  return [{ type: 'ContactCommentChanged', data: { subject, personal: { text }, commentId } }];
}

export function commentsAfter(comments: Comments, event: CommentEvent): Comments {
  const { commentId } = event.data;
  if (event.type === 'ContactCommentRemoved') {
    const { [commentId]: _removed, ...others } = comments;
    return others;
  }
  const userId = 'userId' in event.data ? event.data.userId : comments[commentId]?.userId;
  if (userId === undefined || event.data.personal === null) return comments;
  return { ...comments, [commentId]: { userId, text: event.data.personal.text } };
}

function wordsOf(text: string): string {
  const words = text.trim();
  if (words === '') throw new Rejected('comment_empty');
  if (words.length > COMMENT_LENGTH) throw new Rejected('comment_too_long');
  return words;
}
