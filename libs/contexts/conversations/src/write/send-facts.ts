import type { Medium } from '@parley/contracts/channels/offers';
import { signatureOf, signed } from '@parley/contracts/rules/signature';
import { hasNewerReply, isAssignedToOther, isCareWindowOpen, type SendContext } from '../domain/send-context';
import type { SendFacts } from '../read/inbox.queries';

/** The medium of a conversation, which determines the limits of its messages. */
export function mediumOf({ chat, channel }: Pick<SendFacts, 'chat' | 'channel'>): Medium {
  return { platform: chat.platform, provider: channel?.provider };
}

/**
 * The `SendContext` of a send by one user at one time.
 * @param seenUpTo the newest position that the user had seen
 */
export function sendContextOf(
  facts: SendFacts,
  { userId, seenUpTo, now }: { userId: string; seenUpTo: string | undefined; now: string },
): SendContext {
  const { chat, channel, lastReply } = facts;
  const { customerCareWindowLength = 0, ...settings } = channel?.settings ?? {};
  return {
    isOpen: chat.status === 'open',
    isWindowOpen: isCareWindowOpen(chat.lastInboundMessageTime, customerCareWindowLength, now),
    isBlocked: chat.contact.isBlocked,
    isConnected: channel?.isConnected ?? true,
    hasNewerReply: hasNewerReply(settings, lastReply, { userId, seenUpTo }),
    isAssignedToOther: isAssignedToOther(settings, chat.assignedUserId, userId),
    medium: mediumOf(facts),
  };
}

/** Adds the agent's signature to a text if the agent's own setting, or else the channel's, asks for it. */
export function signText(text: string, facts: SendFacts): string {
  const { channel, signer } = facts;
  const { displayName: name, automaticSignature } = signer;
  const signature = signatureOf(automaticSignature, channel?.settings.automaticSignature ?? 'none');
  return signed(text, { name, signature, medium: mediumOf(facts) });
}
