import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { idOf, surveyReasons, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { sendContextOf } from './send-facts';
import { ToMessage } from '../domain/message';

/** Thanks a contact for a rating if the channel has a text for that. */
@Injectable()
export class ThankForRatingReaction implements Reaction {
  readonly name = 'thank-for-rating';
  readonly prefixes = ['conversation-'];
  readonly types = ['SurveyAnswered'];
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & Extract<ConversationEvent, { type: 'SurveyAnswered' }>;
    await this.views.catchUp(inboxView.name, event.position);
    const id = idOf(event.stream);
    const facts = await this.inbox.find(event.customerId, id);
    const thanks = facts?.channel?.settings.survey?.thanks;
    if (!facts || !thanks) return;
    const { chat } = facts;
    const now = this.now();
    const asked = sendContextOf(facts, { userId: this.name, seenUpTo: undefined, now });
    const messageId = uuidV5(`${this.name}/${event.data.position}`, id);
    try {
      await this.commands.execute(
        new ToMessage(
          messageId,
          {
            type: 'Queue',
            clientKey: messageId,
            context: { isAutomatic: true },
            content: { type: 'text', text: thanks },
            sendContext: { ...asked, isOpen: true, isAssignedToOther: false },
            ...{ conversationId: id, channelId: chat.channelId, contactId: chat.contactId },
          },
          causedBy(event, this.name, now),
        ),
      );
    } catch (error) {
      if (!(error instanceof Rejected) || !surveyReasons.some((code) => code === error.code)) throw error;
    }
  }
}
