import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat } from '@parley/contracts/api/conversations';
import { rulesOf, sends } from '@parley/contracts/channels/offers';
import { startRefusal, type StartRefusal } from '@parley/contracts/rules/contact-rules';
import { careWindow } from '@parley/contracts/rules/care-window';

/**
 * Whether and how a contact can be reached over a channel now: with any message, only with a template, or, for each
 * other value, why not.
 */
export type Reach = StartRefusal | 'reachable' | 'template-only' | 'window-closed' | 'must-write-first';

/** @param chats conversations with the contact, which may include one on this channel */
export function reachOf(
  channel: ChannelResponse,
  contact: { phone: string | null; email: string | null },
  chats: Pick<Chat, 'channelId' | 'lastInboundMessageTime'>[],
  now: number,
): Reach {
  const { id, customerCareWindowLength } = channel;
  const refusal = startRefusal(channel, contact);
  if (refusal) return refusal;
  const chat = chats.find(({ channelId }) => channelId === id);
  // Such a channel knows contacts neither by number nor by address, so only contacts who have written first can be
  // reached.
  if (!chat && rulesOf(channel).contactIdentity === 'none') return 'must-write-first';
  const { state } = careWindow(chat?.lastInboundMessageTime ?? null, customerCareWindowLength, now);
  if (state !== 'closed') return 'reachable';
  return sends(channel, 'template') ? 'template-only' : 'window-closed';
}
