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
import { Rejected } from '@parley/event-sourcing/decider/decider';
import { CurrentPrincipal, Requires, type Principal } from '@parley/platform/http/principal';
import { Asking, type Question } from '../read/asking';
import { InsightQueries } from '../read/insight.queries';

/** Every metric, under its path of the specification. */
@Controller('api/intelligence/v1/metrics')
@Requires('insights:read')
export class MetricsController {
  constructor(
    private readonly asking: Asking,
    private readonly insights: InsightQueries,
  ) {}

  @Get('messages/sum')
  async messages(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.sum(await this.ask(me, 'metrics/messages/sum', query));
  }

  @Get('messages/distribution')
  async messagesOverTime(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<SeriesAnswer> {
    return this.series(await this.ask(me, 'metrics/messages/distribution', query));
  }

  @Get('active-contacts/sum')
  async contacts(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    const question = await this.ask(me, 'metrics/active-contacts/sum', query);
    return compared(question, (asked) => this.insights.contacts(asked, question.measures));
  }

  @Get('active-contacts/distribution')
  async contactsOverTime(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<SeriesAnswer> {
    const question = await this.ask(me, 'metrics/active-contacts/distribution', query);
    const { asked, before, measures, unit } = question;
    const [data, previous] = await Promise.all([
      this.insights.contactsOverTime(asked, measures, unit),
      this.insights.contacts(before, measures),
    ]);
    return { ...headOf(question), data, previous };
  }

  @Get('messages/sent-paid-templates/sum')
  async templates(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.sum(await this.ask(me, 'metrics/messages/sent-paid-templates/sum', query));
  }

  @Get('conversations/resolved')
  async resolved(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SeriesAnswer> {
    return this.series(await this.ask(me, 'metrics/conversations/resolved', query));
  }

  @Get('conversations/first-reply-times')
  async firstReply(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<DurationsAnswer> {
    return this.durations(await this.ask(me, 'metrics/conversations/first-reply-times', query));
  }

  @Get('conversations/first-reply-times/average')
  async firstReplyAverage(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.average(await this.ask(me, 'metrics/conversations/first-reply-times', query));
  }

  @Get('conversations/first-reply-times-business-hours')
  async firstReplyOpen(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<DurationsAnswer> {
    return this.durations(
      await this.ask(me, 'metrics/conversations/first-reply-times-business-hours', query),
    );
  }

  @Get('conversations/first-reply-times-business-hours/average')
  async firstReplyOpenAverage(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.average(await this.ask(me, 'metrics/conversations/first-reply-times-business-hours', query));
  }

  @Get('conversations/resolve-times')
  async resolveTimes(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<DurationsAnswer> {
    return this.durations(await this.ask(me, 'metrics/conversations/resolve-times', query));
  }

  @Get('conversations/resolve-times/average')
  async resolveTimesAverage(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.average(await this.ask(me, 'metrics/conversations/resolve-times', query));
  }

  @Get('conversations/tags')
  async tags(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    const question = await this.ask(me, 'metrics/conversations/tags', query);
    return { ...headOf(question), data: await this.insights.tags(question.asked) };
  }

  @Get('conversations/tags/trend')
  async tagTrend(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    const question = await this.ask(me, 'metrics/conversations/tags/trend', query);
    const [now, before] = await Promise.all([
      this.insights.tags(question.asked),
      this.insights.tags(question.before),
    ]);
    const valueOf = (shares: typeof now, id: string) => shares.find((each) => each.id === id)?.value ?? 0;
    const ids = new Set([...now, ...before].map(({ id }) => id));
    const data = [...ids].map((id) => ({ id, value: valueOf(now, id), previous: valueOf(before, id) }));
    const rises = data.sort((a, b) => b.value - b.previous - (a.value - a.previous) || b.value - a.value);
    return { ...headOf(question), data: rises };
  }

  @Get('conversations/first-reply-times/channels')
  async firstReplyOfChannels(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<SharesAnswer> {
    const question = await this.ask(me, 'metrics/conversations/first-reply-times/channels', query);
    return { ...headOf(question), data: await this.insights.averages(question.asked, question.measures) };
  }

  @Get('satisfaction/rate')
  async satisfaction(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.rate(await this.ask(me, 'metrics/satisfaction/rate', query));
  }

  @Get('satisfaction/response-rate')
  async ratingResponse(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<NumberAnswer> {
    return this.rate(await this.ask(me, 'metrics/satisfaction/response-rate', query));
  }

  @Get('satisfaction/scores')
  async scores(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    const question = await this.ask(me, 'metrics/satisfaction/scores', query);
    return { ...headOf(question), data: await this.insights.scores(question.asked) };
  }

  @Get('satisfaction/comments')
  async comments(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.sum(await this.ask(me, 'metrics/satisfaction/comments', query));
  }

  @Get('conversations/messages/average')
  async messagesPerConversation(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<NumberAnswer> {
    const question = await this.ask(me, 'metrics/conversations/messages/average', query);
    return compared(question, async (asked) => {
      const { messages, conversations } = await this.insights.messagesAndConversations(
        asked,
        question.measures,
      );
      return conversations === 0 ? null : messages / conversations;
    });
  }

  @Get('messages/response-times/average')
  async responseTimes(
    @CurrentPrincipal() me: Principal,
    @Query() query: MetricQuery,
  ): Promise<AverageAnswer> {
    return this.average(await this.ask(me, 'metrics/messages/response-times', query));
  }

  @Get('messages/busiest-hours')
  async busiestHours(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    const question = await this.ask(me, 'metrics/messages/busiest-hours', query);
    const { asked, measures } = question;
    return { ...headOf(question), data: await this.insights.hoursOfTheWeek(asked, measures) };
  }

  /** By channel alone: who has a conversation changes while it is open. */
  @Get('conversations/backlog')
  async backlog(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SeriesAnswer> {
    const question = await this.ask(me, 'metrics/conversations/backlog', query);
    const data = await this.insights.backlog(question.asked, question.unit, question.now);
    return { ...headOf(question), data, previous: null };
  }

  @Get('conversations/backlog-age')
  async backlogAge(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SharesAnswer> {
    const question = await this.ask(me, 'metrics/conversations/backlog-age', query);
    return {
      ...headOf(question),
      data: question.isPast
        ? await this.insights.backlogAgeThen(question.asked, question.now)
        : await this.insights.backlogAge(question.asked, question.now),
    };
  }

  @Get('conversations/transfers/sum')
  async transfers(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.sum(await this.ask(me, 'metrics/conversations/transfers/sum', query));
  }

  @Get('conversations/reopened/rate')
  async reopened(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.rate(await this.ask(me, 'metrics/conversations/reopened/rate', query));
  }

  @Get('conversations/first-contact/rate')
  async firstContact(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.rate(await this.ask(me, 'metrics/conversations/first-contact/rate', query));
  }

  @Get('sla/breaches')
  async breaches(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<SeriesAnswer> {
    return this.series(await this.ask(me, 'metrics/sla/breaches', query));
  }

  @Get('sla/breached/rate')
  async breachedRate(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<NumberAnswer> {
    return this.rate(await this.ask(me, 'metrics/sla/breached/rate', query));
  }

  /** @throws Rejected `agents_not_compared` where the organisation has switched that off */
  @Get('agents')
  async agents(@CurrentPrincipal() me: Principal, @Query() query: MetricQuery): Promise<AgentsAnswer> {
    const question = await this.ask(me, 'metrics/agents', query);
    const { comparesAgents } = await this.insights.organisation(me.customerId);
    if (!comparesAgents) throw new Rejected('agents_not_compared');
    return { ...headOf(question), data: await this.insights.agents(question.asked) };
  }

  private ask({ customerId }: Principal, path: MetricPath, query: MetricQuery): Promise<Question> {
    return this.asking.question(customerId, path, query);
  }

  private sum(question: Question): Promise<NumberAnswer> {
    return compared(question, (asked) => this.insights.count(asked, question.measures));
  }

  /** Of the first measure, for each hundred of the others. */
  private rate(question: Question): Promise<NumberAnswer> {
    const [counted, ...among] = question.measures;
    return compared(question, async (asked) => {
      const [some, all] = await Promise.all([
        this.insights.count(asked, counted ? [counted] : []),
        this.insights.count(asked, among),
      ]);
      return all === 0 ? null : (some / all) * 100;
    });
  }

  private async series(question: Question): Promise<SeriesAnswer> {
    const { asked, before, measures, unit } = question;
    const [data, previous] = await Promise.all([
      this.insights.counts(asked, measures, unit),
      this.insights.count(before, measures),
    ]);
    return { ...headOf(question), data, previous };
  }

  private async durations(question: Question): Promise<DurationsAnswer> {
    const { asked, measures, unit } = question;
    return { ...headOf(question), data: await this.insights.durationsOverTime(asked, measures, unit) };
  }

  private async average(question: Question): Promise<AverageAnswer> {
    const { asked, before, measures } = question;
    const [{ average, median, p90, count }, previous] = await Promise.all([
      this.insights.durations(asked, measures),
      this.insights.durations(before, measures),
    ]);
    return { ...headOf(question), data: average, median, p90, count, previous: previous.average };
  }
}

function headOf({ unit, timeZone, metric }: Question) {
  return { aggregatedBy: unit, timeZone, metric };
}

async function compared(
  question: Question,
  reckon: (asked: Question['asked']) => Promise<number | null>,
): Promise<NumberAnswer> {
  const [data, previous] = await Promise.all([reckon(question.asked), reckon(question.before)]);
  return { ...headOf(question), data, previous };
}
