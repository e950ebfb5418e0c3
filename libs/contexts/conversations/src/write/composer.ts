import type { Medium } from '@parley/contracts/channels/offers';
import type { Composer } from '../domain/message';
import type { ComposerFacts } from '../read/inbox.queries';

/** What is written in a conversation travels on this. */
export function mediumOf({ chat, channel }: Pick<ComposerFacts, 'chat' | 'channel'>): Medium {
  return { platform: chat.platform, provider: channel?.provider };
}

const HOUR = 3_600_000;

/** What the rules of sending need to know of a conversation, for one user at one time. */
export function composerOf(
  facts: ComposerFacts,
  { userId, seenUpTo, now }: { userId: string; seenUpTo: string | undefined; now: string },
): Composer {
  const { chat, channel, lastReply } = facts;
  const isSeen = !lastReply || !seenUpTo || lastReply.position <= seenUpTo;
  const { customerCareWindowLength: hours = 0, mandatoryAssign = false } = channel?.settings ?? {};
  const lastInbound = chat.lastInboundMessageTime;
  return {
    isOpen: chat.status === 'open',
    isWindowOpen:
      hours === 0 || (lastInbound !== null && Date.parse(now) - Date.parse(lastInbound) <= hours * HOUR),
    isBlocked: chat.contact.isBlocked,
    isConnected: channel?.isConnected ?? true,
    isAnswered: channel?.settings.doubleReply === false && !isSeen && lastReply.by !== userId,
    isOthers: mandatoryAssign && chat.assignedUserId !== userId,
    medium: mediumOf(facts),
  };
}
