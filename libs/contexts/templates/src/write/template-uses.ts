import { Injectable } from '@nestjs/common';
import type { TemplateUse } from '@parley/contracts/api/templates';

/**
 * Counts how often templates are used by one kind of thing, such as broadcasts that still have to be sent. A template
 * in use cannot be deleted.
 */
export interface TemplateUser {
  /** The kind of thing that uses templates. */
  readonly uses: TemplateUse['what'];
  /** Number of uses by template id; templates without uses may be absent. */
  countsOfTemplates(customerId: string, templateIds: string[]): Promise<Map<string, number>>;
}

/** Registry of the features that refer to templates by id. Each feature registers here when it starts. */
@Injectable()
export class TemplateUses {
  private readonly users: TemplateUser[] = [];

  register(user: TemplateUser): void {
    this.users.push(user);
  }

  /** The uses of a template; empty if the template may be deleted. */
  async of(customerId: string, templateId: string): Promise<TemplateUse[]> {
    return (await this.ofMany(customerId, [templateId]))[templateId] ?? [];
  }

  /** The uses of these templates by id; templates without uses are absent. */
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
