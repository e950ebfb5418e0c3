/**
 * SQL that computes the number of messages in conversation `c` that a user has not read.
 * @param user SQL of the user's id: a parameter or a column
 * @param since SQL of the log position at which the user was added, if the query has it
 */
export function unreadSql(user: string, since?: string): string {
  return `case when c.read_for_all then c.unread else c.unread - coalesce((
    select message.number from inbox.inbound message
     where message.conversation_id = c.id and message.position <= ${readUpToSql(user, since)}
     order by message.position desc limit 1), 0) end`;
}

/** SQL condition: the user has unread messages in conversation `c`. */
export function isUnreadSql(user: string): string {
  return `(c.unread > 0 and (c.read_for_all or c.last_inbound_position > ${readUpToSql(user)}))`;
}

function readUpToSql(
  user: string,
  since = `(select since from inbox.viewer where user_id = ${user})`,
): string {
  return `coalesce(
    (select position from inbox.reading own where own.conversation_id = c.id and own.user_id = ${user}),
    ${since}, '')`;
}
