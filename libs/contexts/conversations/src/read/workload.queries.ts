import { Injectable } from '@nestjs/common';
import type { ChatList, Workload } from '@parley/contracts/api/conversations';
import { Database } from '@parley/platform/database/database';
import { InboxQueries } from './inbox.queries';
import { countMatching, type TallyRow } from './list-counts';
import { listSql } from './list-sql';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';

/** The list to which a workload line links: a user's open conversations, or the unassigned ones (null). */
const listOf = (userId: string | null): ChatList => (userId === null ? 'unassigned' : 'open');

/** Counts each user's open conversations; the numbers equal those of the lists. */
@Injectable()
export class WorkloadQueries {
  constructor(
    private readonly database: Database,
    private readonly inbox: InboxQueries,
  ) {}

  /**
   * One line for each user who has open conversations that the viewer may see, and one line for unassigned
   * conversations.
   */
  async workload(viewer: Viewer): Promise<Workload[]> {
    const tallies = new Map<string | null, TallyRow[]>([[null, []]]);
    for (const row of await this.inbox.tallyFor(viewer)) {
      const tally = tallies.get(row.assigned_user_id);
      if (tally) tally.push(row);
      else tallies.set(row.assigned_user_id, [row]);
    }
    const lines = [...tallies].map(([userId, tally]) => {
      const count = (read?: boolean) => countMatching(tally, viewer, { list: listOf(userId), read });
      return { userId, open: count(), unread: count(false) };
    });
    const busy = lines.filter(({ userId, open }) => userId === null || open > 0);
    const waits = await this.longestWaits(
      viewer,
      busy.flatMap(({ userId }) => userId ?? []),
    );
    return busy.map((line) => ({ ...line, waitingSince: waits.get(line.userId) ?? null }));
  }

  /**
   * Start of the longest current wait by assignee, null for unassigned. Each is read as the first row of an index.
   */
  private async longestWaits(viewer: Viewer, userIds: string[]): Promise<Map<string | null, string>> {
    const values: unknown[] = [userIds];
    const first = (list: ChatList, more: string) =>
      `select c.waiting_since from inbox.conversation c
        where ${visibleSql(viewer, 'c', values)} and ${listSql(list, viewer, values)} and c.waiting_since is not null${more}
        order by c.waiting_since limit 1`;
    const { rows } = await this.database.query<{ userId: string | null; since: string | Date }>(
      `select holder.id as "userId", waiting.waiting_since as since
         from unnest($1::uuid[]) as holder(id)
        cross join lateral (${first('open', ' and c.assigned_user_id = holder.id')}) waiting
       union all
       select null, waiting.waiting_since from (${first('unassigned', '')}) waiting`,
      values,
    );
    return new Map(rows.map(({ userId, since }) => [userId, new Date(since).toISOString()]));
  }
}
