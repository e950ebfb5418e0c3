import type { TeamChat, TeamChatParticipant } from '@parley/contracts/api/team-chats';

export type Tick = 'sent' | 'delivered' | 'read';

/** Who else an entry is for: not its sender, nobody who left or cannot sign in, and nobody who was added later. */
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

/** How far one participant has an entry. */
export function tickOf({ readUpTo, deliveredUpTo }: TeamChatParticipant, position: string): Tick {
  if (readUpTo >= position) return 'read';
  return deliveredUpTo >= position ? 'delivered' : 'sent';
}

/** The lowest of the recipients; without any, an entry is sent and no more. */
export function lowestTick(recipients: TeamChatParticipant[], position: string): Tick {
  const ticks = recipients.map((one) => tickOf(one, position));
  if (ticks.length === 0 || ticks.includes('sent')) return 'sent';
  return ticks.includes('delivered') ? 'delivered' : 'read';
}
