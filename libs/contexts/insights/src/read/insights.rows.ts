import { erasedDdl } from '@parley/read-kit/erased';
import { marksDdl } from '@parley/read-kit/marks';
import { mergedDdl } from '@parley/read-kit/merged';
import type { ConversationState, Counted } from '../domain/conversation-counting';

/**
 * Tables of the view `insights`. They contain no personal data: facts of an erased contact stay counted under an id
 * that identifies no person.
 */
export const insightsDdl = `${erasedDdl}${mergedDdl}${marksDdl}
  create table conversation (
    id uuid primary key,
    customer_id uuid not null,
    channel_id uuid not null,
    status text not null,
    opened_at timestamptz not null,
    -- As conversation-counting.ts has it.
    state jsonb not null
  );
  create index conversation_open on conversation (customer_id) where status = 'open';

  create table channel (
    id uuid primary key,
    customer_id uuid not null,
    name text not null,
    platform text not null,
    is_connected boolean not null,
    set_up jsonb not null
  );
  create index channel_by_customer on channel (customer_id);

  create table organisation (
    customer_id uuid primary key,
    time_zone text not null,
    compares_agents boolean not null
  );

  -- Everything that is counted, once; a conversation that a broadcast began counts as that alone.
  create table fact (
    measure text collate "C" not null,
    at timestamptz not null,
    customer_id uuid not null,
    conversation_id uuid not null,
    life integer not null,
    contact_id uuid not null,
    channel_id uuid not null,
    user_id uuid not null,
    team_id uuid not null,
    tag_id uuid not null,
    value bigint not null,
    source_id uuid not null,
    number integer not null,
    primary key (source_id, number, measure)
  );

  -- The same, added up by the hour, so that what a question costs follows its range.
  create table hourly (
    customer_id uuid not null,
    measure text collate "C" not null,
    hour timestamptz not null,
    channel_id uuid not null,
    user_id uuid not null,
    team_id uuid not null,
    n integer not null,
    total bigint not null,
    primary key (customer_id, measure, hour, channel_id, user_id, team_id)
  );
`;

/** Indexes, created after the log has been counted, since counting does not use them. */
export const insightsIndexes = `
  create index fact_by_time on fact (customer_id, measure, at)
    include (channel_id, user_id, team_id, value, contact_id, conversation_id, life);
  create index fact_by_tag on fact (customer_id, tag_id) where measure = 'tagged';
`;

export interface ConversationRow {
  id: string;
  customer_id: string;
  channel_id: string;
  status: ConversationState['status'];
  opened_at: string;
  state: ConversationState;
}

export interface FactRow {
  measure: Counted['measure'];
  at: string;
  customer_id: string;
  conversation_id: string;
  life: number;
  contact_id: string;
  channel_id: string;
  user_id: string;
  team_id: string;
  tag_id: string;
  value: number;
  source_id: string;
  number: number;
}

export interface HourRow {
  customer_id: string;
  measure: Counted['measure'];
  hour: string;
  channel_id: string;
  user_id: string;
  team_id: string;
  n: number;
  total: number;
}

export function factRow(counted: Counted): FactRow {
  return {
    measure: counted.measure,
    at: counted.at,
    customer_id: counted.customerId,
    conversation_id: counted.conversationId,
    life: counted.life,
    contact_id: counted.contactId,
    channel_id: counted.channelId,
    user_id: counted.userId,
    team_id: counted.teamId,
    tag_id: counted.tagId,
    value: counted.value,
    source_id: counted.sourceId,
    number: counted.number,
  };
}
