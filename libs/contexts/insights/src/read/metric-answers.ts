import { Injectable } from '@nestjs/common';
import type { GraphDefinition } from '@parley/contracts/api/insight-graphs';
import { metricOf, type AnswerShape } from '@parley/contracts/api/insight-metrics';
import type {
  AgentsAnswer,
  AverageAnswer,
  DurationsAnswer,
  GraphAnswer,
  NumberAnswer,
  SeriesAnswer,
  SharesAnswer,
} from '@parley/contracts/api/insights';
import { Rejected } from '@parley/event-sourcing/decider/decider';
import type { Question } from './asking';
import { InsightQueries } from './insight.queries';

type MetricAnswer = GraphAnswer['main'];

/** Answers questions, each in the shape that its metric has. */
@Injectable()
export class MetricAnswers implements Record<AnswerShape, (question: Question) => Promise<MetricAnswer>> {
  constructor(private readonly insights: InsightQueries) {}

  /**
   * All data of a graph.
   * @throws Rejected `agents_not_compared` if the organisation has switched the comparison off
   */
  async ofGraph({ dataPath, aggregatorPath }: GraphDefinition, question: Question): Promise<GraphAnswer> {
    const { shape } = metricOf(dataPath);
    const [main, average] = await Promise.all([
      this[shape](question),
      aggregatorPath && shape !== 'average' ? this.average(question) : null,
    ]);
    return { main, average: shape === 'average' ? (main as AverageAnswer) : average };
  }

  sum(question: Question): Promise<NumberAnswer> {
    return compared(question, (asked) => this.insights.count(asked, question.measures));
  }

  /** The first measure as a percentage of the others. */
  rate(question: Question): Promise<NumberAnswer> {
    const [counted, ...among] = question.measures;
    return compared(question, async (asked) => {
      const [some, all] = await Promise.all([
        this.insights.count(asked, counted ? [counted] : []),
        this.insights.count(asked, among),
      ]);
      return all === 0 ? null : (some / all) * 100;
    });
  }

  async series(question: Question): Promise<SeriesAnswer> {
    const { asked, before, measures, unit } = question;
    const [data, previous] = await Promise.all([
      this.insights.counts(asked, measures, unit),
      this.insights.count(before, measures),
    ]);
    return { ...headOf(question), data, previous };
  }

  async durations(question: Question): Promise<DurationsAnswer> {
    const { asked, measures, unit } = question;
    return { ...headOf(question), data: await this.insights.durationsOverTime(asked, measures, unit) };
  }

  async average(question: Question): Promise<AverageAnswer> {
    const { asked, before, measures } = question;
    const [{ average, median, p90, count }, previous] = await Promise.all([
      this.insights.durations(asked, measures),
      this.insights.durations(before, measures),
    ]);
    return { ...headOf(question), data: average, median, p90, count, previous: previous.average };
  }

  contacts(question: Question): Promise<NumberAnswer> {
    return compared(question, (asked) => this.insights.contacts(asked, question.measures));
  }

  async contactsOverTime(question: Question): Promise<SeriesAnswer> {
    const { asked, before, measures, unit } = question;
    const [data, previous] = await Promise.all([
      this.insights.contactsOverTime(asked, measures, unit),
      this.insights.contacts(before, measures),
    ]);
    return { ...headOf(question), data, previous };
  }

  async tags(question: Question): Promise<SharesAnswer> {
    return { ...headOf(question), data: await this.insights.tags(question.asked) };
  }

  async tagTrend(question: Question): Promise<SharesAnswer> {
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

  async averages(question: Question): Promise<SharesAnswer> {
    return { ...headOf(question), data: await this.insights.averages(question.asked, question.measures) };
  }

  async scores(question: Question): Promise<SharesAnswer> {
    return { ...headOf(question), data: await this.insights.scores(question.asked) };
  }

  perConversation(question: Question): Promise<NumberAnswer> {
    return compared(question, async (asked) => {
      const { messages, conversations } = await this.insights.messagesAndConversations(
        asked,
        question.measures,
      );
      return conversations === 0 ? null : messages / conversations;
    });
  }

  async hoursOfTheWeek(question: Question): Promise<SharesAnswer> {
    const { asked, measures } = question;
    return { ...headOf(question), data: await this.insights.hoursOfTheWeek(asked, measures) };
  }

  /** The backlog is filtered only by channel, since the assignee may change while a conversation is open. */
  async backlog(question: Question): Promise<SeriesAnswer> {
    const data = await this.insights.backlog(question.asked, question.unit, question.now);
    return { ...headOf(question), data, previous: null };
  }

  async backlogAge({ asked, now, isPast, ...question }: Question): Promise<SharesAnswer> {
    const data = isPast
      ? await this.insights.backlogAgeThen(asked, now)
      : await this.insights.backlogAge(asked, now);
    return { ...headOf(question), data };
  }

  /** @throws Rejected `agents_not_compared` if the organisation has switched the comparison off */
  async agents(question: Question): Promise<AgentsAnswer> {
    const { comparesAgents } = await this.insights.organisation(question.asked.customerId);
    if (!comparesAgents) throw new Rejected('agents_not_compared');
    return { ...headOf(question), data: await this.insights.agents(question.asked) };
  }
}

function headOf({ unit, timeZone, metric }: Pick<Question, 'unit' | 'timeZone' | 'metric'>) {
  return { aggregatedBy: unit, timeZone, metric };
}

async function compared(
  question: Question,
  reckon: (asked: Question['asked']) => Promise<number | null>,
): Promise<NumberAnswer> {
  const [data, previous] = await Promise.all([reckon(question.asked), reckon(question.before)]);
  return { ...headOf(question), data, previous };
}
