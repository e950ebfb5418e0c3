import { Injectable } from '@nestjs/common';
import { KnownTemplates, type KnownTemplate } from '@parley/conversations/write/known-templates';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { TemplateQueries } from '@parley/templates/read/templates.queries';

/** Finds those templates of an organisation that exist at a provider. */
@Injectable()
export class SendableTemplates extends KnownTemplates {
  constructor(private readonly templates: TemplateQueries) {
    super();
  }

  async find(customerId: string, id: string): Promise<KnownTemplate | null> {
    try {
      const { state } = await this.templates.one(customerId, id);
      const { name, language, externalId, live, isGone } = state;
      return live && !isGone ? { id, name, language, externalId, content: live.content } : null;
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }
}
