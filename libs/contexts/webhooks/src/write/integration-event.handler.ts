import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IntegrationEvent } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { integrationEvent, type StateEvent } from '../domain/integration-event';

export class ToIntegrationEvent extends CommandTo<StateEvent, { isStated: boolean }, IntegrationEvent> {}

@CommandHandler(ToIntegrationEvent)
export class IntegrationEventHandler implements ICommandHandler<ToIntegrationEvent> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToIntegrationEvent): Promise<Executed<{ isStated: boolean }, IntegrationEvent>> {
    return this.aggregates.execute(integrationEvent, 'integration', envelope);
  }
}
