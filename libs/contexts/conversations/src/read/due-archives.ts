import { idOf, type ChannelEvent, type RecordedEvent } from '@parley/contracts/events';
import type { Change } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { AUTO_ARCHIVE } from '../domain/auto-archive';

/**
 * Plans when conversations are archived automatically: the conversations that a batch changed, and all conversations
 * of each channel whose rule it changed. The SQL computes `archiveTime` of `domain/auto-archive.ts` from the rows
 * alone, so the result does not depend on how events are split into batches.
 */
export async function planArchives(
  changes: Change[],
  channels: (RecordedEvent & ChannelEvent)[],
  tx: Sql,
): Promise<void> {
  const set = channels.filter(
    (event) => event.type === 'ChannelSettingsChanged' && event.data.settings.autoArchive !== undefined,
  );
  const conversationIds = changes.map(({ id }) => id);
  if (conversationIds.length > 0) await plan(tx, 'id', conversationIds);
  if (set.length > 0)
    await plan(
      tx,
      'channel_id',
      set.map(({ stream }) => idOf(stream)),
    );
}

/**
 * Plans conversations selected by their ids or by their channels.
 * @param column the column whose values `ids` contains
 */
async function plan(tx: Sql, column: 'id' | 'channel_id', ids: string[]): Promise<void> {
  await tx.query(
    `with conversations as (
       select c.*, 'conversation-' || c.id as stream, ch.set_up -> 'settings' -> 'autoArchive' as rule
         from conversation c join channel ch on ch.id = c.channel_id
        where c.${column} = any($1::uuid[])),
     silent as (
       select stream, customer_id, opened_at, (rule ->> 'afterHours')::integer as hours,
              case rule ->> 'direction'
                when 'in' then received_at
                when 'out' then case when received_at > answered_at then null else answered_at end
                when 'any' then greatest(received_at, answered_at)
              end as since
         from conversations where status = 'open'),
     planned as (
       select stream, customer_id, greatest(opened_at, since) + make_interval(hours => hours) as at
         from silent where since is not null),
     settled as (
       delete from due using conversations c
        where due.command = $2 and due.stream = c.stream
          and not exists (select from planned where planned.stream = due.stream))
     insert into due (stream, command, at, customer_id)
     select stream, $2, at, customer_id from planned
     on conflict (stream, command) do update set at = excluded.at where due.at <> excluded.at`,
    [ids, AUTO_ARCHIVE],
  );
}
