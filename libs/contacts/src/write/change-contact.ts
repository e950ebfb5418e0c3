import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactDetails } from '@parley/contracts/events';
import {
  Claims,
  type Claimable,
  type Holding,
  type Owner,
  type Wanted,
} from '@parley/event-sourcing/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { evolved } from '@parley/event-sourcing/decider/decider';
import { contact, type ContactCommand, type ContactState } from '../domain/contact';
import type { MetadataEntry } from '../domain/metadata';
import { inClaimOrder } from './alias';
import { ToContact } from './contact.handler';

/** What an agent writes down: fields, and metadata to add or to change. */
export interface ContactChanges {
  details: ContactDetails;
  metadata: (Omit<MetadataEntry, 'metadataId'> & { id?: string })[];
}

const addresses = ['phone', 'email'] as const;

/** Changes what is written down of a contact. A phone or an e-mail that was not known is theirs alone from then on. */
@Injectable()
export class ChangeContact {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
  ) {}

  /**
   * @returns the position of what was changed last; null: nothing was
   * @throws NotFound, and Rejected `contact_exists` or by the rules of the contact
   */
  async change(
    contactId: string,
    { details, metadata }: ContactChanges,
    context: CommandContext,
  ): Promise<{ position: string | null }> {
    let position: string | null = null;
    const run = async (command: ContactCommand, its: CommandContext) => {
      const done = await this.commands.execute(new ToContact(contactId, command, its));
      if (done.events.length > 0) position = done.position;
    };
    const command = { type: 'ChangeDetails', contactId, details } as const;
    const wanted = await this.newAddresses(contactId, command, context);
    const holding = (claimable: Claimable, owner: Owner) => this.holding(claimable, owner);
    await this.claims.take(wanted, { ownerId: contactId, holding }, context, (inTime) =>
      run(command, step(inTime, 'details')),
    );
    for (const [index, { id, name, value }] of metadata.entries()) {
      // What says nothing and is nowhere yet is dropped (spec, section 5).
      if (!id && value.trim() === '') continue;
      const its = step(context, `metadata/${index}`);
      const entry = { metadataId: id ?? its.commandId, name, value };
      await run({ type: 'SetMetadata', contactId, entry, isNew: !id }, its);
    }
    return { position };
  }

  /** The addresses that no channel knows them by yet. */
  private async newAddresses(
    contactId: string,
    command: Extract<ContactCommand, { type: 'ChangeDetails' }>,
    { customerId }: CommandContext,
  ): Promise<Wanted[]> {
    const { state } = await this.aggregates.load(contact, 'contact', contactId, customerId);
    // Before anything is claimed: what is refused claims nothing.
    const after = evolved(contact, state, contact.decide(command, state));
    const wanted = addressesIn(after).filter(({ field }) => after.profile[field] !== state.profile[field]);
    const known = await Promise.all(wanted.map((each) => this.claims.find(each, customerId)));
    return wanted.filter((_, index) => {
      const { ownerId, claimedBy } = known[index]!;
      return ownerId !== contactId || claimedBy?.type === 'user';
    });
  }

  /** What a channel knows somebody by is theirs, whatever is written down; what a colleague claimed, if it is. */
  private async holding(claimable: Claimable, { id, customerId, claimedBy }: Owner): Promise<Holding> {
    const { state } = await this.aggregates.load(contact, 'contact', id, customerId);
    if (state.status === 'erased') return 'gone';
    if (state.status === 'missing') return 'pending';
    const isWritten = addressesIn(state).some(
      ({ kind, value }) => kind === claimable.kind && value === claimable.value,
    );
    return isWritten || claimedBy?.type !== 'user' ? 'held' : 'pending';
  }
}

/** The addresses that are written down, in the spelling and the order of claims. */
function addressesIn({ profile }: ContactState) {
  return addresses.flatMap((field) =>
    inClaimOrder([{ kind: field, value: profile[field] ?? '' }]).map((alias) => ({
      ...alias,
      field,
      taken: 'contact_exists',
    })),
  );
}
