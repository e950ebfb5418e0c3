import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CustomerEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { customer, type CustomerCommand, type CustomerState } from '../domain/customer';

/** A command for the customer with this id. */
export class CommandCustomer implements Envelope<CustomerCommand> {
  constructor(
    readonly id: string,
    readonly command: CustomerCommand,
    readonly context: CommandContext,
  ) {}
}

@CommandHandler(CommandCustomer)
export class CustomerHandler implements ICommandHandler<CommandCustomer> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: CommandCustomer): Promise<Executed<CustomerState, CustomerEvent>> {
    return this.aggregates.execute(customer, 'customer', envelope);
  }
}
