import { Injectable } from '@nestjs/common';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import type { LiveView } from '@parley/event-sourcing/projection/live-view';
import type { Principal } from '@parley/platform/http/principal';
import { teamChatView } from '../read/team-chat.projector';
import { TeamChatQueries, type Viewer } from '../read/team-chat.queries';
import { teamThreadView } from '../read/team-thread.projector';
import { TeamThreadQueries } from '../read/team-thread.queries';

/** Pushes a user's team chats, and the entries of the chat that a client has open. */
@Injectable()
export class LiveTeamChats implements LiveView<Viewer, string[]> {
  readonly view = teamChatView.name;
  readonly ability = 'teamChats:read';
  readonly room = 'teamChat';
  readonly signals = ['teamChatStartTyping', 'teamChatStopTyping'];
  readonly endings = { teamChatStartTyping: 'teamChatStopTyping' };
  readonly thread = {
    view: teamThreadView.name,
    rowsFor: async (customerId: string, ids: string[]) => {
      const found = await this.threads.byIds(customerId, ids);
      return found.map(({ entry, isSeenBy }) => ({
        ...{ id: entry.id, parentId: entry.chatId, row: entry },
        visibleTo: ({ userId }: Principal) => isSeenBy(userId),
      }));
    },
  };

  constructor(
    private readonly chats: TeamChatQueries,
    private readonly threads: TeamThreadQueries,
  ) {}

  viewerOf({ customerId, userId }: Principal): Promise<Viewer> {
    return Promise.resolve({ customerId, userId });
  }

  visibleTo({ userId }: Viewer, access: string[]): boolean {
    return access.includes(userId);
  }

  /**
   * No change of other access rights matters: only participants see a chat, and a change of participants is a change
   * of the chat itself.
   */
  isConcerned(): boolean {
    return false;
  }

  accessOf(customerId: string, ids: string[]): Promise<Map<string, string[]>> {
    return this.chats.accessOf(customerId, ids);
  }

  async rowsFor(customerId: string, ids: string[], viewers: Viewer[]) {
    const access = await this.chats.accessOf(customerId, ids);
    const rows = await this.chats.rowsFor(
      customerId,
      ids,
      viewers.map(({ userId }) => userId),
    );
    const shown = new Map<string, TeamChat>();
    // Viewers with equal rows get the same object, which is then encoded once.
    const alike = new Map<string, TeamChat>();
    for (const { userId, chat } of rows) {
      const key = `${chat.id} ${chat.unreadMessages} ${chat.lastMessage?.id}`;
      if (!alike.has(key)) alike.set(key, chat);
      shown.set(`${chat.id} ${userId}`, alike.get(key)!);
    }
    return [...access].map(([id, userIds]) => ({
      id,
      access: userIds.filter((userId) => shown.has(`${id} ${userId}`)),
      shownTo: ({ userId }: Viewer) => shown.get(`${id} ${userId}`)!,
    }));
  }
}
