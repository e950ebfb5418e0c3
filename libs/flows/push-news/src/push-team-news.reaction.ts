import { Injectable } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import type { TeamChat } from '@parley/contracts/api/team-chats';
import { whyPath } from '@parley/contracts/api/push';
import {
  idOf,
  type RecordedEvent,
  type TeamChatEntryEvent,
  type TeamChatEvent,
  type TeamChatParticipantEvent,
} from '@parley/contracts/events';
import { pushOf, type NotificationName } from '@parley/contracts/events/user.events';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { isQuiet } from '@parley/push/domain/quiet-device';
import { PushDevices } from '@parley/push/push-devices';
import { PushQueue, type Delivery } from '@parley/push/push-queue';
import { wordsIn, type Words } from '@parley/push/words';
import { teamChatView } from '@parley/team-chat/read/team-chat.projector';
import { TeamChatQueries } from '@parley/team-chat/read/team-chat.queries';
import { settingsOf } from './settings';

/** Maximum age in ms of news that are pushed; older ones are not pushed after an outage of the worker. */
const NEWS_MS = 10 * 60_000;
/**
 * A link to a conversation that was shared in a team chat. Shown as text, it would mean nothing to the reader of a
 * notification.
 */
const SHARED = /\/messaging-inbox\/[\da-f]/i;

interface News {
  name: Extract<NotificationName, `notifyTeamchat${string}`>;
  chatId: string;
  /** The only user to notify; null for every participant. The user `byId`, who caused the news, is never notified. */
  only: string | null;
  byId: string | null;
}

/**
 * Pushes news of team chats to the devices of participants who chose to be notified. Withdraws the notifications once
 * the chat is read, deleted or expired, or the participant has left it.
 */
@Injectable()
export class PushTeamNews implements Reaction {
  readonly name = 'push-team-news';
  readonly prefixes = ['teamChat-', 'teamChatEntry-', 'teamChatParticipant-'];
  readonly types = [
    'TeamChatEntrySent',
    'TeamChatStarted',
    'TeamChatParticipantAdded',
    'TeamChatRead',
    'TeamChatParticipantLeft',
    'TeamChatParticipantRemoved',
    'TeamChatDeleted',
    'TeamChatExpired',
  ];
  now = () => new Date().toISOString();

  constructor(
    private readonly devices: PushDevices,
    private readonly queue: PushQueue,
    private readonly access: AccessQueries,
    private readonly chats: TeamChatQueries,
    private readonly views: Views,
  ) {}

  /** Skips organisations without devices. */
  async select(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const listening = await this.devices.organisationsWithDevices(events.map(({ customerId }) => customerId));
    return events.filter(({ customerId }) => listening.has(customerId));
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & (TeamChatEntryEvent | TeamChatEvent | TeamChatParticipantEvent);
    const id = idOf(event.stream);
    const byId = event.actor.type === 'user' ? event.actor.id : null;
    switch (event.type) {
      case 'TeamChatEntrySent': {
        const { chatId, userId } = event.data;
        return this.tell(event, { name: 'notifyTeamchatMessage', chatId, only: null, byId: userId });
      }
      case 'TeamChatStarted':
        return this.tell(event, { name: 'notifyTeamchatStarted', chatId: id, only: null, byId });
      case 'TeamChatParticipantAdded':
        return this.tell(event, {
          name: 'notifyTeamchatStarted',
          chatId: id,
          only: event.data.userId,
          byId,
        });
      case 'TeamChatRead':
        return this.takeBack(event, event.data.chatId, [event.data.userId]);
      case 'TeamChatParticipantLeft':
      case 'TeamChatParticipantRemoved':
        return this.takeBack(event, id, [event.data.userId]);
      case 'TeamChatDeleted':
      case 'TeamChatExpired':
        return this.takeBack(event, id, null);
    }
  }

  private async tell(event: RecordedEvent, { name, chatId, only, byId }: News): Promise<void> {
    const { customerId } = event;
    const now = this.now();
    if (Date.parse(now) - Date.parse(event.time) > NEWS_MS) return;
    const devices = await this.devices.listeners(customerId);
    const isMeant = (userId: string) => userId !== byId && (only === null || userId === only);
    const userIds = [...new Set(devices.map(({ userId }) => userId))].filter(isMeant);
    if (userIds.length === 0) return;
    await this.views.catchUp(teamChatView.name, event.position);
    const [rows, chosenBy] = await Promise.all([
      this.chats.rowsFor(customerId, [chatId], userIds),
      this.access.settingsOfSignedIn(customerId, userIds),
    ]);
    const authors = byId === null ? [] : await this.access.users(customerId, { ids: [byId] });
    const author = authors[0]?.displayName ?? '';
    const deliveries = rows.flatMap(({ userId, chat }) => {
      const chosen = chosenBy.get(userId);
      if (!chosen || chat.isArchived) return [];
      const settings = settingsOf(chosen);
      if (settings(pushOf(name)) !== '1' || isReadBy(chat, name)) return [];
      return devices
        .filter((device) => device.userId === userId && !isQuiet(device, settings, now))
        .map((device): Delivery => {
          const words = wordsIn(settings('language') || device.language);
          const told = { name, author, time: event.time, showsText: settings('pushShowsText') === '1' };
          const payload = payloadOf(chat, told, words);
          return {
            deviceId: device.id,
            key: `${name}/${event.id}`,
            conversationId: chatId,
            position: event.position,
            payload,
          };
        });
    });
    await this.queue.add(deliveries);
  }

  private takeBack(event: RecordedEvent, chatId: string, from: string[] | null): Promise<void> {
    return this.queue.close(event, chatId, from);
  }
}

/** Whether the user has already read the chat, so that this notification is not needed. */
function isReadBy({ unreadMessages }: TeamChat, name: News['name']): boolean {
  return name === 'notifyTeamchatMessage' && unreadMessages === 0;
}

function payloadOf(
  { id, title, lastMessage }: TeamChat,
  { name, author, time, showsText }: { name: News['name']; author: string; time: string; showsText: boolean },
  words: Words,
): Delivery['payload'] {
  const said = name === 'notifyTeamchatMessage' ? (lastMessage?.preview ?? '') : '';
  const shown = said.replace(/\S+/g, (word) => (SHARED.test(word) ? words.sharedConversation : word));
  return {
    kind: 'news',
    tag: id,
    title: (showsText && [author, title].filter(Boolean).join(' · ')) || words.hidden,
    text: (showsText && shown) || words.news[name],
    path: `/team-chat/${id}`,
    why: { label: words.why, path: whyPath(name) },
    time,
  };
}
