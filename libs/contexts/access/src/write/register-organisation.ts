import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import type { Claims } from '@parley/claims/claims';
import { type Claimable, type Owner, type Wanted } from '@parley/claims/claims';
import { evolved, type Decider } from '@parley/event-sourcing/decider/decider';
import type { Fact } from '@parley/contracts/events';
import { customer, type CustomerCommand } from '../domain/customer';
import { user, type UserCommand } from '../domain/user';
import { uniqueCustomer } from './customer.handler';
import { uniqueUser } from './user.handler';

type Founder = Extract<UserCommand, { type: 'Add' | 'Invite' }>;

/**
 * Registers an organisation with its first administrator, after claiming its domain and the administrator's address.
 * No two organisations can be registered with the same address, because a sign-in by address must identify a single
 * person.
 * @param context with the id of the new organisation
 * @throws Rejected `domain_taken`, `domain_invalid`, `user_email_taken`
 */
export async function registerOrganisation(
  claims: Claims,
  {
    founder,
    ...organisation
  }: Omit<Extract<CustomerCommand, { type: 'Register' }>, 'type'> & { founder: Founder },
  context: CommandContext,
): Promise<void> {
  const { customerId } = context;
  const register = { type: 'Register', ...organisation } as const;
  const wanted: Wanted[] = [
    ...uniqueCustomer.goesBy(begunBy(register, customer)),
    ...uniqueUser.goesBy(begunBy(founder, user)).map((each) => ({ ...each, isGlobal: true })),
  ];
  const holding = (claimable: Claimable, owner: Owner) =>
    claimable.kind === 'domain'
      ? claims.holding(uniqueCustomer, claimable, owner)
      : claims.holding(uniqueUser, { ...claimable, isGlobal: false }, owner);
  await claims.take(wanted, { ownerId: customerId, holding }, context, async (inTime) => {
    await claims.execute(uniqueCustomer, {
      id: customerId,
      command: register,
      context: step(inTime, 'register'),
    });
    await claims.execute(uniqueUser, {
      id: founder.userId,
      command: founder,
      context: step(inTime, 'found'),
    });
  });
}

/** The state of an aggregate after its first command. */
function begunBy<Command, State, Event extends Fact>(
  command: Command,
  decider: Decider<Command, State, Event>,
): State {
  const { initialState } = decider;
  return evolved(decider, initialState, decider.decide(command, initialState));
}
