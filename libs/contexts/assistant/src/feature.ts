import type { Feature } from '@parley/feature/feature';
import { AssistantModule } from './assistant.module';
import { AssistantHttpModule } from './http/assistant-http.module';
import { assistantView } from './read/assistant.view';

/** A language model that drafts texts for agents; only agents send messages. */
export const assistant: Feature = {
  module: AssistantModule,
  views: [assistantView],
  abilities: {
    assistant: { read: 'user', create: 'user' },
    assistantSettings: { read: 'admin', update: 'admin' },
  },
  http: AssistantHttpModule,
};
