import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { CodedError } from '@parley/contracts/api/coded-error';
import type { BulkResponse, BulkResult } from '@parley/contracts/api/conversations';
import { BulkRequest } from '@parley/contracts/api/conversations.requests';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { InboxQueries } from '../read/inbox.queries';
import { ChatCommands } from '../write/chat-commands';
import { ToConversation } from '../domain/conversation';

/**
 * Applies one action to several conversations. Each has its own result: a refusal for one does not stop the others.
 */
@Controller('api/v3')
@Requires('inbox:read')
export class BulkController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly requests: ChatCommands,
    private readonly commands: CommandBus,
  ) {}

  @Post('messaging-chats/bulk')
  @HttpCode(200)
  async bulk(@CurrentPrincipal() me: Principal, @Body() request: BulkRequest): Promise<BulkResponse> {
    const viewer = await this.inbox.viewer(me);
    const commandFor = await this.requests.of(request, viewer);
    const results: BulkResult[] = [];
    let last = '';
    for (const asked of request.chats) {
      const { id } = asked;
      try {
        const command = await commandFor(await this.inbox.findVisible(viewer, id), asked);
        const done = await this.commands.execute(new ToConversation(id, command, requestedNow(me)));
        if (done.position && done.position > last) last = done.position;
        results.push({ id, ok: true, changed: done.events.length > 0 });
      } catch (error) {
        if (!(error instanceof CodedError)) throw error;
        results.push({ id, ok: false, code: error.code, ...error.members });
      }
    }
    return { position: last, results };
  }
}
