import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ListUses, type ListUser } from '@parley/contacts/lists/list-uses';
import type { ListUse } from '@parley/contracts/api/contact-lists';
import { SmartRouteQueries } from '@parley/routing/read/smart-route.queries';
import { TemplateUses, type TemplateUser } from '@parley/templates/write/template-uses';

/** Prevents the deletion of lists and templates that a rule names. */
@Injectable()
export class RouteUses implements ListUser, TemplateUser, OnModuleInit {
  readonly uses = 'route';

  constructor(
    private readonly routes: SmartRouteQueries,
    private readonly lists: ListUses,
    private readonly templates: TemplateUses,
  ) {}

  onModuleInit(): void {
    this.lists.register(this);
    this.templates.register(this);
  }

  async usesOf(customerId: string, id: string): Promise<ListUse[]> {
    return [{ what: 'route', count: (await this.routes.uses(customerId, id)).length }];
  }

  countsOfTemplates(customerId: string, ids: string[]): Promise<Map<string, number>> {
    return this.routes.countsOfUses(customerId, ids);
  }
}
