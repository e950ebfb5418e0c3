import { v5 as uuidV5 } from 'uuid';
import type { InsightReportEvent, ReportContent } from '@parley/contracts/events';
import { CommandTo } from '@parley/event-sourcing/decider/command';
import { handlerOf } from '@parley/event-sourcing/decider/handler-of';
import { report, type ReportCommand, type ReportState } from '../domain/report';

export class ToReport extends CommandTo<ReportCommand, ReportState, InsightReportEvent> {}

export const ReportHandler = handlerOf(ToReport, report, 'insightReport');

/** The id of a user's report derives from its dashboard, so that repeated requests mean the same report. */
export function reportIdOf({ ownerId, graphs, filters }: Omit<ReportContent, 'every'>): string {
  const { agent, channel, tags, team } = filters;
  const narrowed = [agent, channel, tags, team].map((ids) => [...new Set(ids)].sort());
  return uuidV5(JSON.stringify([graphs, ...narrowed]), ownerId);
}
