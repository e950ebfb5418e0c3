import type { PresencePush } from '@parley/contracts/push/index';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { PresenceBoard } from './presence-board';
import type { Session } from './session';

/**
 * Pushes to each session the presence at those of the rows that it may see.
 * @param isAll whether `rows` contains all rows with presence
 */
export async function showPresence(
  board: PresenceBoard,
  {
    customerId,
    sessions,
    rows,
    isAll,
  }: { customerId: string; sessions: Session[]; rows: { live: LiveView; ids: string[] }[]; isAll: boolean },
): Promise<void> {
  const told: { live: LiveView; access: unknown; chat: PresencePush['chats'][number] }[] = [];
  for (const { live, ids } of rows) {
    if (sessions.length === 0 || ids.length === 0) continue;
    for (const [chatId, access] of await live.accessOf(customerId, ids)) {
      told.push({ live, access, chat: { chatId, users: board.in(customerId, live.view, chatId) } });
    }
  }
  for (const session of sessions) {
    const chats = told.filter(({ live, access }) => session.maySee(live, access)).map(({ chat }) => chat);
    if (chats.length > 0 || isAll) session.show({ isAll, chats });
  }
}
