import { Injectable } from '@nestjs/common';
import type { TemplateApi, TemplateSample } from '@parley/channels/adapters/adapter';
import { adapterOf } from '@parley/channels/adapters/registry';
import { ChannelQueries, type Channel } from '@parley/channels/read/channels.queries';
import type {
  SubmittedTemplate,
  TemplateRefusal,
  TemplateRemoved,
  TemplatesListed,
  TemplateSubmitted,
  TemplateSource,
} from '@parley/contracts/channels/templates';
import { sends } from '@parley/contracts/channels/offers';
import type { TemplateAccount, TemplateFile } from '@parley/contracts/events';
import { Config } from '@parley/platform/config/config';
import { Storage } from '@parley/platform/storage/storage';
import { TemplateProviders } from '@parley/templates/write/template-providers';

const withoutChannel: TemplateRefusal = {
  outcome: 'refused',
  code: 'template_without_channel',
  detail: null,
};

/**
 * The account at the provider that owns a channel's templates: all numbers of one business account share its
 * templates.
 */
export function templateAccountOf({
  id,
  provider,
  businessAccountId,
  providerAccountId,
}: Channel): TemplateAccount {
  return { provider, accountId: businessAccountId ?? providerAccountId ?? id };
}

/** Calls the template APIs of providers through the adapters of channels. */
@Injectable()
export class ChannelTemplates extends TemplateProviders {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly storage: Storage,
    private readonly config: Config,
  ) {
    super();
  }

  async sources(customerId: string): Promise<TemplateSource[]> {
    const sources = new Map<string, TemplateSource>();
    for (const channel of await this.withTemplates(customerId)) {
      const account = templateAccountOf(channel);
      const key = `${account.provider}/${account.accountId}`;
      const source = sources.get(key) ?? { ...account, channelIds: [], isConnected: false };
      source.channelIds.push(channel.id);
      source.isConnected ||= channel.isConnected;
      sources.set(key, source);
    }
    return [...sources.values()];
  }

  async submit(
    customerId: string,
    account: TemplateAccount,
    template: SubmittedTemplate,
  ): Promise<TemplateSubmitted> {
    const format = template.content.header?.format ?? 'text';
    const isFile = format !== 'text' && format !== 'location';
    const sample = isFile && template.attachment ? this.sampleOf(template.attachment) : null;
    return this.ask(customerId, account, (api, connection) => api.submit(template, connection, sample));
  }

  remove(
    customerId: string,
    account: TemplateAccount,
    template: { name: string; language: string; externalId: string },
  ): Promise<TemplateRemoved> {
    return this.ask(customerId, account, (api, connection) => api.remove(template, connection));
  }

  list(customerId: string, account: TemplateAccount): Promise<TemplatesListed> {
    return this.ask(customerId, account, (api, connection) => api.list(connection));
  }

  /** Calls the template API through any connected channel of the account. */
  private async ask<T>(
    customerId: string,
    { provider, accountId }: TemplateAccount,
    question: (api: TemplateApi, connection: Parameters<TemplateApi['list']>[0]) => Promise<T>,
  ): Promise<T | TemplateRefusal> {
    const channel = (await this.withTemplates(customerId)).find((candidate) => {
      const account = templateAccountOf(candidate);
      return candidate.isConnected && account.provider === provider && account.accountId === accountId;
    });
    const api = channel && adapterOf(channel.provider).templates;
    if (!api) return withoutChannel;
    return question(api, await this.channels.connection(customerId, channel));
  }

  private async withTemplates(customerId: string): Promise<Channel[]> {
    const channels = await this.channels.all(customerId);
    return channels.filter((channel) => sends(channel, 'template') && adapterOf(channel.provider).templates);
  }

  private sampleOf({ path, contentType, fileName, size }: TemplateFile): TemplateSample {
    return {
      ...{ contentType, fileName, size },
      read: () => this.storage.get(path),
      link: async () => {
        const url = await this.storage.signedUrl(path, { contentType, fileName, inline: false });
        return new URL(url, this.config.publicUrl).href;
      },
    };
  }
}
