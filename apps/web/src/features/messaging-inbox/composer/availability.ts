import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat, ChatEntry } from '@parley/contracts/api/conversations';
import { sends } from '@parley/contracts/channels/offers';
import { careWindow, type CareWindow } from '@parley/contracts/rules/care-window';

export type Availability =
  | { state: 'open'; window: CareWindow }
  | { state: 'blocked' }
  | { state: 'archived' }
  | { state: 'disconnected' }
  | { state: 'unassigned' }
  | { state: 'window-closed'; closedAt: number | null; hours: number; hasTemplates: boolean };

export type Unavailable = Exclude<Availability, { state: 'open' }>;

/** Whether the user may write in a conversation now; if not, the most important reason. */
export function availability(
  chat: Chat,
  channel: ChannelResponse,
  userId: string,
  now: number,
): Availability {
  if (chat.contact.isBlocked) return { state: 'blocked' };
  if (chat.status === 'closed') return { state: 'archived' };
  if (!channel.isConnected) return { state: 'disconnected' };
  if (channel.mandatoryAssign && chat.assignedUserId !== userId) return { state: 'unassigned' };
  const hours = channel.customerCareWindowLength;
  const window = careWindow(chat.lastInboundMessageTime, hours, now);
  if (window.state !== 'closed') return { state: 'open', window };
  const hasTemplates = sends(channel, 'template');
  return { state: 'window-closed', closedAt: window.closedAt, hours, hasTemplates };
}

/** Why a failed entry cannot be sent again; null if it can. A template can be sent even after the care window. */
export function obstacleTo(entry: Pick<ChatEntry, 'type'>, able: Availability): Unavailable | null {
  if (able.state === 'open') return null;
  return able.state === 'window-closed' && entry.type === 'template' ? null : able;
}
