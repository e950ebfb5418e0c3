import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactProfile } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import { SubjectKeys } from '@parley/platform/security/keys';
import { contact, ToContact } from '../domain/contact';
import { ImportStore } from '../import/import-store';
import { ContactQueries } from '../read/contacts.queries';
import { contactsView } from '../read/contacts.projector';

/**
 * Erases a contact: their data in the log becomes unreadable, and a person who writes from the same number later is a
 * new contact.
 */
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
   * The profile, with which the caller finds data that is not encrypted; empty after the erasure.
   * @throws NotFound for a contact that is unknown or of another organisation
   */
  async profile(customerId: string, contactId: string): Promise<ContactProfile> {
    const { state } = await this.aggregates.load(contact, 'contact', contactId, customerId);
    if (state.status === 'missing') throw new NotFound();
    return state.profile;
  }

  /**
   * Records the event, deletes the key and releases the claims, in this order, so that views erase their rows even if
   * a later step fails. Each step is idempotent, so repeating the command after a crash completes it.
   * @returns the position from which on no view shows the contact's data
   * @throws NotFound for a contact that is unknown or of another organisation
   */
  async erase(contactId: string, context: CommandContext): Promise<{ position: string }> {
    const { customerId } = context;
    const { position } = await this.commands.execute(new ToContact(contactId, { type: 'Erase' }, context));
    await this.keys.erase(customerId, contactId);
    await this.imports.forgetContact(contactId);
    // Releases all claims up to this position. A claim made later is released by the next payload with its alias.
    await this.views.waitFor(contactsView.name, position ?? '', 30_000);
    for (const id of await this.contacts.claimsOf(contactId)) {
      await this.claims.releaseById(id, contactId, context);
    }
    return { position: position ?? '' };
  }
}
