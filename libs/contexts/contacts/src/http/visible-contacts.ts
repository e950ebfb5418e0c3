import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactItem, ContactResponse, ContactsPage } from '@parley/contracts/api/contacts';
import type { ContactsQuery } from '@parley/contracts/api/contacts.requests';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import type { ContactViewer } from '@parley/access-rules/viewer';
import type { Principal } from '@parley/platform/http/principal';
import { type ContactCommand, ToContact } from '../domain/contact';
import { ContactListQueries } from '../read/contact-list.queries';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { fieldsAsked, selectionAsked } from './contacts-query';

/** Reads and changes contacts that a user may see; all others are reported as not found. */
@Injectable()
export class VisibleContacts {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly lists: ContactListQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Reads a contact once the view contains `minPosition`.
   * @throws NotFound; Rejected `busy` if the view lags behind and lacks the contact
   */
  async find(me: Principal, id: string, minPosition: string | undefined): Promise<ContactResponse & Fresh> {
    const { viewer, ...fresh } = await this.viewerAt(me, minPosition);
    try {
      return { ...(await this.contacts.find(viewer, id)), ...fresh };
    } catch (error) {
      // The view lags behind, so it may lack a contact that the user has just created.
      if (error instanceof NotFound && fresh.stale) throw new Rejected('busy');
      throw error;
    }
  }

  /** @throws CodedError `invalid_input` for malformed conditions, ids or fields */
  async list(me: Principal, query: ContactsQuery): Promise<ContactsPage<Partial<ContactItem>> & Fresh> {
    const selection = selectionAsked(query);
    const shown = fieldsAsked(query.fields);
    const { viewer, ...fresh } = await this.viewerAt(me, query.minPosition);
    const page = await this.lists.page(viewer, selection, query);
    return { ...page, data: page.data.map(shown), ...fresh };
  }

  /**
   * The user with their access rights, read once the view contains `minPosition`; `stale` if the view does not
   * contain it in time.
   */
  async viewerAt(me: Principal, minPosition: string | undefined): Promise<{ viewer: ContactViewer } & Fresh> {
    const stale = minPosition !== undefined && !(await this.views.waitFor(contactsView.name, minPosition));
    return { ...(await this.contacts.viewerAt(me)), stale };
  }

  /**
   * @returns the id of the contact, or of the contact into which it was merged
   * @throws NotFound if the contact is missing or hidden from this user
   */
  async require(me: Principal, id: string): Promise<string> {
    const { viewer } = await this.contacts.viewerAt(me);
    return this.contacts.requireVisible(viewer, id);
  }

  /**
   * Runs a command on a contact, or on the contact into which it was merged.
   * @param of picks another contact for the command, given the id of the merge target: comments and metadata stay
   * with the contact for which they were written
   * @throws NotFound if the contact is missing or hidden from this user; and the errors of the decider `contact`
   */
  async execute(
    me: Principal,
    id: string,
    command: ContactCommand,
    of?: (rootId: string) => Promise<string> | string,
  ): Promise<CommandResponse> {
    const rootId = await this.require(me, id);
    const target = of ? await of(rootId) : rootId;
    const its = 'contactId' in command ? { ...command, contactId: target } : command;
    return carryOut(this.commands, new ToContact(target, its, requestedNow(me)));
  }
}
