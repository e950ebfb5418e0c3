import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { CommandResponse, CreatedResponse } from '@parley/contracts/api/conversations';
import { PositionQuery } from '@parley/contracts/api/conversations.requests';
import { MAX_REPORTS, type ReportsResponse } from '@parley/contracts/api/insights';
import { SwitchOnReportRequest } from '@parley/contracts/api/insights.requests';
import { carryOut } from '@parley/event-sourcing/decider/command-bus';
import { requestedNow } from '@parley/event-sourcing/decider/command';
import { NotFound, Rejected } from '@parley/event-sourcing/decider/decider';
import { Views, type Fresh } from '@parley/event-sourcing/projection/views';
import { EventStore } from '@parley/event-sourcing/store/event-store';
import { OneAtATime } from '@parley/platform/database/one-at-a-time';
import { Id } from '@parley/platform/http/id';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { InsightQueries } from '../read/insight.queries';
import { ReportQueries } from '../read/reports.queries';
import { reportsView } from '../read/reports.view';
import { ToReport } from '../domain/report';
import { reportIdOf } from '../write/report-id';

/** Time limit in ms for the view to include earlier reports; shorter than the mutex below may be held. */
const PATIENCE_MS = 5_000;

/** Dashboards that are mailed to the signed-in user. */
@Controller('api/intelligence/v1/reports')
@Requires('insights:read')
export class ReportsController {
  constructor(
    private readonly reports: ReportQueries,
    private readonly insights: InsightQueries,
    private readonly views: Views,
    private readonly commands: CommandBus,
    private readonly store: EventStore,
    private readonly oneAtATime: OneAtATime,
  ) {}

  @Get()
  list(
    @CurrentPrincipal() me: Principal,
    @Query() { minPosition }: PositionQuery,
  ): Promise<ReportsResponse & Fresh> {
    return this.views.read(reportsView.name, minPosition, async () => ({ data: await this.reports.of(me) }));
  }

  /** @throws Rejected `too_many_reports` or `busy` */
  @Put()
  async switchOn(
    @CurrentPrincipal() me: Principal,
    @Body() { every, graphs, filters }: SwitchOnReportRequest,
  ): Promise<CreatedResponse> {
    const content = { ownerId: me.userId, every, graphs, filters };
    const id = reportIdOf(content);
    const { timeZone } = await this.insights.organisation(me.customerId);
    const context = requestedNow(me);
    const command = { type: 'SwitchOn', content, timeZone, now: context.now } as const;
    return this.oneAtATime.run(`reports of ${me.userId}`, async () => {
      await this.views.catchUp(reportsView.name, (await this.store.head()) ?? '', PATIENCE_MS);
      const others = (await this.reports.of(me)).filter((other) => other.id !== id);
      if (others.length >= MAX_REPORTS) throw new Rejected('too_many_reports');
      return { id, ...(await carryOut(this.commands, new ToReport(id, command, context))) };
    });
  }

  /** @throws NotFound if the report belongs to another user or is off */
  @Delete(':id')
  async switchOff(@CurrentPrincipal() me: Principal, @Id('id') id: string): Promise<CommandResponse> {
    const own = await this.reports.of(me);
    if (!own.some((report) => report.id === id)) throw new NotFound();
    return carryOut(this.commands, new ToReport(id, { type: 'SwitchOff' }, requestedNow(me)));
  }
}
