import type { Platform, Provider } from '@parley/contracts/events';

/** Tables of the view `channels`. */
export const channelsDdl = `
  create table channel (
    id uuid primary key,
    customer_id uuid not null,
    name text not null,
    platform text not null,
    provider text not null,
    customer_care_window_length integer not null,
    mandatory_assign boolean not null,
    read_for_all boolean not null,
    team_ids uuid[] not null,
    user_ids uuid[] not null,
    provider_account_id text,
    api_base_url text
  );
  create index channel_by_customer on channel (customer_id, name);
  create index channel_by_account on channel (provider, provider_account_id);

  create table team_member (
    team_id uuid not null,
    user_id uuid not null,
    primary key (team_id, user_id)
  );
  create index team_member_by_user on team_member (user_id);
`;

export interface ChannelRow {
  id: string;
  customer_id: string;
  name: string;
  platform: Platform;
  provider: Provider;
  customer_care_window_length: number;
  mandatory_assign: boolean;
  read_for_all: boolean;
  team_ids: string[];
  user_ids: string[];
  provider_account_id: string | null;
  api_base_url: string | null;
}
