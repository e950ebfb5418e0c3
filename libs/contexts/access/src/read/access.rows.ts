import type { UserState } from '@parley/contracts/api/access';
import type {
  CustomerSettingName,
  MailFailure,
  OnlineStatus,
  Role,
  UserSettingName,
} from '@parley/contracts/events';

/** Tables of the view `access`: the users of each organisation, with their roles and teams. */
export const accessDdl = `
  create table customer (
    id uuid primary key,
    name text not null,
    domain text not null,
    storage_name text not null
  );
  create table customer_domain (
    domain text primary key,
    customer_id uuid not null
  );
  create table customer_setting (
    customer_id uuid not null,
    name text not null,
    value jsonb,
    primary key (customer_id, name)
  );
  create table ip_whitelist_entry (
    id uuid primary key,
    customer_id uuid not null,
    name text not null,
    address text not null
  );
  create index ip_whitelist_by_customer on ip_whitelist_entry (customer_id);
  create table user_account (
    id uuid primary key,
    customer_id uuid not null,
    role text not null,
    display_name text,
    email text,
    state text not null,
    last_login timestamptz,
    invitation text,
    invitation_failure text,
    enforce_team_filter boolean not null,
    enforce_unassigned_chats boolean not null
  );
  create index user_account_by_customer on user_account (customer_id);
  create index user_account_by_email on user_account (lower(email));
  create table user_setting (
    user_id uuid not null,
    name text not null,
    value text not null,
    primary key (user_id, name)
  );
  create table user_status (
    user_id uuid primary key,
    status text not null
  );
  create table user_signature (
    user_id uuid primary key,
    html text
  );
  create table user_channel_signature (
    user_id uuid not null,
    channel_id uuid not null,
    html text,
    primary key (user_id, channel_id)
  );
  create table team (
    id uuid primary key,
    customer_id uuid not null,
    name text not null,
    colour text not null,
    email text,
    send_notification boolean not null
  );
  create index team_by_customer on team (customer_id);
  create table team_member (
    team_id uuid not null,
    user_id uuid not null,
    primary key (team_id, user_id)
  );
  create index team_member_by_user on team_member (user_id);
`;

export interface IpWhitelistRow {
  id: string;
  customer_id: string;
  name: string;
  address: string;
}

export interface CustomerRow {
  id: string;
  name: string;
  domain: string;
  storage_name: string;
}

export interface CustomerSettingRow {
  customer_id: string;
  name: CustomerSettingName;
  value: unknown;
}

/** A user; name and address are null after the person was erased. */
export interface UserRow {
  id: string;
  customer_id: string;
  role: Role;
  display_name: string | null;
  email: string | null;
  state: UserState;
  /** ISO 8601 UTC when written; the driver reads it as a Date. */
  last_login: string | Date | null;
  /** State of the last invitation's mail; null for a user who was added without an invitation. */
  invitation: 'pending' | 'sent' | 'failed' | null;
  invitation_failure: MailFailure | null;
  enforce_team_filter: boolean;
  enforce_unassigned_chats: boolean;
}

export interface UserStatusRow {
  user_id: string;
  status: OnlineStatus;
}

export interface UserSignatureRow {
  user_id: string;
  /** Null after the person was erased. */
  html: string | null;
}

export interface UserChannelSignatureRow {
  user_id: string;
  channel_id: string;
  /** Empty if the general signature applies to the channel; null after the person was erased. */
  html: string | null;
}

export interface UserSettingRow {
  user_id: string;
  name: UserSettingName;
  value: string;
}

export interface TeamRow {
  id: string;
  customer_id: string;
  name: string;
  colour: string;
  email: string | null;
  send_notification: boolean;
}
