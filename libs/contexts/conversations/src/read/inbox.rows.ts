import type { CreatorEntity, EntryStatus } from '@parley/contracts/api/conversations';
import type { ChannelSetUp, MessageContent, SlaClock, SlaStage } from '@parley/contracts/events';
import { dueDdl } from '@parley/event-sourcing/due/due';
import { mergedDdl } from '@parley/read-kit/merged';
import { marksDdl } from '@parley/read-kit/marks';
import { erasedDdl } from '@parley/read-kit/erased';
import type { SlaSpan } from '../domain/service-level';
import { viewerDdl } from '@parley/access-rules/viewer-tables';

/** Tables of the view `inbox`: the conversation lists, their badges and the access rules. */
export const inboxDdl = `${erasedDdl}${mergedDdl}${dueDdl}${marksDdl}${viewerDdl}
  create table conversation (
    id uuid primary key,
    customer_id uuid not null,
    contact_id uuid not null,
    channel_id uuid not null,
    -- The sender of the channel that the contact last wrote to; null for its own account.
    identity_id uuid,
    -- open, closed, or snoozed: open and out of the lists.
    status text not null,
    -- Null: until the contact writes.
    snoozed_until timestamptz,
    assigned_user_id uuid,
    assigned_team_id uuid,
    -- When it last changed hands, and who did that.
    assigned_at timestamptz,
    assigned_by uuid,
    -- Whoever reads it reads it for everyone; or else each for themselves.
    read_for_all boolean not null,
    -- What nobody has read; where each reads for themselves, all that the contact wrote.
    unread integer not null,
    last_inbound_time timestamptz,
    last_inbound_position text collate "C",
    -- Where the newest e-mail was moved into it: nobody had seen that before.
    moved_in_position text collate "C",
    entry_id uuid,
    entry_direction text,
    entry_type text,
    entry_preview text,
    -- Of the newest e-mail.
    subject text,
    -- The newest note among e-mails, as the list would show it: the last mail may move away.
    last_note jsonb,
    entry_status text,
    entry_created_by uuid,
    entry_created_by_entity text,
    entry_position text collate "C",
    reply_by uuid,
    reply_position text collate "C",
    entry_time timestamptz not null,
    created_at timestamptz not null,
    -- When it was last opened, and when we last heard of the contact and wrote ourselves: by our clock.
    opened_at timestamptz not null,
    received_at timestamptz,
    answered_at timestamptz,
    -- Since when the contact waits for an answer, and what answered last.
    waiting_since timestamptz,
    answer_id uuid,
    -- Of what we wrote, as much as was declined or may not have arrived.
    failed_sends integer not null,
    -- As domain/service-level.ts has it; and the target that runs out next, or has.
    sla_span jsonb not null,
    sla_due_at timestamptz,
    sla_clock text,
    sla_stage text
  );
  create index conversation_by_entry on conversation (entry_id);
  create index conversation_by_contact on conversation (contact_id);

  create table unread_message (
    conversation_id uuid not null,
    position text collate "C" not null,
    primary key (conversation_id, position)
  );

  -- Where each reads for themselves: how far who has read, and the how manieth a message of the contact is.
  create table reading (
    conversation_id uuid not null,
    user_id uuid not null,
    position text collate "C" not null,
    primary key (conversation_id, user_id)
  );
  create table inbound (
    conversation_id uuid not null,
    position text collate "C" not null,
    number integer not null,
    primary key (conversation_id, position)
  );

  -- What we wrote until it is known to have arrived.
  create table sending (
    message_id uuid primary key,
    conversation_id uuid not null,
    status text not null,
    -- The wait that it ended, for as long as it may still fail.
    ended_wait timestamptz
  );
  create index sending_by_conversation on sending (conversation_id);

  -- Every e-mail as the list would show it, since it may be moved to another conversation.
  create table mail (
    message_id uuid primary key,
    conversation_id uuid not null,
    position text collate "C" not null,
    time timestamptz not null,
    heard_at timestamptz not null,
    is_inbound boolean not null,
    preview text not null,
    subject text not null,
    created_by uuid,
    created_by_entity text
  );
  create index mail_by_conversation on mail (conversation_id);

  create table tally (
    customer_id uuid not null,
    status text not null,
    channel_id uuid not null,
    assigned_user_id uuid,
    assigned_team_id uuid,
    has_failed boolean not null,
    count integer not null,
    unread integer not null,
    -- Of the unread, those that each reads for themselves.
    by_each integer not null,
    unique nulls not distinct (customer_id, status, channel_id, assigned_user_id, assigned_team_id, has_failed)
  );
  -- Of those, the ones in which somebody has read everything.
  create table reader_tally (
    customer_id uuid not null,
    user_id uuid not null,
    status text not null,
    channel_id uuid not null,
    assigned_user_id uuid,
    assigned_team_id uuid,
    has_failed boolean not null,
    read integer not null,
    unique nulls not distinct
      (user_id, customer_id, status, channel_id, assigned_user_id, assigned_team_id, has_failed)
  );

  create table organisation (
    customer_id uuid primary key,
    -- How long a conversation is kept in which nobody writes; null for ever.
    retention_days integer,
    -- Null: none.
    sla_policies jsonb
  );
  -- How somebody signs what they write.
  create table signer (
    user_id uuid primary key,
    customer_id uuid not null,
    display_name text,
    automatic_signature text
  );
  create table team (
    id uuid primary key,
    customer_id uuid not null
  );
  create table channel (
    id uuid primary key,
    customer_id uuid not null,
    set_up jsonb not null
  );
  create table contact (
    id uuid primary key,
    customer_id uuid not null,
    name text,
    phone text,
    email text,
    username text,
    is_blocked boolean not null,
    is_high_priority boolean not null,
    -- Where the log last said something of them that is shown.
    changed_at text collate "C" not null,
    search text not null
  );
`;

