import type { IntegrationEvent } from '../integration.events';
import type { ExamplesOf } from './examples-of';
import { conversationId, userId } from './ids';

export const integrationExamples: ExamplesOf<IntegrationEvent> = {
  IntegrationEventStated: [
    {
      name: 'order::shipped',
      from: { reference: userId, entityType: 'user' },
      target: { reference: conversationId, entityType: 'chat' },
    },
    { name: 'order::shipped', from: { reference: 'warehouse', entityType: null }, target: null },
  ],
};
