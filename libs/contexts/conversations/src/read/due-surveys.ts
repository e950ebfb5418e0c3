import type { ConversationEvent, RecordedEvent } from '@parley/contracts/events';
import type { DueChanges } from '@parley/event-sourcing/due/due';
import { ASK_SURVEY } from '../domain/survey';

/**
 * Schedules planned surveys, and removes them once the survey is sent or skipped, or the conversation is reopened or
 * deleted.
 */
export function planSurveys(events: RecordedEvent[], due: DueChanges): void {
  for (const event of events as (RecordedEvent & ConversationEvent)[]) {
    const { stream, customerId } = event;
    switch (event.type) {
      case 'SurveyPlanned':
        due.set({ stream, command: ASK_SURVEY, at: event.data.at, customerId });
        break;
      case 'SurveyAsked':
      case 'SurveySkipped':
      case 'ConversationReopened':
      case 'ConversationDeleted':
        due.settle(stream, ASK_SURVEY);
        break;
    }
  }
}
