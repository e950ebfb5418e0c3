import type { AssistantRunEvent, DataOf } from '@parley/contracts/events';
import { commandTo } from '@parley/event-sourcing/decider/command';
import { Rejected, type Decider } from '@parley/event-sourcing/decider/decider';

export type AssistantRunCommand =
  ({ type: 'Ask' } & DataOf<'AssistantAsked'>) | ({ type: 'Answer' } & DataOf<'AssistantAnswered'>);

export interface AssistantRunState {
  isAsked: boolean;
  isAnswered: boolean;
}

/** One request to the assistant. A repeated request is rejected, and only the first answer is recorded. */
export const assistantRun: Decider<AssistantRunCommand, AssistantRunState, AssistantRunEvent> = {
  initialState: { isAsked: false, isAnswered: false },

  decide(command, { isAsked, isAnswered }) {
    if (command.type === 'Ask') {
      if (isAsked) throw new Rejected('assistant_asked');
      const { userId, action, model, language, messages, hidden } = command;
      return [{ type: 'AssistantAsked', data: { userId, action, model, language, messages, hidden } }];
    }
    if (!isAsked || isAnswered) return [];
    const { outcome, reason, requestTokens, responseTokens, isEstimated } = command;
    const data = { outcome, reason, requestTokens, responseTokens, isEstimated };
    return [{ type: 'AssistantAnswered', data }];
  },

  evolve(state, { type }) {
    return type === 'AssistantAsked' ? { ...state, isAsked: true } : { ...state, isAnswered: true };
  },
};

export class ToAssistantRun extends commandTo(assistantRun, 'assistantRun') {}
