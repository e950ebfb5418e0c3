import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type { CustomerEvent } from '@parley/contracts/events';
import { ALL_ORGANISATIONS, Claims, type Claimable } from '@parley/event-sourcing/claims/claims';
import { Aggregates, type Executed } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext, Envelope } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
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
  constructor(
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
  ) {}

  /** @throws Rejected `domain_taken`, and what the customer itself refuses */
  async execute(envelope: ToCustomer): Promise<Result> {
    const { id, command, context } = envelope;
    const { state } = await this.aggregates.load(customer, 'customer', id, context.customerId);
    // What is refused, or holds already, claims no domain.
    const decided = customer.decide(command, state);
    const isNew = decided.some(({ type }) => type === 'CustomerRegistered' || type === 'CustomerDomainAdded');
    if (isNew && 'domain' in command) await this.claimDomain(command.domain, id, context);
    const result = await this.aggregates.execute(customer, 'customer', envelope);
    if (command.type === 'RemoveDomain') await this.release(command.domain, id, context);
    return result;
  }

  private async claimDomain(domain: string, id: string, context: CommandContext): Promise<void> {
    const among = { ...context, customerId: ALL_ORGANISATIONS };
    const ownerId = await this.claims.claim(claimOf(domain), id, among);
    if (ownerId === id) return;
    const { state } = await this.aggregates.load(customer, 'customer', ownerId, ownerId);
    if (state.domains.includes(domain)) throw new Rejected('domain_taken');
    // Left behind by somebody who was stopped half-way.
    await this.release(domain, ownerId, context);
    const again = { ...among, commandId: uuidV5('again', context.commandId) };
    if ((await this.claims.claim(claimOf(domain), id, again)) !== id) throw new Rejected('domain_taken');
  }

  private release(domain: string, id: string, context: CommandContext): Promise<void> {
    return this.claims.release(claimOf(domain), id, { ...context, customerId: ALL_ORGANISATIONS });
  }
}

function claimOf(domain: string): Claimable {
  return { kind: 'domain', value: domain };
}
