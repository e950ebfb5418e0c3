import { Injectable } from '@nestjs/common';
import type { TeamResponse } from '@parley/contracts/api/access';
import type {
  TeamChat,
  TeamChatParticipant,
  TeamChatResponse,
  TeamChatsResponse,
} from '@parley/contracts/api/team-chats';
import { AccessQueries } from '@parley/access/read/access.queries';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { Principal } from '@parley/platform/http/principal';
import { TeamThreadQueries } from '@parley/team-chat/read/team-thread.queries';
import { namesIn } from './shapes/fields';
import { specifiedUser } from './shapes/settings';

/** Adds data from other contexts to responses about teams and team chats. */
@Injectable()
export class SpecifiedTeams {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly access: AccessQueries,
    private readonly threads: TeamThreadQueries,
  ) {}

  /** Adds its channels to each team, if the user may change channels. */
  async withChannels<Team extends TeamResponse>(me: Principal, teams: Team[]): Promise<Team[]> {
    if (!me.can('update', 'channels')) return teams;
    const channels = await this.channels.list(me);
    return teams.map((team) => ({
      ...team,
      channels: channels
        .filter(({ administration }) => administration?.teamIds.includes(team.id))
        .map(({ id, name }) => ({ id, name })),
    }));
  }

  /** A page of team chats, each with the read status of its participants. */
  chats(answer: TeamChatsResponse, { page = 1, limit = 50 }: { page?: unknown; limit?: unknown }) {
    const [nth, perPage] = [Number(page), Number(limit)];
    return {
      ...answer,
      data: answer.data.map((chat) => ({ ...chat, participants: participantsOf(chat) })),
      ...{ count: answer.data.length, page: nth, pageCount: Math.ceil(answer.total / perPage), perPage },
    };
  }

  /**
   * One team chat. Its fields are at the top level in addition to `chat`; a page of entries is added if the query
   * contains `entries` or a page.
   */
  async chat(me: Principal, answer: TeamChatResponse, query: Record<string, unknown>) {
    const { chat } = answer;
    const { page, limit, fields } = query;
    const people = await this.access.users(me.customerId, {
      ids: chat.participants.map(({ userId }) => userId),
    });
    const userOf = new Map(people.map((user) => [user.id, user]));
    const participants = participantsOf(chat).map((participant) => {
      const user = userOf.get(participant.userId);
      const { id, displayName, email, role, status } = user ?? {};
      return {
        ...participant,
        user: user ? specifiedUser({ id, displayName, email, role, status } as typeof user) : null,
      };
    });
    const withEntries = page !== undefined || limit !== undefined || namesIn(fields)?.includes('entries');
    return {
      ...answer,
      ...chat,
      participants,
      ...(withEntries && { entries: await this.entries(me, chat.id, { page, limit }) }),
    };
  }

  private async entries(me: Principal, chatId: string, asked: { page?: unknown; limit?: unknown }) {
    const { page = 1, limit = 50 } = asked;
    const { entries } = await this.threads.entries(me, { chatId, page: Number(page), limit: Number(limit) });
    return entries;
  }
}

/** The participants, each with whether they have read, or at least received, the last entry. */
function participantsOf({ participants, lastMessage }: TeamChat) {
  const last = lastMessage?.position ?? '';
  const statusOf = ({ readUpTo, deliveredUpTo }: TeamChatParticipant) =>
    readUpTo >= last ? 'read' : deliveredUpTo >= last ? 'delivered' : 'sent';
  return participants.map((participant) => ({ ...participant, chatStatus: statusOf(participant) }));
}
