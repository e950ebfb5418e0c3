import { Injectable } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import type { Chat } from '@parley/contracts/api/conversations';
import type { PersonalNews } from '@parley/contracts/api/conversation-news';
import { whyPath } from '@parley/contracts/api/push';
import {
  idOf,
  type ConversationEvent,
  type DataOf,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { message } from '@parley/conversations/domain/message';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { transcriptView } from '@parley/conversations/read/transcript.projector';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { Mentionable } from '@parley/conversations/read/mentionable';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { Database } from '@parley/platform/database/database';
import { isMentionPushed, mentionTitle } from '@parley/push/domain/pushed-mention';
import { PushDevices } from '@parley/push/push-devices';
import { PushQueue } from '@parley/push/push-queue';
import { wordsIn } from '@parley/push/words';
import { tell } from '@parley/realtime/news';
import { settingsOf } from './settings';

/** Maximum age in ms of an event that notifies users. */
const NEWS_MS = 10 * 60_000;

type Told = Exclude<PersonalNews, { name: null }>;

/**
 * Notifies an agent who is mentioned in a note, and the writer of a scheduled message that was declined. Their
 * windows are notified immediately, their devices according to their settings.
 */
@Injectable()
export class PersonalNewsReaction implements Reaction {
  readonly name = 'personal-news';
  readonly prefixes = ['conversation-', 'message-'];
  readonly types = [
    'ColleaguesMentioned',
    'MentionsWithdrawn',
    'MentionSettled',
    'MentionReopened',
    'MessageDeclined',
  ];
  now = () => new Date().toISOString();

  constructor(
    private readonly database: Database,
    private readonly aggregates: Aggregates,
    private readonly inbox: InboxQueries,
    private readonly mentionable: Mentionable,
    private readonly access: AccessQueries,
    private readonly devices: PushDevices,
    private readonly queue: PushQueue,
    private readonly views: Views,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & (ConversationEvent | MessageEvent);
    switch (event.type) {
      case 'ColleaguesMentioned':
        return this.tellMentioned(event, event.data);
      case 'MentionSettled':
        await this.queue.close(event, event.data.commentId, [event.data.userId]);
        return this.refresh(event, [event.data.userId]);
      case 'MentionReopened':
        return this.refresh(event, [event.data.userId]);
      case 'MentionsWithdrawn':
        await this.queue.close(event, event.data.commentId, null);
        return this.refreshAll(event);
      case 'MessageDeclined':
        return this.tellWriter(event, event.data);
    }
  }

  private async tellMentioned(event: RecordedEvent, data: DataOf<'ColleaguesMentioned'>): Promise<void> {
    if (this.isHistory(event)) return;
    const chat = await this.chat(event, idOf(event.stream));
    if (!chat) return;
    await this.listed(event.position);
    const userIds = await this.mentionable.told(event.customerId, chat, data, data.userId);
    const news: Told = {
      name: 'notifyMention',
      chatId: chat.id,
      entryId: data.commentId,
      byId: data.userId,
      time: event.time,
    };
    await this.tell(event, chat, news, userIds);
  }

  private async tellWriter(event: RecordedEvent, { reason }: DataOf<'MessageDeclined'>): Promise<void> {
    if (this.isHistory(event)) return;
    const id = idOf(event.stream);
    const { state } = await this.aggregates.load(message, 'message', id, event.customerId);
    if (!state.scheduledBy || !state.written) return;
    const chat = await this.chat(event, state.written.conversationId);
    if (!chat) return;
    const { time } = event;
    const news: Told = { name: 'notifyScheduledFailed', chatId: chat.id, entryId: id, reason, time };
    await this.tell(event, chat, news, [state.scheduledBy]);
  }

  private async tell(
    { customerId, position }: RecordedEvent,
    chat: Chat,
    news: Told,
    userIds: string[],
  ): Promise<void> {
    await tell(
      this.database,
      this.database.notices,
      ...userIds.map((userId) => ({ to: { userId }, topic: 'personal' as const, payload: news })),
    );
    const devices = (await this.devices.listeners(customerId)).filter(({ userId }) =>
      userIds.includes(userId),
    );
    if (devices.length === 0) return;
    const chosenBy = await this.access.settingsOfSignedIn(customerId, userIds);
    const { name, entryId, time } = news;
    await this.queue.add(
      devices.flatMap((device) => {
        const chosen = chosenBy.get(device.userId);
        const settings = chosen && settingsOf(chosen);
        if (!settings || !isMentionPushed(name, device, settings, this.now())) return [];
        const words = wordsIn(settings('language') || device.language);
        return {
          deviceId: device.id,
          key: `${entryId}/${name}`,
          // The entry's id and not the conversation's, so that reading the conversation does not withdraw this
          // notification.
          conversationId: entryId,
          position,
          payload: {
            kind: 'news' as const,
            tag: entryId,
            title: mentionTitle(settings, chat.contact.name) ?? words.hidden,
            text: words.news[name],
            path: `/messaging-inbox/${chat.id}?entry=${entryId}`,
            why: { label: words.why, path: whyPath(name) },
            time,
          },
        };
      }),
    );
  }

  private async refresh({ position }: RecordedEvent, userIds: string[]): Promise<void> {
    await this.listed(position);
    await tell(
      this.database,
      this.database.notices,
      ...userIds.map((userId) => ({ to: { userId }, topic: 'personal' as const, payload: { name: null } })),
    );
  }

  /**
   * Makes all windows of the organisation refresh their mentions, since a changed note no longer contains the users
   * whom it mentioned before.
   */
  private async refreshAll({ customerId, position }: RecordedEvent): Promise<void> {
    await this.listed(position);
    await tell(this.database, this.database.notices, {
      to: { customerId },
      topic: 'personal',
      payload: { name: null },
    });
  }

  /** Waits until the list of mentions includes the event: windows fetch the list as soon as they are notified. */
  private listed(position: string): Promise<void> {
    return this.views.catchUp(transcriptView.name, position);
  }

  private async chat({ customerId, position }: RecordedEvent, id: string): Promise<Chat | undefined> {
    await this.views.catchUp(inboxView.name, position);
    const [row] = await this.inbox.rowsByIds(customerId, [id]);
    return row?.chat;
  }

  private isHistory({ time }: RecordedEvent): boolean {
    return Date.parse(this.now()) - Date.parse(time) > NEWS_MS;
  }
}
