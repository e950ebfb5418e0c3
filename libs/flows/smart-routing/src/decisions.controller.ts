import { Controller, Get, Query } from '@nestjs/common';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import type { RoutingDecisionResponse } from '@parley/contracts/api/smart-routes';
import { InboxQueries } from '@parley/conversations/read/inbox.queries';
import { TranscriptQueries } from '@parley/conversations/read/transcript.queries';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { routingView } from '@parley/routing/read/routing.view';
import { SmartRouteQueries } from '@parley/routing/read/smart-route.queries';
import { textOf } from './judged-message';

/** The routing decisions about a conversation, for users who may see it. */
@Controller('api/v3/messaging-chats')
export class DecisionsController {
  constructor(
    private readonly inbox: InboxQueries,
    private readonly transcript: TranscriptQueries,
    private readonly routes: SmartRouteQueries,
    private readonly views: Views,
  ) {}

  @Get(':id/routing')
  @Requires('inbox:read')
  decisions(
    @CurrentPrincipal() me: Principal,
    @Id('id') id: string,
    @Query() { minPosition }: PositionQuery,
  ): Promise<{ data: RoutingDecisionResponse[] } & Fresh> {
    return this.views.read(routingView.name, minPosition, async () => {
      await this.inbox.findVisible(await this.inbox.viewer(me), id);
      const decisions = await this.routes.decisions(me.customerId, id);
      const ids = decisions.map(({ messageId }) => messageId);
      const entries = await this.transcript.entriesByIds(me.customerId, ids);
      const texts = new Map(
        // The text of a deleted message is not shown.
        entries.map((entry) => [entry.id, entry.isDeleted ? null : (entry.message ?? textOf(entry.content))]),
      );
      return {
        data: decisions.map(({ position: _, ...decision }) => ({
          ...decision,
          text: texts.get(decision.messageId) ?? null,
        })),
      };
    });
  }
}
