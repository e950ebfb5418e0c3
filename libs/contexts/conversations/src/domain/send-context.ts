import type { MessageContent, StatusReason } from '@parley/contracts/events';
import { careWindow } from '@parley/contracts/rules/care-window';
import { flawOfTemplate } from '@parley/contracts/rules/template-rules';
import { measureText, type Medium } from '@parley/contracts/rules/text-limit';
import { Rejected } from '@parley/event-sourcing/decider/decider';

/** The conversation and its channel at the moment of sending, as the rules of sending see them. */
export interface SendContext {
  isOpen: boolean;
  /** The care window is open. While it is closed, the channel sends templates only. */
  isWindowOpen: boolean;
  isBlocked: boolean;
  /** The channel is connected to its provider. */
  isConnected: boolean;
  /** A colleague replied after what the sender had seen, and the channel refuses double replies. */
  hasNewerReply: boolean;
  /** The channel has mandatory assign, and the conversation is not assigned to the sender. */
  isAssignedToOther: boolean;
  /** Determines the maximum length of a text. */
  medium: Medium;
}

/** Whether agents may write freely at `now`, for a window of `hours` (0: always) after the contact's last message. */
export function isCareWindowOpen(lastInboundMessageTime: string | null, hours: number, now: string): boolean {
  return careWindow(lastInboundMessageTime, hours, Date.parse(now)).state !== 'closed';
}

/** Double reply: whether a colleague replied at a position that the sender had not seen when sending. */
export function hasNewerReply(
  { doubleReply = true }: { doubleReply?: boolean },
  lastReply: { by: string; position: string } | null,
  sender: { userId: string; seenUpTo: string | undefined },
): boolean {
  if (doubleReply || !lastReply || !sender.seenUpTo) return false;
  return lastReply.position > sender.seenUpTo && lastReply.by !== sender.userId;
}

/** Mandatory assign: whether only the assignee may reply, and the sender is someone else. */
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

/** Why a scheduled message may no longer be sent; null if it may. */
export function reasonNotToSend(sendContext: SendContext, content: MessageContent): StatusReason | null {
  if (!sendContext.isWindowOpen && content.type !== 'template') return 'outside_window';
  if (sendContext.isBlocked) return 'blacklisted';
  return sendContext.isConnected ? null : 'unreachable';
}
