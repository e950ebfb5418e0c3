import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { idOf, surveyReasons, surveyScores, type SurveyReason } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy, step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { conversation, ToConversation } from '../domain/conversation';
import { ASK_SURVEY } from '../domain/survey';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries, type SendFacts } from '../read/inbox.queries';
import { sendContextOf } from './send-facts';
import { ToMessage } from '../domain/message';

/** Time limit in ms for the view to catch up, so that other scheduled commands are not delayed for long. */
const PATIENCE_MS = 250;

/**
 * Sends the satisfaction survey. The rules of sending apply: if the care window is closed, no survey is sent, and the
 * conversation records the reason. The message is queued before the conversation records the survey, under an id
 * derived from the planned time, so that a retry after a crash sends no second survey.
 */
@Injectable()
export class AskSurvey implements DueCommand {
  readonly name = ASK_SURVEY;
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly inbox: InboxQueries,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  async issue({ stream, at, customerId }: Due): Promise<void> {
    const head = await this.store.head();
    if (head === null) return;
    await this.views.catchUp(inboxView.name, head, PATIENCE_MS);
    const id = idOf(stream);
    const facts = await this.inbox.find(customerId, id);
    const planned = new Date(at).toISOString();
    // Reads the log, because the view may lag behind a reopening of the conversation, which cancels the survey.
    const { state } = await this.aggregates.load(conversation, 'conversation', id, customerId);
    const isDue =
      state.status === 'closed' && state.survey.stage === 'planned' && state.survey.at === planned;
    if (!facts || !isDue) return;
    const now = this.now();
    const doing = `${stream}/${this.name}/${planned}`;
    const context = doneBy(this.name, { customerId, doing, now });
    const outcome = await this.ask(facts, uuidV5(`survey/${planned}`, id), context);
    const command = { type: 'TellSurvey', at: planned, outcome } as const;
    await this.commands.execute(new ToConversation(id, command, step(context, 'told')));
  }

  private async ask(
    facts: SendFacts,
    messageId: string,
    context: CommandContext,
  ): Promise<{ messageId: string } | { reason: SurveyReason }> {
    const { chat, channel } = facts;
    const survey = channel?.settings.survey;
    if (!survey) return { reason: 'no_question' };
    const asked = sendContextOf(facts, { userId: this.name, seenUpTo: undefined, now: context.now });
    const scores = surveyScores.map(String);
    try {
      await this.commands.execute(
        new ToMessage(
          messageId,
          {
            type: 'Queue',
            clientKey: messageId,
            context: { isAutomatic: true, choices: scores },
            content: { type: 'text', text: survey.question },
            // Skips two rules of sending: a survey goes to an archived conversation, and the product sends it, not
            // the assignee.
            sendContext: { ...asked, isOpen: true, isAssignedToOther: false },
            ...{ conversationId: chat.id, channelId: chat.channelId, contactId: chat.contactId },
          },
          context,
        ),
      );
      return { messageId };
    } catch (error) {
      const reason = error instanceof Rejected && surveyReasons.find((known) => known === error.code);
      if (!reason) throw error;
      return { reason };
    }
  }
}
