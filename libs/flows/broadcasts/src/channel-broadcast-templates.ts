import { Injectable } from '@nestjs/common';
import { ChannelQueries } from '@parley/channels/read/channels.queries';
import type { BroadcastTemplate } from '@parley/contracts/events';
import { BroadcastTemplates } from '@parley/engage/write/neighbours';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { TemplateQueries } from '@parley/templates/read/templates.queries';
import { templateAccountOf } from '@parley/messages/channel-templates';

/** The templates that a channel can send: approved, not deleted, and of the channel's own account at the provider. */
@Injectable()
export class ChannelBroadcastTemplates extends BroadcastTemplates {
  constructor(
    private readonly templates: TemplateQueries,
    private readonly channels: ChannelQueries,
  ) {
    super();
  }

  async sendable(customerId: string, templateId: string, channelId: string): Promise<BroadcastTemplate> {
    const [{ state }, channel] = await Promise.all([
      this.templates.one(customerId, templateId).catch(unsendable),
      this.channels.forWorker(customerId, channelId).catch(unsendable),
    ]);
    const { provider, accountId } = templateAccountOf(channel);
    if (state.provider !== provider || state.accountId !== accountId) {
      throw new Rejected('template_not_sendable', 'another account');
    }
    if (state.status !== 'approved' || state.isGone || !state.live) {
      throw new Rejected('template_not_sendable', state.isGone ? 'gone' : state.status);
    }
    const { name, language, externalId, attachment, live } = state;
    const { category, content } = live;
    return { id: templateId, externalId, name, language, category, content, attachment };
  }
}

function unsendable(error: unknown): never {
  throw error instanceof NotFound ? new Rejected('template_not_sendable', 'unknown') : error;
}
