import { Injectable } from '@nestjs/common';
import type { TemplateUse } from '@parley/contracts/api/templates';

/** Says what uses templates: a broadcast that has still to send one. Nothing that is used is deleted. */
export interface TemplateUser {
  /** What it is that uses them. */
  readonly uses: TemplateUse['what'];
  /** How many use each of these templates; those that none uses may be left out. */
  countsOfTemplates(customerId: string, templateIds: string[]): Promise<Map<string, number>>;
}

/** All that may use templates. Features that refer to templates by their ids register here when they start. */
@Injectable()
export class TemplateUses {
  private readonly users: TemplateUser[] = [];

  register(user: TemplateUser): void {
    this.users.push(user);
  }

  /** What uses a template; nothing where it may be deleted. */
  async of(customerId: string, templateId: string): Promise<TemplateUse[]> {
    return (await this.ofMany(customerId, [templateId]))[templateId] ?? [];
  }

  /** What uses each of these templates, by their ids; those that nothing uses are left out. */
  async ofMany(customerId: string, templateIds: string[]): Promise<Record<string, TemplateUse[]>> {
    const all: Record<string, TemplateUse[]> = {};
    if (templateIds.length === 0) return all;
    const counted = await Promise.all(
      this.users.map(async (user) => ({
        what: user.uses,
        counts: await user.countsOfTemplates(customerId, templateIds),
      })),
    );
    for (const { what, counts } of counted) {
      for (const [id, count] of counts) if (count > 0) (all[id] ??= []).push({ what, count });
    }
    return all;
  }
}
