import { randomUUID } from 'node:crypto';
import type { ServerToClient } from '@parley/contracts/push/index';
import type { Sql } from '@parley/platform/database/database';
import { LIVE_CHANNEL, piecesOf } from './pieces';

/** Events that open windows are told beside what live views push, as `ServerToClient` declares them. */
export type NewsTopic = Exclude<
  keyof ServerToClient,
  'push' | 'reset' | 'presence' | 'clientEvent' | 'ended'
>;

/** All windows of one user, or of everybody in an organisation, in whichever process. */
export type Audience = { userId: string } | { customerId: string };

/** Something small that has just happened, for windows that are open. One that was away asks when it is back. */
export type News = {
  [Topic in NewsTopic]: { to: Audience; topic: Topic; payload: Parameters<ServerToClient[Topic]>[0] };
}[NewsTopic];

/** Tells windows. In a transaction, they hear it once that is committed, and never if it is not. */
export async function tell(sql: Sql, news: News): Promise<void> {
  await sql.query('select pg_notify($1, piece) from unnest($2::text[]) piece', newsParameters(news));
}

/** The same of several at once. One statement. */
export async function tellAll(sql: Sql, news: News[]): Promise<void> {
  if (news.length === 0) return;
  const pieces = news.flatMap((some) => newsParameters(some)[1]);
  await sql.query('select pg_notify($1, piece) from unnest($2::text[]) piece', [LIVE_CHANNEL, pieces]);
}

/** The parameters of `pg_notify($1, piece) from unnest($2::text[]) piece`, for a statement that does more than tell. */
export function newsParameters(news: News): [channel: string, pieces: string[]] {
  return [LIVE_CHANNEL, piecesOf(randomUUID(), { kind: 'news', message: news })];
}
