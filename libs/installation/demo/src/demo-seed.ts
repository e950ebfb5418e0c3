import type { CommandBus } from '@nestjs/cqrs';
import { accessView } from '@parley/access/read/access.projector';
import { customer } from '@parley/access/domain/customer';
import { ToCustomer } from '@parley/access/write/customer.handler';
import { ToTeam } from '@parley/access/write/team.handler';
import { ToUser } from '@parley/access/write/user.handler';
import type { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Views } from '@parley/event-sourcing/projection/views';
import type { Accounts } from '@parley/embedded/identity/accounts';
import { demoId, harbourBikes, millStreetBakery, type DemoOrganisation } from './demo-organisation';

/** Creates the organisations of the demo, whose users sign in at the embedded identity provider. */
export class DemoSeed {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly accounts: Accounts,
    private readonly views: Views,
  ) {}

  /**
   * Creates the organisations that are missing, and leaves existing ones as users have changed them. A projector must
   * be running.
   * @param now ISO 8601 UTC
   * @returns whether an organisation was missing
   */
  async seed(now: string): Promise<boolean> {
    const positions: string[] = [];
    for (const organisation of [harbourBikes, millStreetBakery]) {
      const position = await this.seedOrganisation(organisation, now);
      if (position) positions.push(position);
    }
    // Waits for the view, so that a sign-in immediately afterwards finds the user.
    const last = positions.sort().at(-1);
    if (last) await this.views.waitFor(accessView.name, last, 30_000);
    return last !== undefined;
  }

  private async seedOrganisation(organisation: DemoOrganisation, now: string): Promise<string | null> {
    const customerId = demoId(organisation.domain);
    const contextOf = (about: string) => doneBy('demo', { customerId, doing: `seed ${about}`, now });
    // The organisation is created last, so that its existence shows that everything else exists.
    const { version } = await this.aggregates.load(customer, 'customer', customerId, customerId);
    if (version !== null) return null;
    for (const { email, displayName, role } of organisation.users) {
      const userId = demoId(email);
      const add = { type: 'Add', userId, displayName, email, role } as const;
      await this.commands.execute(new ToUser(userId, add, contextOf(email)));
      await this.accounts.addDemo({ userId, customerId });
    }
    for (const { name, colour, members } of organisation.teams) {
      const about = `${organisation.domain} ${name}`;
      const teamId = demoId(about);
      await this.commands.execute(new ToTeam(teamId, { type: 'Create', name, colour }, contextOf(about)));
      for (const email of members) {
        const add = { type: 'AddMember', userId: demoId(email) } as const;
        await this.commands.execute(new ToTeam(teamId, add, contextOf(`${about} ${email}`)));
      }
    }
    const { name, domain } = organisation;
    const storageName = domain.split('.')[0] ?? domain;
    const register = { type: 'Register', name, domain, storageName } as const;
    const registered = await this.commands.execute(new ToCustomer(customerId, register, contextOf(domain)));
    const settings = { apiEnabled: true };
    const enabled = await this.commands.execute(
      new ToCustomer(customerId, { type: 'ChangeSettings', settings }, contextOf(`settings of ${domain}`)),
    );
    return enabled.position ?? registered.position;
  }
}
