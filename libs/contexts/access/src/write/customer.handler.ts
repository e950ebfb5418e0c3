import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CustomerEvent } from '@parley/contracts/events';
import { Claims, type Unique } from '@parley/claims/claims';
import { CommandTo, type Executed } from '@parley/event-sourcing/decider/command';
import { customer, type CustomerCommand, type CustomerState } from '../domain/customer';

export class ToCustomer extends CommandTo<CustomerCommand, CustomerState, CustomerEvent> {}

/** Claims each domain for a single organisation. */
export const uniqueCustomer: Unique<CustomerCommand, CustomerState, CustomerEvent> = {
  decider: customer,
  category: 'customer',
  goesBy: ({ domains }) =>
    domains.map((value) => ({ kind: 'domain', value, isGlobal: true, taken: 'domain_taken' })),
  isGone: () => false,
};

@CommandHandler(ToCustomer)
export class CustomerHandler implements ICommandHandler<ToCustomer> {
  constructor(private readonly claims: Claims) {}

  /** @throws Rejected `domain_taken`, or a code of the rules of `customer` */
  execute(envelope: ToCustomer): Promise<Executed<CustomerState, CustomerEvent>> {
    return this.claims.execute(uniqueCustomer, envelope);
  }
}
