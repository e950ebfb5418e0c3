import { Injectable } from '@nestjs/common';
import type { ListUse } from '@parley/contracts/api/contact-lists';

/** Says what uses a template: a broadcast that has still to send it. Nothing that is used is deleted. */
export interface TemplateUser {
  usesOfTemplate(customerId: string, templateId: string): Promise<ListUse[]>;
}

/** All that may use templates. Features that refer to templates by their ids register here when they start. */
@Injectable()
export class TemplateUses {
  private readonly users: TemplateUser[] = [];

  register(user: TemplateUser): void {
    this.users.push(user);
  }

  /** What uses a template; nothing where it may be deleted. */
  async of(customerId: string, templateId: string): Promise<ListUse[]> {
    const uses = await Promise.all(this.users.map((user) => user.usesOfTemplate(customerId, templateId)));
    return uses.flat().filter(({ count }) => count > 0);
  }
}
