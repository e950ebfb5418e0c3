import { v5 as uuidV5 } from 'uuid';
import type { ReportContent } from '@parley/contracts/events';

/** A user has one report for each dashboard. */
export function reportIdOf({ ownerId, graphs, filters }: Omit<ReportContent, 'every'>): string {
  const { agent, channel, tags, team } = filters;
  const narrowed = [agent, channel, tags, team].map((ids) => [...new Set(ids)].sort());
  return uuidV5(JSON.stringify([graphs, ...narrowed]), ownerId);
}
