import { Injectable } from '@nestjs/common';
import type { Chat } from '@parley/contracts/api/conversations';
import type { MentionableResponse } from '@parley/contracts/api/mentions';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { visibleTo, type Viewer } from '@parley/access-rules/viewer';
import type { Mentioned } from '../domain/mentions';
import { InboxQueries } from './inbox.queries';

type Whose = Pick<Chat, 'channelId' | 'assignedUserId' | 'assignedTeamId'>;

/** Finds the users who can be mentioned in a conversation: all who may see it. */
@Injectable()
export class Mentionable {
  constructor(private readonly inbox: InboxQueries) {}

  async of(customerId: string, chat: Whose): Promise<MentionableResponse> {
    const seeing = await this.seeing(customerId, chat);
    const counts = new Map<string, number>();
    for (const id of seeing.flatMap(({ teamIds }) => teamIds)) counts.set(id, (counts.get(id) ?? 0) + 1);
    return {
      userIds: seeing.map(({ userId }) => userId),
      teams: [...counts].map(([id, count]) => ({ id, count })),
    };
  }

  /**
   * Requires that mentioned users and teams may see the conversation.
   * @throws Rejected `mention_hidden` if a mentioned user may not see it, or no member of a mentioned team may
   */
  async require(customerId: string, chat: Whose, { userIds, teamIds }: Mentioned): Promise<void> {
    if (userIds.length + teamIds.length === 0) return;
    const seeing = await this.seeing(customerId, chat);
    const sees = (id: string) => seeing.some(({ userId }) => userId === id);
    const isSeenIn = (id: string) => seeing.some((viewer) => viewer.teamIds.includes(id));
    if (!userIds.every(sees) || !teamIds.every(isSeenIn)) throw new Rejected('mention_hidden');
  }

  /**
   * The users whom a note mentions by name or by team and who may see the conversation, without the note's writer.
   */
  async told(
    customerId: string,
    chat: Whose,
    { userIds, teamIds }: Mentioned,
    byId: string,
  ): Promise<string[]> {
    const isNamed = (viewer: Viewer) =>
      userIds.includes(viewer.userId) || viewer.teamIds.some((id) => teamIds.includes(id));
    const seeing = await this.seeing(customerId, chat);
    return seeing.filter((viewer) => viewer.userId !== byId && isNamed(viewer)).map(({ userId }) => userId);
  }

  private async seeing(customerId: string, chat: Whose): Promise<Viewer[]> {
    const viewers = await this.inbox.viewers(customerId);
    return viewers.filter((viewer) => visibleTo(viewer, chat));
  }
}
