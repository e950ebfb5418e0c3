import { Injectable } from '@nestjs/common';
import { AccessQueries } from '@parley/access/read/access.queries';
import { happenedTo, isAssignment, type Happened } from '@parley/contracts/api/conversation-news';
import type { PushPayload } from '@parley/contracts/api/push';
import { whyPath } from '@parley/contracts/api/push';
import {
  idOf,
  type ConversationEvent,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { pushOf } from '@parley/contracts/events/user.events';
import { inboxView } from '@parley/conversations/read/inbox.projector';
import { InboxQueries, type PushedRow } from '@parley/conversations/read/inbox.queries';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { visibleTo } from '@parley/access-rules/viewer';
import { isQuiet, type Settings } from '@parley/push/domain/quiet-device';
import { PushDevices, type Listener } from '@parley/push/push-devices';
import { PushQueue, type Delivery } from '@parley/push/push-queue';
import { wordsIn, type Words } from '@parley/push/words';
import { settingsOf } from './settings';

/** Maximum age in ms of a message that is pushed; older ones are not pushed after an outage of the worker. */
const NEWS_MS = 10 * 60_000;

/**
 * Pushes news of a conversation to the devices of users who may see the conversation and chose to be notified.
 * Withdraws the notifications once the conversation is read, archived, snoozed, deleted or assigned to another user.
 */
@Injectable()
export class PushNews implements Reaction {
  readonly name = 'push-news';
  readonly prefixes = ['message-', 'conversation-'];
  readonly types = [
    'MessageReceived',
    'ConversationAssigned',
    'ConversationUnassigned',
    'ConversationRead',
    'ConversationArchived',
    'ConversationSnoozed',
    'ConversationDeleted',
  ];
  now = () => new Date().toISOString();

  constructor(
    private readonly devices: PushDevices,
    private readonly queue: PushQueue,
    private readonly access: AccessQueries,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
  ) {}

  /** Skips organisations without devices. */
  async select(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const now = Date.parse(this.now());
    const fresh = events.filter((event) => event.type !== 'MessageReceived' || isNews(event, now));
    if (fresh.length === 0) return [];
    const listening = await this.devices.organisationsWithDevices(fresh.map(({ customerId }) => customerId));
    return fresh.filter(({ customerId }) => listening.has(customerId));
  }

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & (ConversationEvent | MessageEvent);
    switch (event.type) {
      case 'MessageReceived':
        return this.tell(event, event.data.conversationId, ({ name }) => !isAssignment(name));
      case 'ConversationAssigned':
      case 'ConversationUnassigned':
        await this.takeBack(event, null);
        return this.tell(event, idOf(event.stream), ({ name }) => isAssignment(name));
      case 'ConversationRead':
        return this.takeBackFromReaders(event, event.data.userId);
      case 'ConversationArchived':
      case 'ConversationSnoozed':
      case 'ConversationDeleted':
        return this.takeBack(event, null);
    }
  }

  private async tell(
    event: RecordedEvent,
    conversationId: string,
    isOfEvent: (happened: Happened) => boolean,
  ): Promise<void> {
    const { customerId } = event;
    const now = this.now();
    if (!isNews(event, Date.parse(now))) return;
    const devices = await this.devices.listeners(customerId);
    if (devices.length === 0) return;
    await this.views.catchUp(inboxView.name, event.position);
    const userIds = [...new Set(devices.map(({ userId }) => userId))];
    const [[row], chosenBy] = await Promise.all([
      this.inbox.rowsFor(customerId, userIds, [conversationId]),
      this.access.settingsOfSignedIn(customerId, userIds),
    ]);
    if (!row) return;
    const told = await Promise.all(
      userIds.map(async (userId) => {
        const chosen = chosenBy.get(userId);
        if (!chosen) return [];
        const settings = settingsOf(chosen);
        const happened = happenedTo(row.chatOf(userId), userId).find(
          (some) => isOfEvent(some) && settings(pushOf(some.name)) === '1',
        );
        if (!happened || !(await this.maySee(customerId, userId, row))) return [];
        return devices
          .filter((device) => device.userId === userId && !isQuiet(device, settings, now))
          .map((device) => ({ ...deliveryOf(happened, device, settings), position: event.position }));
      }),
    );
    await this.queue.add(told.flat());
  }

  private async maySee(customerId: string, userId: string, { access }: PushedRow): Promise<boolean> {
    return visibleTo(await this.inbox.viewer({ customerId, userId }), access);
  }

  private async takeBackFromReaders(event: RecordedEvent, readerId: string): Promise<void> {
    await this.views.catchUp(inboxView.name, event.position);
    const [row] = await this.inbox.rowsByIds(event.customerId, [idOf(event.stream)]);
    await this.takeBack(event, row?.chat.readForAll === false ? [readerId] : null);
  }

  private takeBack(event: RecordedEvent, from: string[] | null): Promise<void> {
    return this.queue.close(event, idOf(event.stream), from);
  }
}

function isNews({ time }: RecordedEvent, now: number): boolean {
  return now - Date.parse(time) <= NEWS_MS;
}

function deliveryOf(happened: Happened, device: Listener, settings: Settings): Omit<Delivery, 'position'> {
  const { chat, name, time } = happened;
  const words = wordsIn(settings('language') || device.language);
  return {
    deviceId: device.id,
    key: `${chat.id}/${name}/${time}`,
    conversationId: chat.id,
    payload: payloadOf(happened, words, settings('pushShowsText') === '1'),
  };
}

function payloadOf({ chat, name, time }: Happened, words: Words, showsText: boolean): PushPayload {
  const list = chat.assignedUserId === null ? 'new' : 'personal';
  const { lastEntry } = chat;
  const said = !isAssignment(name) && lastEntry?.direction === 'in' ? lastEntry.preview : '';
  return {
    kind: 'news',
    tag: chat.id,
    title: showsText ? chat.contact.name : words.hidden,
    text: (showsText && said) || words.news[name],
    path: `/messaging-inbox/${chat.id}?list=${list}${lastEntry ? `&entry=${lastEntry.id}` : ''}`,
    why: { label: words.why, path: whyPath(name) },
    time,
  };
}
