import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CustomerEvent } from '@parley/contracts/events';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { customer, type CustomerCommand, type CustomerState } from '../domain/customer';

type Result = Executed<CustomerState, CustomerEvent>;

/** A command on its way to one customer. */
export class ToCustomer extends Command<Result> implements Envelope<CustomerCommand> {
  constructor(
    readonly id: string,
    readonly command: CustomerCommand,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ToCustomer)
export class CustomerHandler implements ICommandHandler<ToCustomer> {
  constructor(private readonly aggregates: Aggregates) {}

  execute(envelope: ToCustomer): Promise<Result> {
    return this.aggregates.execute(customer, 'customer', envelope);
  }
}
