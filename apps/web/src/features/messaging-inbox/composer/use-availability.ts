import { useQuery } from '@tanstack/react-query';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import type { Chat } from '@parley/contracts/api/conversations';
import { useNow } from '../../../lib/clock';
import { channelsQuery } from '../../../lib/directory';
import { useViewer } from '../viewer';
import { closingTime } from '@parley/contracts/rules/care-window';
import { availability, type Availability } from './availability';

/** Whether the user may write in a conversation now, and the conversation's channel; both undefined until loaded. */
export function useAvailability(chat: Chat): {
  able?: Availability;
  channel?: ChannelResponse;
  isPending: boolean;
} {
  const { userId } = useViewer();
  const { data: channels, isPending } = useQuery(channelsQuery);
  const channel = channels?.find(({ id }) => id === chat.channelId);
  const now = useNow(closingTime(chat.lastInboundMessageTime, channel?.customerCareWindowLength ?? 0));
  return { able: channel && availability(chat, channel, userId, now), channel, isPending };
}
