import type { MessageContent, StatusReason } from '@parley/contracts/events';
import { careWindow } from '@parley/contracts/rules/care-window';
import { flawOfTemplate } from '@parley/contracts/rules/template-rules';
import { measureText, type Medium } from '@parley/contracts/rules/text-limit';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** The properties of the conversation and its channel that the rules of sending check. */
export interface SendContext {
  isOpen: boolean;
  /** Whether the care window is open. While it is closed, only templates can be sent. */
  isWindowOpen: boolean;
  isBlocked: boolean;
  /** Whether the channel is connected to its provider. */
  isConnected: boolean;
  /**
   * Whether a colleague replied after the last entry that the sender had seen, and the channel refuses double
   * replies.
   */
  hasNewerReply: boolean;
  /** Whether the channel has mandatory assign, and the conversation is not assigned to the sender. */
  isAssignedToOther: boolean;
  /** The platform and provider, which determine the maximum length of a text. */
  medium: Medium;
}

/** Whether agents may send any text at `now`: within `hours` (0: always) after the contact's last message. */
export function isCareWindowOpen(lastInboundMessageTime: string | null, hours: number, now: string): boolean {
  return careWindow(lastInboundMessageTime, hours, Date.parse(now)).state !== 'closed';
}

/** Whether the channel refuses double replies, and a colleague replied at a position that the sender had not seen. */
export function hasNewerReply(
  { doubleReply = true }: { doubleReply?: boolean },
  lastReply: { by: string; position: string } | null,
  sender: { userId: string; seenUpTo: string | undefined },
): boolean {
  if (doubleReply || !lastReply || !sender.seenUpTo) return false;
  return lastReply.position > sender.seenUpTo && lastReply.by !== sender.userId;
}

/**
 * Whether the channel has mandatory assign, by which only the assignee may reply, and the sender is not the assignee.
 */
export function isAssignedToOther(
  { mandatoryAssign = false }: { mandatoryAssign?: boolean },
  assignedUserId: string | null,
  userId: string,
): boolean {
  return mandatoryAssign && assignedUserId !== userId;
}

/** @throws Rejected with the code of the first rule of sending that the content breaks */
export function requireSendable(sendContext: SendContext, content: MessageContent): void {
  if (sendContext.isBlocked) throw new Rejected('contact_blocked');
  if (!sendContext.isOpen) throw new Rejected('conversation_closed');
  if (!sendContext.isConnected) throw new Rejected('channel_disconnected');
  if (sendContext.isAssignedToOther) throw new Rejected('not_assigned_to_you');
  if (sendContext.hasNewerReply) throw new Rejected('replied_meanwhile');
  if (!sendContext.isWindowOpen && content.type !== 'template') throw new Rejected('window_closed');
  if (content.type === 'text') {
    const { over, limit } = measureText(sendContext.medium, content.text);
    if (over > 0) throw new Rejected('message_too_long', `at most ${limit}`);
  }
  const flaw = content.type === 'template' && flawOfTemplate(content);
  if (flaw) throw new Rejected(flaw);
}

/** The reason why a scheduled message may no longer be sent; null if it may be sent. */
export function reasonNotToSend(sendContext: SendContext, content: MessageContent): StatusReason | null {
  if (!sendContext.isWindowOpen && content.type !== 'template') return 'outside_window';
  if (sendContext.isBlocked) return 'blacklisted';
  return sendContext.isConnected ? null : 'unreachable';
}