export const inboxIndexes = `
  -- One for each way to sort; with what access and lists look at, so that a far page is found on the index alone.
  create index conversation_by_time on conversation (customer_id, status, entry_time desc, id desc)
    include (channel_id, assigned_user_id, assigned_team_id, contact_id);
  create index conversation_by_longest_wait on conversation (customer_id, status, waiting_since, id)
    include (channel_id, assigned_user_id, assigned_team_id);
  create index conversation_by_shortest_wait
    on conversation (customer_id, status, waiting_since desc nulls last, id desc)
    include (channel_id, assigned_user_id, assigned_team_id);
  -- For lists and filters that let few through.
  create index conversation_by_assignee
    on conversation (customer_id, assigned_user_id, status, entry_time desc, id desc);
  -- For who has waited longest of what somebody has.
  create index conversation_waiting on conversation (customer_id, assigned_user_id, waiting_since)
    include (channel_id, assigned_team_id) where status = 'open' and waiting_since is not null;
  create index conversation_by_team
    on conversation (customer_id, assigned_team_id, status, entry_time desc, id desc);
  create index conversation_by_channel on conversation (customer_id, channel_id, status, entry_time desc, id desc);
  create index conversation_of_nobody on conversation (customer_id, entry_time desc, id desc)
    include (channel_id, assigned_team_id, contact_id) where status = 'open' and assigned_user_id is null;
  create index conversation_by_target on conversation (customer_id, sla_due_at, id);
  create index conversation_unread on conversation (customer_id, status, entry_time desc, id desc) where unread > 0;
  create index conversation_failed on conversation (customer_id, entry_time desc, id desc) where failed_sends > 0;
  -- Whoever creates the view at the same time, under whatever name, finds it made.
  select pg_advisory_xact_lock(hashtext('create extension'));
  create extension if not exists pg_trgm schema public;
  create extension if not exists btree_gin schema public;
  create index contact_search on contact using gin (customer_id, search public.gin_trgm_ops);
`;

/** Columns of a row that describe its newest entry. */
export type ShownEntry = Pick<ConversationRow, Extract<keyof ConversationRow, `entry_${string}`>> & {
  entry_id: string;
};

/** Timestamps are ISO 8601 text when read and when written; projectors do not compute with them. */
export interface ConversationRow {
  id: string;
  customer_id: string;
  contact_id: string;
  channel_id: string;
  identity_id: string | null;
  status: 'open' | 'snoozed' | 'closed';
  snoozed_until: string | null;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
  assigned_at: string | null;
  assigned_by: string | null;
  read_for_all: boolean;
  unread: number;
  last_inbound_time: string | null;
  last_inbound_position: string | null;
  moved_in_position: string | null;
  entry_id: string | null;
  entry_direction: 'in' | 'out' | 'none' | null;
  entry_type: MessageContent['type'] | 'information' | null;
  entry_preview: string | null;
  subject: string | null;
  last_note: ShownEntry | null;
  entry_status: EntryStatus | null;
  entry_created_by: string | null;
  entry_created_by_entity: CreatorEntity | null;
  entry_position: string | null;
  /** The user who replied last, and the log position of that reply; null if no user has replied. */
  reply_by: string | null;
  reply_position: string | null;
  entry_time: string;
  created_at: string;
  opened_at: string;
  received_at: string | null;
  answered_at: string | null;
  waiting_since: string | null;
  answer_id: string | null;
  failed_sends: number;
  sla_span: SlaSpan;
  sla_due_at: string | null;
  sla_clock: SlaClock | null;
  sla_stage: SlaStage | null;
}

export interface ContactRow {
  id: string;
  customer_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  username: string | null;
  is_blocked: boolean;
  is_high_priority: boolean;
  changed_at: string;
}

export interface ChannelRow {
  id: string;
  customer_id: string;
  set_up: ChannelSetUp;
}
