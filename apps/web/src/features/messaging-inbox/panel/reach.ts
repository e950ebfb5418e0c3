import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat } from '@parley/contracts/api/conversations';
import { rulesOf, sends } from '@parley/contracts/channels/offers';
import { startRefusal, type StartRefusal } from '@parley/contracts/rules/contact-rules';
import { careWindow } from '@parley/contracts/rules/care-window';

/** Whether a contact can be written to over a channel at this moment: freely, by a template, or not and why. */
export type Reach = StartRefusal | 'reachable' | 'template-only' | 'window-closed' | 'must-write-first';

/** @param chats conversations with the contact, of which one may be the channel's */
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
  // Nobody is known there by a number or an address: only who has written has a conversation to answer in.
  if (!chat && rulesOf(channel).contactIdentity === 'none') return 'must-write-first';
  const { state } = careWindow(chat?.lastInboundMessageTime ?? null, customerCareWindowLength, now);
  if (state !== 'closed') return 'reachable';
  return sends(channel, 'template') ? 'template-only' : 'window-closed';
}
