import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import { contactFieldOf, type ContactDetails } from '@parley/contracts/events';
import { Claims } from '@parley/event-sourcing/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { contact, type ContactCommand } from '../domain/contact';
import type { MetadataEntry } from '../domain/metadata';
import { inClaimOrder, type Alias } from './alias';

/** What an agent writes down: fields, and metadata to add or to change. */
export interface ContactChanges {
  details: ContactDetails;
  metadata: (Omit<MetadataEntry, 'metadataId'> & { id?: string })[];
}

/** Changes what is written down of a contact. A phone or an e-mail that was not known is theirs alone from then on. */
@Injectable()
export class ChangeContact {
  constructor(
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
    const run = async (command: ContactCommand, step: string) => {
      const commandId = uuidV5(step, context.commandId);
      const done = await this.aggregates.execute(contact, 'contact', {
        id: contactId,
        command,
        context: { ...context, commandId },
      });
      if (done.events.length > 0) position = done.position;
    };
    const command = { type: 'ChangeDetails', contactId, details } as const;
    const claimed = await this.claimAddresses(contactId, command, context);
    try {
      await run(command, 'details');
    } catch (error) {
      for (const alias of claimed) await this.claims.release(alias, contactId, context);
      throw error;
    }
    for (const [index, { id, name, value }] of metadata.entries()) {
      // What says nothing and is nowhere yet is dropped (spec, section 5).
      if (!id && value.trim() === '') continue;
      const metadataId = id ?? uuidV5(`metadata/${index}`, context.commandId);
      const entry = { metadataId, name, value };
      await run({ type: 'SetMetadata', contactId, entry, isNew: !id }, `metadata/${index}`);
    }
    return { position };
  }

  /** @returns the addresses that were nobody's until now */
  private async claimAddresses(
    contactId: string,
    command: Extract<ContactCommand, { type: 'ChangeDetails' }>,
    context: CommandContext,
  ): Promise<Alias[]> {
    const { state } = await this.aggregates.load(contact, 'contact', contactId, context.customerId);
    // Before anything is claimed: what is refused claims nothing.
    if (contact.decide(command, state).length === 0) return [];
    const claimed: Alias[] = [];
    for (const kind of ['phone', 'email'] as const) {
      const value = contactFieldOf(kind, command.details[kind] ?? null);
      if (value === null || value === state.profile[kind]) continue;
      for (const alias of inClaimOrder([{ kind, value }])) {
        // A channel may know them by it already, without having told.
        if ((await this.claims.ownerOf(alias, context.customerId)) === contactId) continue;
        if ((await this.claims.claim(alias, contactId, context)) === contactId) claimed.push(alias);
        else {
          for (const other of claimed) await this.claims.release(other, contactId, context);
          throw new Rejected('contact_exists', undefined, [{ field: kind, rule: 'unique' }]);
        }
      }
    }
    return claimed;
  }
}
