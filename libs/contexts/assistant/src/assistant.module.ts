import { Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { handlersOf } from '@parley/event-sourcing/decider/command-bus';
import { AssistantAddresses } from './provider/assistant-addresses';
import { ChatCompletions } from './provider/chat-completions';
import { TokenCounter } from './provider/tokens';
import { AssistantQueries } from './read/assistant.queries';
import { Assist } from './write/assist';
import { ToAssistantRun } from './domain/assistant-run';
import { ToAssistantSettings } from './domain/assistant-settings';
import { Providers } from './write/providers';

/** The writing assistant without its controllers. The application provides the ports of `neighbours.ts`. */
@Module({
  imports: [CqrsModule],
  providers: [
    ...handlersOf(ToAssistantRun, ToAssistantSettings),
    ...[AssistantQueries, AssistantAddresses, ChatCompletions, TokenCounter, Providers, Assist],
  ],
  exports: [AssistantAddresses, AssistantQueries, Assist, Providers],
})
export class AssistantModule {}
