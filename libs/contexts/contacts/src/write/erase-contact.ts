import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactProfile } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { SubjectKeys } from '@parley/platform/security/keys';
import { contact } from '../domain/contact';
import { ImportStore } from '../import/import-store';
import { ContactQueries } from '../read/contacts.queries';
import { contactsView } from '../read/contacts.projector';
import { ToContact } from './contact.handler';

/** Erases a person: what the log holds of them can never be read again, and whoever comes with their number is new. */
@Injectable()
export class EraseContact {
  constructor(
    private readonly commands: CommandBus,
    private readonly aggregates: Aggregates,
    private readonly claims: Claims,
    private readonly contacts: ContactQueries,
    private readonly keys: SubjectKeys,
    private readonly views: Views,
    private readonly imports: ImportStore,
  ) {}

  /**
   * What is known of them: by this, what is not sealed is found. Empty once they were erased.
   * @throws NotFound for somebody unknown, or of another customer
   */
  async profile(customerId: string, contactId: string): Promise<ContactProfile> {
    const { state } = await this.aggregates.load(contact, 'contact', contactId, customerId);
    if (state.status === 'missing') throw new NotFound();
    return state.profile;
  }

  /**
   * Records the fact, deletes the key and frees what the contact was known by, in this order: views scrub their rows
   * by the fact, whatever else happens. Every step holds when it is repeated, so a crash in between is mended by
   * doing it again.
   * @returns the position from which on no view shows anything of them
   * @throws NotFound
   */
  async erase(contactId: string, context: CommandContext): Promise<{ position: string }> {
    const { customerId } = context;
    const { position } = await this.commands.execute(new ToContact(contactId, { type: 'Erase' }, context));
    await this.keys.erase(customerId, contactId);
    await this.imports.forgetContact(contactId);
    // All claims up to here; one that is made meanwhile is freed by whoever comes with it next.
    await this.views.waitFor(contactsView.name, position ?? '', 30_000);
    for (const id of await this.contacts.claimsOf(contactId)) {
      await this.claims.releaseById(id, contactId, context);
    }
    return { position: position ?? '' };
  }
}
