import { Controller, Get, Query } from '@nestjs/common';
import type { MetricPath } from '@parley/contracts/api/insight-metrics';
import type {
  AgentsAnswer,
  AverageAnswer,
  DurationsAnswer,
  NumberAnswer,
  SeriesAnswer,
  SharesAnswer,
} from '@parley/contracts/api/insights';
import { MetricQuery } from '@parley/contracts/api/insights.requests';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Asking } from '../read/asking';
import { MetricAnswers } from '../read/metric-answers';

/** Every metric, under its path of the specification. */
@Controller('api/intelligence/v1/metrics')
@Requires('insights:read')
export class MetricsController {
  constructor(
    private readonly asking: Asking,
    private readonly answers: MetricAnswers,
  ) {}

  @Get('messages/sum')
  async messages(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/messages/sum', query);
  }

  @Get('messages/distribution')
  async messagesOverTime(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<SeriesAnswer> {
    return this.answer(me, 'metrics/messages/distribution', query);
  }

  @Get('active-contacts/sum')
  async contacts(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/active-contacts/sum', query);
  }

  @Get('active-contacts/distribution')
  async contactsOverTime(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<SeriesAnswer> {
    return this.answer(me, 'metrics/active-contacts/distribution', query);
  }

  @Get('messages/sent-paid-templates/sum')
  async templates(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/messages/sent-paid-templates/sum', query);
  }

  @Get('conversations/resolved')
  async resolved(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SeriesAnswer> {
    return this.answer(me, 'metrics/conversations/resolved', query);
  }

  @Get('conversations/first-reply-times')
  async firstReply(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<DurationsAnswer> {
    return this.answer(me, 'metrics/conversations/first-reply-times', query);
  }

  @Get('conversations/first-reply-times/average')
  async firstReplyAverage(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.answers.average(
      await this.asking.question(me.customerId, 'metrics/conversations/first-reply-times', query),
    );
  }

  @Get('conversations/first-reply-times-business-hours')
  async firstReplyOpen(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<DurationsAnswer> {
    return this.answer(me, 'metrics/conversations/first-reply-times-business-hours', query);
  }

  @Get('conversations/first-reply-times-business-hours/average')
  async firstReplyOpenAverage(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.answers.average(
      await this.asking.question(
        me.customerId,
        'metrics/conversations/first-reply-times-business-hours',
        query,
      ),
    );
  }

  @Get('conversations/resolve-times')
  async resolveTimes(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<DurationsAnswer> {
    return this.answer(me, 'metrics/conversations/resolve-times', query);
  }

  @Get('conversations/resolve-times/average')
  async resolveTimesAverage(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.answers.average(
      await this.asking.question(me.customerId, 'metrics/conversations/resolve-times', query),
    );
  }

  @Get('conversations/tags')
  async tags(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    return this.answer(me, 'metrics/conversations/tags', query);
  }

  @Get('conversations/tags/trend')
  async tagTrend(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    return this.answer(me, 'metrics/conversations/tags/trend', query);
  }

  @Get('conversations/first-reply-times/channels')
  async firstReplyOfChannels(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<SharesAnswer> {
    return this.answer(me, 'metrics/conversations/first-reply-times/channels', query);
  }

  @Get('satisfaction/rate')
  async satisfaction(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/satisfaction/rate', query);
  }

  @Get('satisfaction/response-rate')
  async ratingResponse(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/satisfaction/response-rate', query);
  }

  @Get('satisfaction/scores')
  async scores(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    return this.answer(me, 'metrics/satisfaction/scores', query);
  }

  @Get('satisfaction/comments')
  async comments(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/satisfaction/comments', query);
  }

  @Get('conversations/messages/average')
  async messagesPerConversation(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/conversations/messages/average', query);
  }

  @Get('messages/response-times/average')
  async responseTimes(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.answer(me, 'metrics/messages/response-times', query);
  }

  @Get('messages/busiest-hours')
  async busiestHours(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    return this.answer(me, 'metrics/messages/busiest-hours', query);
  }

  @Get('conversations/backlog')
  async backlog(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SeriesAnswer> {
    return this.answer(me, 'metrics/conversations/backlog', query);
  }

  @Get('conversations/backlog-age')
  async backlogAge(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    return this.answer(me, 'metrics/conversations/backlog-age', query);
  }

  @Get('conversations/transfers/sum')
  async transfers(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/conversations/transfers/sum', query);
  }

  @Get('conversations/reopened/rate')
  async reopened(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/conversations/reopened/rate', query);
  }

  @Get('conversations/first-contact/rate')
  async firstContact(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/conversations/first-contact/rate', query);
  }

  @Get('sla/breaches')
  async breaches(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SeriesAnswer> {
    return this.answer(me, 'metrics/sla/breaches', query);
  }

  @Get('sla/breached/rate')
  async breachedRate(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.answer(me, 'metrics/sla/breached/rate', query);
  }

  /** @throws Rejected `agents_not_compared` where the organisation has switched that off */
  @Get('agents')
  async agents(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<AgentsAnswer> {
    return this.answer(me, 'metrics/agents', query);
  }

  /** Answers in the shape of the metric, as a graph of it has it too. */
  private async answer<Path extends MetricPath>({ customerId }: Principal, path: Path, query: MetricQuery) {
    return this.answers.of(path, await this.asking.question(customerId, path, query));
  }
}
