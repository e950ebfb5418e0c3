import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactField } from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { step, type CommandContext } from '@parley/event-sourcing/decider/command';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { contact, ToContact } from '../domain/contact';

/**
 * Merges one contact into another, and undoes merges. Conversations, comments, metadata, ids at providers and claims
 * stay with the merged contact, so that a single event returns them when the merge is undone. Fields, labels,
 * attributes and flags that were taken over are removed again (ADR 22).
 */
@Injectable()
export class MergeContacts {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
  ) {}

  /**
   * Merges `otherId` into `contactId`; repeating the merge changes nothing.
   * @param fields fields that both contacts have and for which the other contact's value is taken
   * @returns the position from which on views show both as one contact
   * @throws Rejected `contact_merged`, `contact_merging`; NotFound for a contact that is unknown or erased
   */
  async merge(
    { contactId, otherId, fields }: { contactId: string; otherId: string; fields: readonly ContactField[] },
    context: CommandContext,
  ): Promise<{ position: string }> {
    const { state: other } = await this.aggregates.load(contact, 'contact', otherId, context.customerId);
    const absorb = { type: 'Absorb', contactId, otherId, other, fields } as const;
    await this.commands.execute(new ToContact(contactId, absorb, step(context, 'absorb')));
    try {
      const merge = { type: 'Merge', contactId: otherId, intoId: contactId } as const;
      const { position } = await this.commands.execute(new ToContact(otherId, merge, step(context, 'merge')));
      return { position: position ?? '' };
    } catch (error) {
      // The other contact was merged into a third one at the same time, so this contact's side of the merge is
      // undone.
      if (error instanceof Rejected) await this.release(contactId, otherId, step(context, 'release'));
      throw error;
    }
  }

  /**
   * Undoes a merge. Messages since the merge belong to the contact from whose address they came; changes that
   * colleagues made since stay.
   * @throws Rejected `contact_not_merged`
   */
  async unmerge(
    { contactId, otherId }: { contactId: string; otherId: string },
    context: CommandContext,
  ): Promise<{ position: string }> {
    const unmerge = { type: 'Unmerge', fromId: contactId } as const;
    const unmerged = await this.commands.execute(new ToContact(otherId, unmerge, step(context, 'unmerge')));
    const released = await this.release(contactId, otherId, step(context, 'release'));
    return { position: released ?? unmerged.position ?? '' };
  }

  private async release(contactId: string, otherId: string, context: CommandContext): Promise<string | null> {
    const release = { type: 'Release', contactId, otherId } as const;
    return (await this.commands.execute(new ToContact(contactId, release, context))).position;
  }
}
