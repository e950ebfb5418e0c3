import { idOf, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';

/**
 * Tables of the view `transcript` for mentions: the users and teams that notes mention, and the users who settled a
 * mention. The text of a note is in its entry.
 */
export const mentionDdl = `
  create table mention (
    comment_id uuid primary key,
    customer_id uuid not null,
    conversation_id uuid not null,
    by_id uuid not null,
    user_ids uuid[] not null,
    team_ids uuid[] not null,
    position text collate "C" not null,
    time timestamptz not null
  );
  create table settled_mention (
    comment_id uuid not null,
    user_id uuid not null,
    primary key (comment_id, user_id)
  );
`;

/**
 * Folds the mentions of a batch event by event, because such events are rare.
 * @returns the changes of notes whose mentions changed
 */
export async function projectMentions(events: RecordedEvent[], tx: Sql): Promise<Change[]> {
  const changes: Change[] = [];
  for (const event of events as (RecordedEvent & ConversationEvent)[]) {
    const { stream, position, customerId } = event;
    const shows = (id: string) =>
      changes.push({ position, customerId, id, parentId: idOf(stream), before: null, after: null });
    switch (event.type) {
      case 'ColleaguesMentioned': {
        const { commentId, userId, userIds, teamIds } = event.data;
        await tx.query(
          `insert into mention (comment_id, customer_id, conversation_id, by_id, user_ids, team_ids, position, time)
           values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
          [commentId, customerId, idOf(stream), userId, userIds, teamIds, position, event.time],
        );
        shows(commentId);
        break;
      }
      case 'MentionsWithdrawn':
        await tx.query(
          `with gone as (delete from settled_mention where comment_id = $1)
           delete from mention where comment_id = $1`,
          [event.data.commentId],
        );
        shows(event.data.commentId);
        break;
      case 'MentionSettled':
        await tx.query(
          `insert into settled_mention (comment_id, user_id)
           select $1, $2 from mention where comment_id = $1 on conflict do nothing`,
          [event.data.commentId, event.data.userId],
        );
        break;
      case 'MentionReopened':
        await tx.query('delete from settled_mention where comment_id = $1 and user_id = $2', [
          event.data.commentId,
          event.data.userId,
        ]);
        break;
      case 'ConversationDeleted':
        await tx.query(
          `with gone as (delete from mention where conversation_id = $1 returning comment_id)
           delete from settled_mention where comment_id in (select comment_id from gone)`,
          [idOf(stream)],
        );
        break;
    }
  }
  return changes;
}
