import type { Chat } from '@parley/contracts/api/conversations';

export interface ShownRow {
  chat: Chat;
  /**
   * Whether the conversation no longer belongs to its list; its row stays, dimmed, while the pointer is over the list
   * or the conversation is open.
   */
  isDimmed: boolean;
}

/** The rows on the screen, which may differ from the cache so that no row jumps under the pointer. */
export interface ShownRows {
  rows: ShownRow[];
  /** Number of new rows that wait to be inserted; the button "2 new" shows it. */
  waiting: number;
}

interface Circumstances {
  /** Whether rows keep their places, because the pointer is over the list or the list is scrolled. */
  isHeld: boolean;
  /** The open conversation; its row stays in its place even if it no longer belongs to the list. */
  openChat: Chat | null;
  /**
   * Id of the open conversation if it was deleted or the user can no longer see it: its row is removed even under the
   * pointer.
   */
  goneId?: string | null;
}

/**
 * Computes the rows to show from the previously shown ones. Returns `before` itself if nothing changed, so that a
 * state update renders nothing.
 */
export function arrangeRows(
  before: ShownRows | null,
  fresh: Chat[],
  { isHeld, openChat, goneId = null }: Circumstances,
): ShownRows {
  const left = before && withoutGone(before, goneId);
  // Without rows, nothing can jump under the pointer, so waiting rows are shown.
  const after = left?.rows.length && isHeld ? hold(left, fresh, openChat) : settle(left, fresh, openChat);
  return before && isSame(before, after) ? before : after;
}

function withoutGone(before: ShownRows, goneId: string | null): ShownRows {
  return { ...before, rows: before.rows.filter(({ chat }) => chat.id !== goneId) };
}

function hold(before: ShownRows, fresh: Chat[], openChat: Chat | null): ShownRows {
  const byId = new Map(fresh.map((chat) => [chat.id, chat]));
  const places = new Map(fresh.map((chat, index) => [chat.id, index]));
  const rows = before.rows.map((row): ShownRow => {
    const now = byId.get(row.chat.id);
    if (now) return { chat: now, isDimmed: false };
    if (row.chat.id === openChat?.id) return { chat: openChat, isDimmed: true };
    // Rows outside the list get no updates, so their unread count is unknown.
    return row.isDimmed ? row : { chat: { ...row.chat, unreadMessages: 0 }, isDimmed: true };
  });
  const shown = new Set(rows.map(({ chat }) => chat.id));
  const below = rows.map(({ chat }) => places.get(chat.id) ?? -1);
  const lastShown = Math.max(-1, ...below);
  const entered = fresh.filter((chat, index) => !shown.has(chat.id) && index < Math.max(lastShown, 1)).length;
  const risen = rows.filter(({ chat }, index) => {
    const place = places.get(chat.id);
    return (
      place !== undefined && rows.slice(0, index).some((above) => (places.get(above.chat.id) ?? -1) > place)
    );
  }).length;
  return { rows, waiting: entered + risen };
}

function settle(before: ShownRows | null, fresh: Chat[], openChat: Chat | null): ShownRows {
  const rows: ShownRow[] = fresh.map((chat) => ({ chat, isDimmed: false }));
  const place = openChat && before ? before.rows.findIndex(({ chat }) => chat.id === openChat.id) : -1;
  if (openChat && place >= 0 && !fresh.some((chat) => chat.id === openChat.id)) {
    rows.splice(Math.min(place, rows.length), 0, { chat: openChat, isDimmed: true });
  }
  return { rows, waiting: 0 };
}

function isSame(a: ShownRows, b: ShownRows): boolean {
  return (
    a.waiting === b.waiting &&
    a.rows.length === b.rows.length &&
    a.rows.every((row, index) => {
      const other = b.rows[index];
      return row.chat === other?.chat && row.isDimmed === other.isDimmed;
    })
  );
}
