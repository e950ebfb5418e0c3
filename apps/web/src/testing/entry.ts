import type { ChatEntry } from '@parley/contracts/api/conversations';

/**
 * An example text message from the contact.
 * @param at minute of the message's time, and its position
 */
export const entry = (at: number, changes: Partial<ChatEntry> = {}): ChatEntry => ({
  id: `entry-${at}`,
  chatId: 'chat',
  position: String(at).padStart(20, '0'),
  direction: 'in',
  type: 'text',
  variant: null,
  message: `text ${at}`,
  content: null,
  assets: [],
  event: null,
  identityId: null,
  context: null,
  reactions: [],
  isEdited: false,
  earlier: [],
  isDeleted: false,
  status: 'received',
  statusReason: null,
  statusDetail: null,
  createdById: null,
  createdByEntity: 'contact',
  time: `2026-11-14T10:${String(at).padStart(2, '0')}:00.000Z`,
  createdAt: '2026-11-14T10:00:00.000Z',
  clientKey: null,
  heldUntil: null,
  isScheduled: false,
  mentions: null,
  ...changes,
});
