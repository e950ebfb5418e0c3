import { Injectable } from '@nestjs/common';
import type { ListUse } from '@parley/contracts/api/contact-lists';

/**
 * A feature that refers to contact lists, such as broadcasts and routes, and reports its uses of a list: a used list
 * cannot be deleted.
 */
export interface ListUser {
  usesOf(customerId: string, listId: string): Promise<ListUse[]>;
}

/** Registry of the features that refer to contact lists by id. Each feature registers here when it starts. */
@Injectable()
export class ListUses {
  private readonly users: ListUser[] = [];

  register(user: ListUser): void {
    this.users.push(user);
  }

  /** The uses of a list by all features; empty if the list may be deleted. */
  async of(customerId: string, listId: string): Promise<ListUse[]> {
    const uses = await Promise.all(this.users.map((user) => user.usesOf(customerId, listId)));
    return uses.flat().filter(({ count }) => count > 0);
  }
}
