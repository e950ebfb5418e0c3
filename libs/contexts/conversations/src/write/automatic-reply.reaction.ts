import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import {
  idOf,
  type ChannelSetUp,
  type MessageContext,
  type MessageEvent,
  type RecordedEvent,
} from '@parley/contracts/events';
import { contactVariables, fillAutomaticText } from '@parley/contracts/rules/variables';
import { idIn, LogCache } from '@parley/event-sourcing/cache/log-cache';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { LogFeed } from '@parley/event-sourcing/store/log-feed';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { automaticRepliesTo, type AutomaticReply, type Occasion } from '../domain/automatic-replies';
import { conversation } from '../domain/conversation';
import { messageTime } from '@parley/contracts/rules/message-time';
import { answered } from '../domain/survey';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries, type SendFacts } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { TranscriptQueries } from '../read/transcript.queries';
import { sendContextOf } from './send-facts';
import { ToMessage } from '../domain/message';
import { saidIn } from './said-in';

type Received = RecordedEvent & Extract<MessageEvent, { type: 'MessageReceived' }>;

/**
 * Error codes of the rules of sending that apply to automatic replies: such a refusal drops the reply without an
 * error.
 */
const refusals = ['contact_blocked', 'channel_disconnected', 'window_closed', 'message_too_long'];

/**
 * Sends the channel's automatic replies: the welcome and the out-of-office message. A reply's id derives from the
 * conversation and the reply's key, so that a reply decided twice is sent once.
 */
@Injectable()
export class AutomaticReplyReaction implements Reaction {
  readonly name = 'automatic-reply';
  readonly prefixes = ['message-'];
  readonly types = ['MessageReceived'];
  private readonly channels: LogCache<ChannelSetUp | undefined>;
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly views: Views,
    private readonly aggregates: Aggregates,
    feed: LogFeed,
  ) {
    this.channels = new LogCache(feed, views, { views: [inboxView.name], changedBy: idIn('channel') });
  }

  laneOf(event: RecordedEvent): string {
    return isReceived(event) ? event.data.conversationId : event.stream;
  }

  /**
   * Skips events that cannot lead to a reply: most channels have no automatic texts, and messages that arrive late
   * get no reply.
   */
  async select(events: RecordedEvent[]): Promise<RecordedEvent[]> {
    const selected: RecordedEvent[] = [];
    for (const event of events) if (await this.mayAnswer(event)) selected.push(event);
    return selected;
  }

  private async mayAnswer(event: RecordedEvent): Promise<boolean> {
    if (!isReceived(event) || event.data.personal === null) return false;
    const { customerId, position, data } = event;
    const load = async () => (await this.inbox.channel(customerId, data.channelId)) ?? undefined;
    const channel = await this.channels.get(data.channelId, load, position);
    if (!channel) return true;
    const now = later(this.now(), event.time);
    return automaticRepliesTo({ ...occasionOf(event), isFirst: true }, channel.settings, now).length > 0;
  }

  async react(event: RecordedEvent): Promise<void> {
    // The message's content is unreadable, because its contact was erased.
    if (!isReceived(event) || event.data.personal === null) return;
    const { customerId, position, data } = event;
    await this.views.catchUp(inboxView.name, position);
    const facts = await this.inbox.find(customerId, data.conversationId);
    if (!facts?.channel || (await this.isRating(event))) return;
    const { settings } = facts.channel;
    const now = later(this.now(), event.time);
    const occasion = {
      ...occasionOf(event),
      isFirst: settings.welcomeMessage !== null && (await this.isFirst(event)),
    };
    for (const reply of automaticRepliesTo(occasion, settings, now)) {
      await this.queue(reply, event, facts, now);
    }
  }

  /** Whether the message only rates a survey; such a message gets no out-of-office message. */
  private async isRating(event: Received): Promise<boolean> {
    const { customerId, position, data } = event;
    const at = { id: data.conversationId, customerId, asOf: position };
    const { state } = await this.aggregates.getCached(conversation, 'conversation', at);
    return state.survey.answeredAt === position || answered(state, position, saidIn(event)).isSettled;
  }

  private async isFirst({ customerId, position, data }: Received): Promise<boolean> {
    await this.views.catchUp(transcriptView.name, position);
    return !(await this.transcript.hasMessageBefore(customerId, data.conversationId, position));
  }

  private async queue(
    { key, text }: AutomaticReply,
    event: Received,
    facts: SendFacts,
    now: string,
  ): Promise<void> {
    const { conversationId, channelId, contactId } = event.data;
    // Assumes an open conversation, because the message reopens it, possibly after this reaction runs. An automatic
    // reply needs no assignee.
    const asked = sendContextOf(facts, { userId: this.name, seenUpTo: undefined, now });
    const sendContext = { ...asked, isOpen: true, isAssignedToOther: false };
    const variables = { ...contactVariables(facts.chat.contact), 'agent.name': null };
    const content = { type: 'text', text: fillAutomaticText(text, variables) } as const;
    // The text is empty because it consisted only of variables without a value.
    if (content.text === '') return;
    try {
      await this.commands.execute(
        new ToMessage(
          idOfReply(key, facts, now),
          {
            type: 'Queue',
            clientKey: key,
            context: contextOf(facts, event),
            ...{ conversationId, channelId, contactId, content, sendContext },
          },
          causedBy(event, `${this.name}/${key}`, now),
        ),
      );
    } catch (error) {
      if (!(error instanceof Rejected) || !refusals.includes(error.code)) throw error;
    }
  }
}

function occasionOf({ data, time }: Received): Omit<Occasion, 'isFirst'> {
  const { contentType, isAutomatic } = data;
  return { writtenAt: messageTime(data, time), contentType, isAutomatic };
}

/**
 * The id of a reply, the same for the same key in a conversation, so that a repetition is a no-op. By e-mail, where
 * each thread is a conversation, the id makes a channel send a contact at most one automatic reply a day (RFC 3834),
 * so that two autoresponders do not reply to each other endlessly.
 */
function idOfReply(key: string, { chat }: SendFacts, now: string): string {
  if (chat.platform !== 'email') return uuidV5(key, chat.id);
  return uuidV5(`automatic/${chat.channelId}/${now.slice(0, 10)}`, chat.contactId);
}

/**
 * By e-mail, an automatic reply quotes the message and is marked as automatic; on other channels, the context is
 * empty.
 */
function contextOf({ chat }: SendFacts, { stream }: Received): MessageContext {
  return chat.platform === 'email' ? { isAutomatic: true, replyTo: { messageId: idOf(stream) } } : {};
}

function isReceived(event: RecordedEvent): event is Received {
  return event.type === 'MessageReceived';
}

/** The later of two times: a reply must not be older than its message, even if the clocks of two machines differ. */
function later(a: string, b: string): string {
  return a > b ? a : b;
}
