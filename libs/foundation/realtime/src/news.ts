import { randomUUID } from 'node:crypto';
import type { ServerToClient } from '@parley/contracts/push/index';
import type { Sql } from '@parley/platform/database/database';
import { notify, type Notices } from '@parley/platform/database/notices';
import { LIVE_CHANNEL, piecesOf } from './pieces';

/** Events for open windows that no live view pushes, as `ServerToClient` declares them. */
export type NewsTopic = Exclude<
  keyof ServerToClient,
  'push' | 'reset' | 'presence' | 'clientEvent' | 'ended'
>;

/** All windows of one user, or of an organisation, in all processes. */
export type Audience = { userId: string } | { customerId: string };

/** A small notice of a change for open windows. A window that was disconnected requests the state when it is back. */
export type News = {
  [Topic in NewsTopic]: { to: Audience; topic: Topic; payload: Parameters<ServerToClient[Topic]>[0] };
}[NewsTopic];

/** Sends notices to open windows in one statement; within a transaction, they are sent only if it commits. */
export async function tell(sql: Sql, notices: Notices, ...news: News[]): Promise<void> {
  if (news.length > 0) await notify(sql, notices, LIVE_CHANNEL, news.flatMap(piecesOfNews));
}

/** @returns the channel and the encrypted notices, for a statement that also does other work */
export function newsParameters(notices: Notices, news: News): [channel: string, notices: string[]] {
  return [LIVE_CHANNEL, piecesOfNews(news).map((piece) => notices.seal(LIVE_CHANNEL, piece))];
}

function piecesOfNews(news: News): string[] {
  return piecesOf(randomUUID(), { kind: 'news', message: news });
}
