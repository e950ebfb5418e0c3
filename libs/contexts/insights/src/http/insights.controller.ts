import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import type {
  CountedFactsResponse,
  DashboardResponse,
  InsightChannelsResponse,
  SatisfactionResponse,
  WhyResponse,
} from '@parley/contracts/api/insights';
import {
  ArrangeDashboardRequest,
  FactsQuery,
  InsightChannelsQuery,
  MetricQuery,
  WhyQuery,
} from '@parley/contracts/api/insights.requests';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Asking } from '../read/asking';
import { CountedFactsQueries } from '../read/counted-facts.queries';
import { Dashboards } from '../read/dashboards';
import { InsightQueries } from '../read/insight.queries';

/** The dashboard, and the events behind its numbers. */
@Controller('api/intelligence/v1')
@Requires('insights:read')
export class InsightsController {
  constructor(
    private readonly asking: Asking,
    private readonly insights: InsightQueries,
    private readonly facts: CountedFactsQueries,
    private readonly dashboards: Dashboards,
  ) {}

  @Get('channels')
  async channels(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { platform }: InsightChannelsQuery,
  ): Promise<InsightChannelsResponse> {
    return { data: await this.insights.channels(customerId, platform?.toLowerCase()) };
  }

  @Get('satisfaction')
  async satisfaction(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() query: MetricQuery,
  ): Promise<SatisfactionResponse> {
    const { asked, timeZone } = await this.asking.question(
      customerId,
      'metrics/satisfaction/response-rate',
      query,
    );
    const [{ all, agents, tags }, count, { comparesAgents }] = await Promise.all([
      this.insights.satisfaction(asked),
      this.insights.count(asked, ['rating_asked']),
      this.insights.organisation(customerId),
    ]);
    return { timeZone, asked: count, all: all[0]!, agents: comparesAgents ? agents : null, tags };
  }

  @Get('facts')
  async counted(
    @CurrentPrincipal() { customerId }: Principal,
    @Query() { metric, at, share, each, cursor, ...query }: FactsQuery,
  ): Promise<CountedFactsResponse> {
    const question = await this.asking.question(customerId, metric, query);
    return this.facts.page(question, { at, share, each, cursor });
  }

  @Get('facts/why')
  why(@CurrentPrincipal() { customerId }: Principal, @Query() { key }: WhyQuery): Promise<WhyResponse> {
    return this.facts.why(customerId, key);
  }

  @Get('dashboard')
  async dashboard(@CurrentPrincipal() me: Principal): Promise<DashboardResponse> {
    const [arranged, organisation] = await Promise.all([
      this.dashboards.find(me),
      this.insights.organisation(me.customerId),
    ]);
    return { ...arranged, ...organisation };
  }

  /** Arranges the caller's own dashboard; the last arrangement counts. */
  @Put('dashboard')
  async arrange(
    @CurrentPrincipal() me: Principal,
    @Body() { slots, sizes = slots.map(() => 'small') }: ArrangeDashboardRequest,
  ): Promise<Pick<DashboardResponse, 'slots' | 'sizes'>> {
    await this.dashboards.arrange(me, { slots, sizes });
    return { slots, sizes };
  }
}
