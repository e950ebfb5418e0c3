import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ApiKeyEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { apiKey, type ApiKeyCommand, type ApiKeyState } from './api-key';

export class ToApiKey extends CommandTo<ApiKeyCommand, ApiKeyState, ApiKeyEvent> {}

@CommandHandler(ToApiKey)
export class ApiKeyHandler implements ICommandHandler<ToApiKey> {
  constructor(private readonly aggregates: Aggregates) {}

  /** @throws Rejected and NotFound by the rules of `apiKey` */
  execute(envelope: ToApiKey): Promise<Executed<ApiKeyState, ApiKeyEvent>> {
    return this.aggregates.execute(apiKey, 'apiKey', envelope);
  }
}
