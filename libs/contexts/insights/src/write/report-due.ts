import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { idOf } from '@parley/contracts/events';
import { doneBy } from '@parley/event-sourcing/decider/command';
import type { Due } from '@parley/event-sourcing/due/due';
import type { DueCommand } from '@parley/event-sourcing/due/due-ticker';
import { InsightQueries } from '../read/insight.queries';
import { REPORT } from '../read/reports.view';
import { ToReport } from '../domain/report';

/** Issues due reports; the decider determines the period and sends each at most once. */
@Injectable()
export class ReportDue implements DueCommand {
  readonly name = REPORT;
  now = () => new Date().toISOString();

  constructor(
    private readonly commands: CommandBus,
    private readonly insights: InsightQueries,
  ) {}

  async issue({ stream, at, customerId }: Due): Promise<void> {
    const { timeZone } = await this.insights.organisation(customerId);
    const now = this.now();
    const context = doneBy('insights', { customerId, doing: `${stream}/${at}`, now });
    await this.commands.execute(new ToReport(idOf(stream), { type: 'FallDue', now, timeZone }, context));
  }
}
