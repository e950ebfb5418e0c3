import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf, type ConversationEvent, type RecordedEvent } from '@parley/contracts/events';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { inboxView } from '../read/inbox.projector';
import { SurveyQueries } from '../read/survey.queries';
import { ToConversation } from '../domain/conversation';

type Archived = RecordedEvent & Extract<ConversationEvent, { type: 'ConversationArchived' }>;

/** Plans the satisfaction survey for an archived conversation in which a person had replied to the contact. */
@Injectable()
export class PlanSurveyReaction implements Reaction {
  readonly name = 'plan-survey';
  readonly prefixes = ['conversation-'];
  readonly types = ['ConversationArchived'];

  constructor(
    private readonly commands: CommandBus,
    private readonly surveys: SurveyQueries,
    private readonly views: Views,
  ) {}

  /** Skips conversations that get no survey, because most channels have none. */
  async select(recorded: RecordedEvent[]): Promise<RecordedEvent[]> {
    // Skips conversations that a broadcast started: they begin archived, without any message seen.
    const events = (recorded as Archived[]).filter(({ data }) => data.seenUpTo !== '');
    const last = events.at(-1);
    if (!last) return [];
    await this.views.catchUp(inboxView.name, last.position);
    const asking = await this.surveys.answeredAndAsking(events.map(({ stream }) => idOf(stream)));
    return events.filter(({ stream }) => asking.has(idOf(stream)));
  }

  async react(event: RecordedEvent): Promise<void> {
    const { actor, time: now } = event;
    const userId = actor.type === 'user' ? actor.id : null;
    try {
      await this.commands.execute(
        new ToConversation(
          idOf(event.stream),
          { type: 'PlanSurvey', userId, now },
          causedBy(event, this.name, now),
        ),
      );
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
    }
  }
}
