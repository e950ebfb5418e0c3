import type { Chat } from '@parley/contracts/api/conversations';

/** An open, unassigned conversation with one unread message, and with its own contact. */
export function chat(id: string, changes: Partial<Chat> = {}): Chat {
  return {
    id,
    contactId: `contact-${id}`,
    contact: {
      id: `contact-${id}`,
      name: id,
      phone: null,
      email: null,
      username: null,
      isHighPriority: false,
      isBlocked: false,
      labelIds: [],
      changedAt: '',
    },
    channelId: 'channel',
    identityId: 'channel',
    platform: 'whatsapp',
    assignedUserId: null,
    assignedTeamId: null,
    assignment: null,
    status: 'open',
    snoozed: null,
    read: false,
    unreadMessages: 1,
    readForAll: true,
    tagIds: [],
    lastInboundMessageTime: null,
    receivedAt: null,
    waitingSince: null,
    hasFailedSend: false,
    lastEntry: null,
    lastEntryTime: '2026-11-14T10:00:00.000Z',
    createdAt: '2026-11-14T09:00:00.000Z',
    ...changes,
  };
}
