import { Controller, Get, Logger, Param, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { contact } from '@parley/contacts/domain/contact';
import { siteOf } from '@parley/contracts/rules/counted-links';
import { countedLink, message, ToMessage } from '@parley/conversations/domain/message';
import { CountedLinks, type LinkPlace } from '@parley/conversations/links/counted-links';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { doneBy } from '@parley/event-sourcing/decider/command';
import { Public } from '@parley/platform/http/principal';
import { isMachine } from './machines';
import { goneIn } from './gone-page';

/**
 * Redirects the links behind buttons of templates and counts the clicks. Visitors are anonymous. The target address
 * is read from the message, never from the request. If the message no longer contains it, for example after its
 * contact was erased, the link is dead.
 */
@ApiExcludeController()
@Controller('l')
@Public()
export class LinksController {
  private readonly logger = new Logger('links');
  now = () => new Date().toISOString();

  constructor(
    private readonly links: CountedLinks,
    private readonly aggregates: Aggregates,
    private readonly commands: CommandBus,
  ) {}

  @Get(':token')
  async open(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    // Hides the token from the target site.
    response.setHeader('Referrer-Policy', 'no-referrer');
    const place = this.links.placeOf(token);
    const address = place && (await this.addressAt(place));
    if (!place || !address) {
      response.status(404).type('html').send(goneIn(request.acceptsLanguages()));
      return;
    }
    if (!isMachine(request)) await this.count(place);
    response.redirect(302, address);
  }

  /**
   * Reads the target address from the log, since a cache may still contain the key of an erased contact for a while.
   */
  private async addressAt({ customerId, messageId, ...button }: LinkPlace): Promise<string | null> {
    const { state } = await this.aggregates.load(message, 'message', messageId, customerId);
    const link = countedLink(state, button);
    if (!link || !state.written || siteOf(link.text) === null) return null;
    const { contactId } = state.written;
    const recipient = await this.aggregates.load(contact, 'contact', contactId, customerId);
    return recipient.state.status === 'known' ? new URL(link.text).href : null;
  }

  /** Counts a click. An error is logged and does not stop the redirect. */
  private async count({ customerId, messageId, index, card }: LinkPlace): Promise<void> {
    const context = doneBy('link', { customerId, now: this.now() });
    try {
      await this.commands.execute(new ToMessage(messageId, { type: 'OpenLink', index, card }, context));
    } catch (error) {
      this.logger.error(`A click in the message ${messageId} was not counted. ${String(error)}`);
    }
  }
}
