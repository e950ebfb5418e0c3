import { Injectable, Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { Abilities } from '@parley/access/domain/abilities';
import { AccessQueries } from '@parley/access/read/access.queries';
import { isNoNews } from '@parley/access/write/mails/administrator-mails';
import { sendUnlessRefused } from '@parley/access/write/mails/send-unless-refused';
import type { UserResponse } from '@parley/contracts/api/access';
import { graphOf, type GraphDefinition } from '@parley/contracts/api/insight-graphs';
import type { MetricQuery } from '@parley/contracts/api/insights.requests';
import {
  idOf,
  type DataOf,
  type InsightReportEvent,
  type RecordedEvent,
  type ReportContent,
} from '@parley/contracts/events';
import { Aggregates } from '@parley/event-sourcing/decider/aggregates';
import { causedBy } from '@parley/event-sourcing/decider/command';
import { NotFound } from '@parley/event-sourcing/decider/decider';
import { Views } from '@parley/event-sourcing/projection/views';
import type { Reaction } from '@parley/event-sourcing/reaction/reaction';
import { report, ToReport } from '@parley/insights/domain/report';
import { Asking } from '@parley/insights/read/asking';
import { Dashboards } from '@parley/insights/read/dashboards';
import { InsightQueries } from '@parley/insights/read/insight.queries';
import { insightsView } from '@parley/insights/read/insights.projector';
import { MetricAnswers } from '@parley/insights/read/metric-answers';
import { Config } from '@parley/platform/config/config';
import { Mailer } from '@parley/platform/mail/mailer';
import { reportMail } from './report-mail';
import { sectionOf, type ReportSection } from './report-sections';
import { languageOf } from './report-words';

type FellDue = DataOf<'InsightReportFellDue'>;

/** Mails a dashboard once a week or month to the user who switched the mails on, while they may see Insights. */
@Injectable()
export class ReportMailReaction implements Reaction {
  readonly name = 'report-mail';
  readonly prefixes = ['insightReport-'];
  readonly types = ['InsightReportFellDue'];
  private readonly logger = new Logger('mail');

  constructor(
    private readonly aggregates: Aggregates,
    private readonly access: AccessQueries,
    private readonly abilities: Abilities,
    private readonly asking: Asking,
    private readonly answers: MetricAnswers,
    private readonly insights: InsightQueries,
    private readonly dashboards: Dashboards,
    private readonly commands: CommandBus,
    private readonly views: Views,
    private readonly mailer: Mailer,
    private readonly config: Config,
  ) {}

  async react(recorded: RecordedEvent): Promise<void> {
    const event = recorded as RecordedEvent & InsightReportEvent;
    if (event.type !== 'InsightReportFellDue' || isNoNews(event)) return;
    const { customerId, data } = event;
    const id = idOf(event.stream);
    const { state } = await this.aggregates.load(report, 'insightReport', id, customerId);
    const { content } = state;
    if (!content) return;
    const owner = await this.owner(customerId, content.ownerId);
    if (!owner || owner.state === 'deleted') {
      const context = causedBy(recorded, this.name, new Date().toISOString());
      await this.commands.execute(new ToReport(id, { type: 'SwitchOff' }, context));
      return;
    }
    if (!(await this.mayRead(customerId, owner))) return;
    // Waits until the view has folded the whole period, since a sent mail cannot be corrected.
    await this.views.catchUp(insightsView.name, event.position);
    const { user, customer } = await this.access.profile(customerId, owner.id);
    const language = languageOf(user.settings.find(({ name }) => name === 'language')?.value);
    const { timeZone, comparesAgents } = await this.insights.organisation(customerId);
    const ids = content.graphs ?? (await this.dashboards.find({ customerId, userId: owner.id })).slots;
    const graphs = ids
      .flatMap((graph) => graphOf(graph ?? -1) ?? [])
      .filter(({ name }) => comparesAgents || name !== 'agents-graph');
    const names = await this.names(customerId);
    const sections: ReportSection[] = [];
    for (const graph of graphs) {
      const answer = await this.answer(customerId, graph, { ...data, timeZone, filters: content.filters });
      sections.push(sectionOf(graph, answer, { language, timeZone, names }));
    }
    const mail = reportMail({
      id: uuidV5(`${data.every} ${data.from}`, id),
      to: { name: owner.displayName, address: owner.email },
      organisation: customer.name,
      ...{ language, every: data.every, from: data.from, until: data.to, timeZone, sections },
      link: `${this.config.publicUrl}/insights?${addressOf(content, data)}`,
      offLink: `${this.config.publicUrl}/insights?report=${id}`,
    });
    await sendUnlessRefused(this.mailer, mail, (why) =>
      this.logger.warn(`The report ${id} was not sent. ${why}`),
    );
  }

  private async owner(customerId: string, ownerId: string): Promise<UserResponse | null> {
    try {
      return await this.access.user(customerId, ownerId);
    } catch (error) {
      if (error instanceof NotFound) return null;
      throw error;
    }
  }

  /** Whether the user may see Insights at present; otherwise they get no mail. */
  private async mayRead(customerId: string, { state, role }: UserResponse): Promise<boolean> {
    const settings = await this.access.customerSettings(customerId);
    return state === 'active' && this.abilities.isAllowed(role, settings, 'read', 'insights');
  }

  /** Reads the metric as of the end of the period, so that a repeated mail contains the same figures. */
  private async answer(
    customerId: string,
    graph: GraphDefinition,
    { every, from, to, timeZone, filters }: FellDue & Pick<ReportContent, 'filters'> & { timeZone: string },
  ) {
    const given = (ids: string[]) => (ids.length > 0 ? ids : undefined);
    const query: MetricQuery = {
      ...{ between: from, and: to, aggregatedBy: every === 'week' ? 'day' : 'week' },
      ...{ agent: given(filters.agent), tags: given(filters.tags), team: given(filters.team) },
      channel: given(filters.channel) ?? (graph.filters?.channel ? [graph.filters.channel] : undefined),
      direction: graph.filters?.direction,
      asOf: (await this.insights.range(timeZone, from, to)).to,
    };
    return this.answers.ofGraph(graph, await this.asking.question(customerId, graph.dataPath, query));
  }

  private async names(customerId: string): Promise<Map<string, string>> {
    const [tags, channels, users] = await Promise.all([
      this.insights.tagNames(customerId),
      this.insights.channels(customerId),
      this.access.users(customerId),
    ]);
    return new Map([
      ...tags,
      ...channels.map(({ id, name }) => [id, name] as const),
      ...users.map(({ id, displayName }) => [id, displayName] as const),
    ]);
  }
}

/** Query parameters that open the dashboard with the report's period. */
function addressOf({ graphs, filters }: ReportContent, { from, to }: FellDue): string {
  const params = new URLSearchParams({ period: 'custom', from, to });
  for (const [field, ids] of Object.entries(filters) as [string, string[]][])
    if (ids.length > 0) params.set(field, ids.join());
  if (graphs) params.set('graphs', Array.from({ length: 6 }, (_, slot) => graphs[slot] ?? '').join());
  return params.toString();
}
