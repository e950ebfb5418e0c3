import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { TemplateNews as News } from '@parley/contracts/channels/templates';
import type { TemplateAccount } from '@parley/contracts/events';
import { Claims } from '@parley/claims/claims';
import type { CommandContext } from '@parley/event-sourcing/decider/command';
import type { TemplateCommand } from '../domain/template';
import { templateName, ToTemplate } from './template.handler';

/** Applies reports about templates from providers' webhooks. */
@Injectable()
export class TakeTemplateNews {
  constructor(
    private readonly claims: Claims,
    private readonly commands: CommandBus,
  ) {}

  /**
   * Applies a report. An unknown template is ignored, because the next synchronisation imports it.
   * @returns whether the template is known
   */
  async take(
    named: TemplateAccount & { name: string; language: string },
    news: News,
    context: CommandContext,
  ): Promise<boolean> {
    const id = await this.claims.ownerOf(templateName(named), context.customerId);
    if (id === null) return false;
    await this.commands.execute(new ToTemplate(id, commandFor(news), context));
    return true;
  }
}

function commandFor(news: News): TemplateCommand {
  switch (news.says) {
    case 'status': {
      const { status, reason, advice } = news;
      return { type: 'Review', status, reason, advice };
    }
    case 'category':
      return { type: 'Recategorise', category: news.category };
    case 'quality':
      return { type: 'Rate', quality: news.quality };
  }
}
