import type { TeamChat, TeamChatParticipant } from '@parley/contracts/api/team-chats';

export type Tick = 'sent' | 'delivered' | 'read';

/**
 * Recipients of an entry: active participants other than its sender who have not left and who joined before the
 * entry.
 */
export function recipientsOf(
  { participants }: TeamChat,
  entry: { userId: string; position: string },
  isActive: (userId: string) => boolean,
): TeamChatParticipant[] {
  return participants.filter(
    ({ userId, leftAt, from }) =>
      userId !== entry.userId && leftAt === null && from < entry.position && isActive(userId),
  );
}

/** Delivery status of the entry at a position for one participant. */
export function tickOf({ readUpTo, deliveredUpTo }: TeamChatParticipant, position: string): Tick {
  if (readUpTo >= position) return 'read';
  return deliveredUpTo >= position ? 'delivered' : 'sent';
}

/** The lowest delivery status among the recipients; `sent` if there are none. */
export function lowestTick(recipients: TeamChatParticipant[], position: string): Tick {
  const ticks = recipients.map((one) => tickOf(one, position));
  if (ticks.length === 0 || ticks.includes('sent')) return 'sent';
  return ticks.includes('delivered') ? 'delivered' : 'read';
}
