import { idOf, type RecordedEvent } from '@parley/contracts/events';
import { projectMerges, standsForSql } from '@parley/read-kit/merged';
import type { Sql } from '@parley/platform/database/database';

/**
 * Assigns conversations to the contact into which their contact was merged (ADR 22). Runs after `conversation_access`
 * has folded the same batch.
 */
export async function projectWhose(events: RecordedEvent[], tx: Sql): Promise<void> {
  const remerged = await projectMerges(events, tx);
  const started = events
    .filter(({ type }) => type === 'ConversationStarted')
    .map(({ stream }) => idOf(stream));
  if (started.length + remerged.size === 0) return;
  await tx.query(
    `with own as (
       select conversation_id, contact_id from moved where contact_id = any($2::uuid[])
       union all
       select a.conversation_id, a.contact_id from conversation_access a
        where (a.conversation_id = any($1::uuid[]) or a.contact_id = any($2::uuid[]))
          and not exists (select from moved m where m.conversation_id = a.conversation_id)),
     kept as (
       insert into moved select own.conversation_id, own.contact_id
         from own join merged on merged.contact_id = own.contact_id
       on conflict do nothing)
     update conversation_access a set contact_id = ${standsForSql('own.contact_id', '')}
       from own where own.conversation_id = a.conversation_id
        and a.contact_id <> ${standsForSql('own.contact_id', '')}`,
    [started, [...remerged.keys()]],
  );
}
