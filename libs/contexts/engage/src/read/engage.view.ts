import type { BroadcastBatchEvent, BroadcastEvent, RecordedEvent } from '@parley/contracts/events';
import type { View } from '@parley/event-sourcing/projection/view';
import type { Sql } from '@parley/platform/database/database';
import { BroadcastsFold } from './broadcasts.fold';
import { changeManyAtOnce, isOfMany, projectLedger } from './ledger.fold';
import { foldEngageSettings } from './settings.fold';

/** Broadcasts, and a ledger with a row for each recipient. */
export const engageView: View = {
  name: 'engage',
  prefixes: ['broadcast-', 'broadcastBatch-', 'engageSettings-', 'message-'],
  gatherMs: 1_000,
  ddl: `
    create table broadcast (
      id uuid primary key,
      customer_id uuid not null,
      -- Counts the broadcasts of an organisation, from 1.
      number integer not null,
      status text not null,
      state jsonb not null,
      -- The last contact whom planning has looked at.
      planned_after uuid,
      created_by text not null,
      created_at timestamptz not null,
      changed_at timestamptz not null,
      starts_at timestamptz,
      ended_at timestamptz
    );
    create unique index broadcast_by_number on broadcast (customer_id, number desc);
    create index broadcast_running on broadcast (status) where status in ('planning', 'active', 'paused');

    create table recipient (
      broadcast_id uuid not null,
      contact_id uuid not null,
      customer_id uuid not null,
      status text not null,
      -- Why they were skipped, or why it failed, or 'waiting' where it is tried again.
      reason text,
      provider_code text,
      attempt integer not null,
      -- Null: it waits for the winner of the split.
      variant text,
      zone text,
      due_at timestamptz,
      message_id uuid,
      conversation_id uuid,
      queued_at timestamptz,
      sent_at timestamptz,
      delivered_at timestamptz,
      read_at timestamptz,
      replied_at timestamptz,
      -- The button of the template that they pressed first; when, where it is a link.
      button text,
      clicked_at timestamptz,
      primary key (broadcast_id, contact_id)
    );
    create index recipient_by_message on recipient (message_id) where message_id is not null;
    create index recipient_by_conversation on recipient (conversation_id, queued_at desc)
      where conversation_id is not null;
    create index recipient_by_status on recipient (broadcast_id, status, contact_id);
    create index recipient_replied on recipient (broadcast_id, contact_id) where replied_at is not null;
    create index recipient_clicked on recipient (broadcast_id, contact_id) where button is not null;
    create index recipient_due on recipient (broadcast_id, due_at, contact_id)
      where status = 'planned' and variant is not null;
    create index recipient_by_contact on recipient (customer_id, contact_id);
    create index recipient_by_month on recipient (customer_id, due_at);

    -- How many recipients of a broadcast are in a status for a reason; and, beside these, who replied and pressed what.
    create table tally (
      broadcast_id uuid not null,
      variant text not null,
      status text not null,
      reason text not null,
      count integer not null,
      primary key (broadcast_id, variant, status, reason)
    );
    create index tally_planned on tally (broadcast_id) where status = 'planned';

    create table hour (
      broadcast_id uuid not null,
      at timestamptz not null,
      what text not null,
      count integer not null,
      primary key (broadcast_id, at, what)
    );

    -- Channels whose provider asked to wait.
    create table channel_hold (
      channel_id uuid primary key,
      until timestamptz not null
    );

    create table settings (
      customer_id uuid primary key,
      state jsonb not null
    );`,

  async project(events, tx) {
    await foldEngageSettings(events, tx);
    // Events that change all recipients of a broadcast are folded alone, after all events before them.
    let batch: RecordedEvent[] = [];
    for (const event of events) {
      if (!isOfMany(event)) {
        batch.push(event);
        continue;
      }
      await fold(batch, tx);
      batch = [];
      await fold([event], tx);
      await changeManyAtOnce(event, tx);
    }
    await fold(batch, tx);
    return [];
  },
};

async function fold(events: RecordedEvent[], tx: Sql): Promise<void> {
  if (events.length === 0) return;
  const ours = events.filter(({ stream }) => stream.startsWith('broadcast'));
  if (ours.length > 0) {
    const broadcasts = await BroadcastsFold.load(
      ours as (RecordedEvent & (BroadcastEvent | BroadcastBatchEvent))[],
      tx,
    );
    await broadcasts.save(tx);
  }
  await projectLedger(events, tx);
}
