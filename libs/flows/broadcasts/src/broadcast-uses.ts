import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListUses, type ListUser } from '@parley/contacts/lists/list-uses';
import type { ListUse } from '@parley/contracts/api/contact-lists';
import { BroadcastQueries } from '@parley/engage/read/broadcast.queries';
import { TemplateUses, type TemplateUser } from '@parley/templates/write/template-uses';

/** Prevents the deletion of lists and templates that a broadcast still needs. */
@Injectable()
export class BroadcastUses implements ListUser, TemplateUser, OnModuleInit {
  readonly uses = 'broadcast';

  constructor(
    private readonly broadcasts: BroadcastQueries,
    private readonly lists: ListUses,
    private readonly templates: TemplateUses,
  ) {}

  onModuleInit(): void {
    this.lists.register(this);
    this.templates.register(this);
  }

  async usesOf(customerId: string, listId: string): Promise<ListUse[]> {
    return [{ what: 'broadcast', count: await this.broadcasts.usingList(customerId, listId) }];
  }

  countsOfTemplates(customerId: string, templateIds: string[]): Promise<Map<string, number>> {
    return this.broadcasts.usingTemplates(customerId, templateIds);
  }
}
