import type { Database } from '@parley/platform/database/database';
import { SERVER_APPLICATION, TOOL_APPLICATION } from '@parley/server/engines';
import { MoveRefused } from './move-refused';

interface Session {
  address: string;
  count: number;
}

interface Undelivered {
  topic: string;
  group: string;
  count: number;
}

/**
 * Checks by the application names of the connections that no server or tool uses the database.
 * @throws MoveRefused if a server or tool does
 */
export async function checkNoServerRuns(database: Database): Promise<void> {
  const { rows } = await database.query<Session & { [column: string]: unknown }>(
    `select coalesce(host(client_addr), 'this machine') as address, count(*)::int as count from pg_stat_activity
      where datname = current_database() and application_name = any($1) group by 1 order by 1`,
    [[SERVER_APPLICATION, TOOL_APPLICATION]],
  );
  if (rows.length === 0) return;
  const list = rows.map(({ address, count }) => `${address} (${count} connections)`);
  throw new MoveRefused(
    `Parley is running on the database, from ${list.join(' and ')}: stop every process of it (SIGTERM, and wait until ` +
      'it has ended), then move.',
  );
}

/**
 * Checks that every consumer group has handled all messages of its topics.
 * @throws MoveRefused if there are unhandled messages
 */
export async function checkBusIsDrained(database: Database): Promise<void> {
  const { rows } = await database.query<Undelivered & { [column: string]: unknown }>(UNDELIVERED);
  if (rows.length === 0) return;
  const list = rows.map(({ topic, group, count }) => `${count} of ${topic} for ${group}`);
  throw new MoveRefused(
    `The bus still holds messages that nobody has handled: ${list.join(', ')}. Start Parley once more without its ` +
      'ingress and api roles (or without traffic), wait until parley_bus_lag_messages in /metrics is 0, stop it, then move.',
  );
}

/**
 * SQL that counts unhandled messages. If a group has no offset for a partition, or a topic has no group, all its
 * messages count.
 */
const UNDELIVERED = `
  with reader as (
    select distinct topic, grp from bus.consumer
    union
    select topic, 'nobody' from bus.partition p where not exists (select from bus.consumer c where c.topic = p.topic))
  select p.topic, r.grp as "group", sum(p.next - coalesce(c."offset", 0))::int as count
    from bus.partition p join reader r using (topic)
    left join bus.consumer c on c.topic = p.topic and c.grp = r.grp and c.partition = p.partition
   where p.next > coalesce(c."offset", 0)
   group by 1, 2 order by 1, 2`;
