import type { ChannelSetUp, Provider } from '@parley/contracts/events';

export const channelsDdl = `
  create table channel (
    id uuid primary key,
    customer_id uuid not null,
    set_up jsonb not null,
    name text not null,
    provider text not null,
    -- Of an account that is connected: others may take one that is not.
    provider_account_id text,
    -- Of its other senders.
    sender_account_ids text[] not null,
    team_ids uuid[] not null,
    user_ids uuid[] not null
  );
  create index channel_by_customer on channel (customer_id, name);
  create index channel_by_account on channel (provider, provider_account_id);
  create index channel_by_sender on channel using gin (sender_account_ids);

  -- Teams and users: whom a channel may be given to.
  create table member (
    id uuid primary key,
    customer_id uuid not null,
    is_gone boolean not null
  );

  create table team_member (
    team_id uuid not null,
    user_id uuid not null,
    primary key (team_id, user_id)
  );
  create index team_member_by_user on team_member (user_id);

  -- How many WhatsApp channels an organisation may have connected, through Bird or otherwise; none said: as many as it
  -- likes.
  create table whatsapp_limit (
    customer_id uuid not null,
    is_bird boolean not null,
    most int not null,
    primary key (customer_id, is_bird)
  );

  -- The same of web chats.
  create table web_chat_limit (
    customer_id uuid primary key,
    most int not null
  );

  -- For how many days an organisation keeps what is personal; null: for as long as it likes.
  create table retention (
    customer_id uuid primary key,
    days int
  );
`;

export interface ChannelRow {
  id: string;
  customer_id: string;
  set_up: ChannelSetUp;
  name: string;
  provider: Provider;
  provider_account_id: string | null;
  sender_account_ids: string[];
  team_ids: string[];
  user_ids: string[];
}

export interface MemberRow {
  id: string;
  customer_id: string;
  is_gone: boolean;
}
