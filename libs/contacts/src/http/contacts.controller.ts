import { Controller, Get } from '@nestjs/common';
import type { ContactResponse } from '@parley/contracts/api/contacts';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ContactQueries } from '../read/contacts.queries';

@Controller('api/v3/contacts')
export class ContactsController {
  constructor(private readonly contacts: ContactQueries) {}

  // Whoever may read the inbox sees who writes: its side panel shows it.
  @Get(':id')
  @Requires('inbox:read')
  find(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<ContactResponse> {
    return this.contacts.find(me.customerId, id);
  }
}
