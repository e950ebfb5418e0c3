import { randomUUID } from 'node:crypto';
import type { ServerToClient } from '@parley/contracts/push/index';
import type { Sql } from '@parley/platform/database/database';
import { notify, type Notices } from '@parley/platform/database/notices';
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

/** Sends news to open windows: within a transaction once it commits, and never if it rolls back. One statement. */
export async function tell(sql: Sql, notices: Notices, ...news: News[]): Promise<void> {
  if (news.length > 0) await notify(sql, notices, LIVE_CHANNEL, news.flatMap(piecesOfNews));
}

/** Returns the channel and the encrypted notices of news, for a statement that does more than send them. */
export function newsParameters(notices: Notices, news: News): [channel: string, notices: string[]] {
  return [LIVE_CHANNEL, piecesOfNews(news).map((piece) => notices.seal(LIVE_CHANNEL, piece))];
}

function piecesOfNews(news: News): string[] {
  return piecesOf(randomUUID(), { kind: 'news', message: news });
}
