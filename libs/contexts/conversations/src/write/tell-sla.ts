import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf } from '@parley/contracts/events';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { Views } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { Database } from '@parley/platform/database/database';
import { tellings, TELL_SLA } from '../domain/service-level';
import { clocksIn } from '../read/due-targets';
import { inboxView } from '../read/inbox.projector';
import { ToConversation } from '../domain/conversation';

/** Time limit in ms for the view to catch up, so that other scheduled commands are not delayed for long. */
const PATIENCE_MS = 250;

/**
 * Records that an SLA target is about to be missed or was missed. The view first catches up with the log, so that a
 * reply in time prevents the event.
 */
@Injectable()
export class TellSla implements DueCommand {
  readonly name = TELL_SLA;
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly database: Database,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  async issue({ stream, customerId }: Due): Promise<void> {
    const head = await this.store.head();
    if (head === null) return;
    await this.views.catchUp(inboxView.name, head, PATIENCE_MS);
    const id = idOf(stream);
    const clocks = await clocksIn(this.database, customerId, id);
    if (!clocks?.policyId) return;
    const now = this.now();
    const { policyId, running, span } = clocks;
    for (const { clock, since, dueAt, stage } of tellings(running, span, now)) {
      const doing = `${stream}/${this.name}/${clock}/${stage}/${since}`;
      const command = { type: 'TellSla', stage, told: { clock, policyId, since, dueAt } } as const;
      await this.commands.execute(
        new ToConversation(id, command, doneBy(this.name, { customerId, doing, now })),
      );
    }
  }
}
