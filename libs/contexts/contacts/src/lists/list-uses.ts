import { Injectable } from '@nestjs/common';
import type { ListUse } from '@parley/contracts/api/contact-lists';

/** Says what uses a list: a broadcast, a route. Nothing that is used is deleted. */
export interface ListUser {
  usesOf(customerId: string, listId: string): Promise<ListUse[]>;
}

/** All that may use lists. Features that refer to lists by their ids register here when they start. */
@Injectable()
export class ListUses {
  private readonly users: ListUser[] = [];

  register(user: ListUser): void {
    this.users.push(user);
  }

  /** What uses a list; nothing where it may be deleted. */
  async of(customerId: string, listId: string): Promise<ListUse[]> {
    const uses = await Promise.all(this.users.map((user) => user.usesOf(customerId, listId)));
    return uses.flat().filter(({ count }) => count > 0);
  }
}
