import type { AssistantRunEvent, AssistantSettingsEvent } from '../assistant.events';
import type { ExamplesOf } from './examples-of';
import { userId } from './ids';

export const assistantExamples: ExamplesOf<AssistantSettingsEvent | AssistantRunEvent> = {
  AssistantSettingsChanged: [
    {
      address: 'https://models.example/v1',
      models: ['small-1', 'large-1'],
      hidesPersonalData: true,
      monthlyTokens: 2_000_000,
      dailyRequests: 200,
    },
    { hidesPersonalData: false },
  ],
  AssistantAsked: [
    { userId, action: 'translate', model: 'small-1', language: 'nl', messages: 0, hidden: 2 },
    { userId, action: 'summarise', model: 'large-1', language: null, messages: 6, hidden: 0 },
  ],
  AssistantAnswered: [
    { outcome: 'done', reason: null, requestTokens: 260, responseTokens: 96, isEstimated: false },
    {
      outcome: 'failed',
      reason: 'assistant_quota',
      requestTokens: 260,
      responseTokens: 0,
      isEstimated: true,
    },
  ],
};
