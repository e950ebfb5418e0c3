import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import type { CommandResponse } from '@parley/contracts/api/conversations';
import { carryOut } from '@parley/event-sourcing/decider/carry-out';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import type { Principal } from '@parley/platform/http/principal';
import type { ContactCommand } from '../domain/contact';
import { contactsView } from '../read/contacts.projector';
import { ContactQueries } from '../read/contacts.queries';
import { ToContact } from '../write/contact.handler';

/** Contacts as whoever asks may see them: all others are as those that are not there, to read and to change. */
@Injectable()
export class VisibleContacts {
  constructor(
    private readonly contacts: ContactQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
  ) {}

  /** Once the view holds what `minPosition` names. @throws NotFound */
  async find(me: Principal, id: string, minPosition: string | undefined): Promise<ContactResponse & Fresh> {
    const stale = minPosition !== undefined && !(await this.views.waitFor(contactsView.name, minPosition));
    const { viewer, position } = await this.contacts.viewerAt(me);
    return { ...(await this.contacts.find(viewer, id)), position, stale };
  }

  /** @throws NotFound */
  async require(me: Principal, id: string): Promise<void> {
    const { viewer } = await this.contacts.viewerAt(me);
    await this.contacts.requireVisible(viewer, id);
  }

  /** @throws NotFound, and by the rules of contacts */
  async execute(me: Principal, id: string, command: ContactCommand): Promise<CommandResponse> {
    await this.require(me, id);
    return carryOut(this.commands, new ToContact(id, command, requestedNow(me)));
  }
}
