import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat } from '@parley/contracts/api/conversations';
import { sends } from '@parley/contracts/channels/offers';
import { startRefusal, type StartRefusal } from '@parley/contracts/events/contact-rules';
import { careWindow } from '../composer/care-window';

/** Whether a contact can be written to over a channel at this moment: freely, by a template, or not and why. */
export type Reach = StartRefusal | 'reachable' | 'template-only' | 'window-closed';

/** @param chats conversations with the contact, of which one may be the channel's */
export function reachOf(
  channel: ChannelResponse,
  contact: { phone: string | null; email: string | null },
  chats: Chat[],
  now: number,
): Reach {
  const { id, customerCareWindowLength } = channel;
  const refusal = startRefusal(channel, contact);
  if (refusal) return refusal;
  const chat = chats.find(({ channelId }) => channelId === id);
  const { state } = careWindow(chat?.lastInboundMessageTime ?? null, customerCareWindowLength, now);
  if (state !== 'closed') return 'reachable';
  return sends(channel, 'template') ? 'template-only' : 'window-closed';
}
