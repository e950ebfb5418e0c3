import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import type { MailboxCheckResponse, MailboxResponse, MailDomainResponse } from '@parley/contracts/api/email';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { domainOf } from '../adapters/email/dkim';
import { ChannelQueries, type Channel } from '../read/channels.queries';
import { MailDomain } from './mail-domain';
import { MailboxCheck } from './mailbox-check';
import { MailboxStore } from './mailbox-store';
import { SetAsideMails } from './set-aside-mails';

/** State and checks of a mailbox, for users who may change channels. */
@Controller('api/v3/channels')
@Requires('channels:update')
export class MailboxController {
  constructor(
    private readonly channels: ChannelQueries,
    private readonly store: MailboxStore,
    private readonly setAside: SetAsideMails,
    private readonly domain: MailDomain,
    private readonly checks: MailboxCheck,
  ) {}

  @Get(':id/mailbox')
  async one(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<MailboxResponse> {
    const { providerAccountId } = await this.mailbox(me, id);
    const [folders, setAside] = await Promise.all([
      this.store.folders(id),
      this.setAside.count(me.customerId, id),
    ]);
    return { folders, setAside, domain: domainOf(providerAccountId) };
  }

  @Get(':id/mail-domain')
  async lookAtDomain(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<MailDomainResponse> {
    const channel = await this.mailbox(me, id);
    return this.domain.look(await this.channels.connection(me.customerId, channel));
  }

  /** Sends a test mail to the mailbox itself. */
  @Post(':id/mailbox/check')
  @HttpCode(200)
  async check(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<MailboxCheckResponse> {
    const channel = await this.mailbox(me, id);
    return this.checks.run(id, await this.channels.connection(me.customerId, channel));
  }

  /** @throws NotFound if the organisation has no such mailbox */
  private async mailbox({ customerId }: Principal, id: string): Promise<Channel> {
    const channel = await this.channels.forWorker(customerId, id);
    if (channel.provider !== 'email') throw new NotFound();
    return channel;
  }
}
