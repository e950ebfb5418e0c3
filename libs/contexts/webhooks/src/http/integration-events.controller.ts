import { Body, Controller, Post } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CreatedResponse } from '@parley/contracts/api/conversations';
import { StateEventRequest } from '@parley/contracts/api/events.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NewId } from '@parley/platform/http/new-id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { ToIntegrationEvent } from '../domain/integration-event';

/** Records events that integrations state, for all who follow the organisation's events. */
@Controller('api/v3/events')
export class IntegrationEventsController {
  constructor(private readonly commands: CommandBus) {}

  @Post()
  @Requires('events:create')
  async state(
    @CurrentPrincipal() me: Principal,
    @NewId() id: string,
    @Body() { name, actor, target }: StateEventRequest,
  ): Promise<CreatedResponse> {
    const command = {
      ...{ type: 'State' as const, name },
      from: { reference: actor.reference, entityType: actor.entityType ?? null },
      target: target ? { reference: target.reference, entityType: target.entityType ?? null } : null,
    };
    return { id, ...(await carryOut(this.commands, new ToIntegrationEvent(id, command, requestedNow(me)))) };
  }
}
