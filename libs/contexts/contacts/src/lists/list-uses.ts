import { Injectable } from '@nestjs/common';
import type { ListUse } from '@parley/contracts/api/contact-lists';

/** Reports the uses of a list, such as broadcasts and routes. A used list cannot be deleted. */
export interface ListUser {
  usesOf(customerId: string, listId: string): Promise<ListUse[]>;
}

/**
 * Registry of the features that use lists. Features that refer to lists by their ids register here when they start.
 */
@Injectable()
export class ListUses {
  private readonly users: ListUser[] = [];

  register(user: ListUser): void {
    this.users.push(user);
  }

  /** The uses of a list; empty if the list may be deleted. */
  async of(customerId: string, listId: string): Promise<ListUse[]> {
    const uses = await Promise.all(this.users.map((user) => user.usesOf(customerId, listId)));
    return uses.flat().filter(({ count }) => count > 0);
  }
}
