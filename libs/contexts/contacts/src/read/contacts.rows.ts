import type { ContactField, ContactProfile } from '@parley/contracts/events';
import { marksDdl } from '@parley/read-kit/marks';
import { erasedDdl } from '@parley/read-kit/erased';
import { mergedDdl } from '@parley/read-kit/merged';
import { conversationAccessDdl } from '@parley/access-rules/conversation-access';
import { listsDdl } from '../lists/lists.fold';
import { viewerDdl } from '@parley/access-rules/viewer-tables';

/**
 * Tables of the view `contacts`: the data of each contact, and the data that decides which users may see it. Erased
 * or unknown fields are null.
 */
export const contactsDdl = `${erasedDdl}${mergedDdl}${marksDdl}${viewerDdl}${conversationAccessDdl}${listsDdl}
  -- Whose phones are written without a country's code.
  create table home_country (
    customer_id uuid primary key,
    country text not null
  );

  create table contact (
    id uuid primary key,
    customer_id uuid not null,
    name text,
    phone text,
    email text,
    bsuid text,
    username text,
    company text,
    job_title text,
    reference text,
    street text,
    house_number text,
    zip_code text,
    city text,
    province text,
    state text,
    country text,
    is_blocked boolean not null,
    is_high_priority boolean not null,
    created_at timestamptz not null,
    -- Whether they agreed to campaign messages, and who last said so.
    opt_in boolean not null,
    opt_in_at timestamptz,
    opt_in_by uuid,
    is_erased boolean not null,
    -- What keywords look into, and what lists sort by: without case and accents.
    search text not null,
    sort_name text collate "C" not null
  );
  create index contact_by_customer on contact (customer_id, created_at desc, id desc);
  create index contact_by_name on contact (customer_id, sort_name, id);

  -- What was said with a contact, by the contact who said it: merged contacts keep theirs.
  create table conversation (
    conversation_id uuid primary key,
    contact_id uuid not null,
    status text not null,
    last_at timestamptz not null,
    -- When the contact last wrote: by the provider's clock, and never later than we heard of it.
    seen_at timestamptz
  );
  create index conversation_by_contact on conversation (contact_id);

  -- What moves with each message, of those who stand for themselves: narrow, so that the wide row stays where it is.
  create table activity (
    contact_id uuid primary key,
    customer_id uuid not null,
    conversation_id uuid not null,
    last_at timestamptz not null,
    seen_at timestamptz
  );
  create index activity_by_seen on activity (customer_id, seen_at desc nulls last, contact_id);
  create index activity_by_last on activity (customer_id, last_at desc, contact_id);

  -- By what a contact can be reached on each connected channel: phone, email, or only where they wrote themselves.
  create table channel (
    id uuid primary key,
    customer_id uuid not null,
    contact_identity text not null
  );

  create table attribute (
    id uuid primary key,
    customer_id uuid not null,
    kind text not null,
    choices text not null
  );

  -- Pairs of whom somebody said that they are two people; the smaller id first.
  create table distinct_pair (
    contact_id uuid not null,
    other_id uuid not null,
    primary key (contact_id, other_id)
  );

  create table attribute_value (
    contact_id uuid not null,
    attribute_id uuid not null,
    value text not null,
    -- The same where it is a number.
    number double precision,
    primary key (contact_id, attribute_id)
  );

  -- Streams of what a contact is known by, so that an erasure finds them.
  create table claim (
    id text collate "C" primary key,
    contact_id uuid not null
  );
  create index claim_by_contact on claim (contact_id);

  create table comment (
    id uuid primary key,
    customer_id uuid not null,
    contact_id uuid not null,
    user_id uuid not null,
    text text not null,
    created_at timestamptz not null,
    changed_at timestamptz,
    position text collate "C" not null
  );
  create index comment_by_contact on comment (contact_id, position);

  create table metadata (
    id uuid primary key,
    customer_id uuid not null,
    contact_id uuid not null,
    name text not null,
    value text not null,
    position text collate "C" not null
  );
  create index metadata_by_contact on metadata (contact_id, position);
`;

export interface ContactRow {
  id: string;
  customer_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  bsuid: string | null;
  username: string | null;
  company: string | null;
  job_title: string | null;
  reference: string | null;
  street: string | null;
  house_number: string | null;
  zip_code: string | null;
  city: string | null;
  province: string | null;
  state: string | null;
  country: string | null;
  is_blocked: boolean;
  is_high_priority: boolean;
  /** ISO 8601 UTC when written; the driver reads it as a Date. */
  created_at: string | Date;
  opt_in: boolean;
  opt_in_at: string | Date | null;
  opt_in_by: string | null;
  is_erased: boolean;
  search: string;
  sort_name: string;
}

export interface ConversationRow {
  conversation_id: string;
  /** The contact who wrote; it may have been merged into another contact since. */
  contact_id: string;
  status: 'open' | 'closed';
  last_at: string;
  seen_at: string | null;
}

/** Creates the indexes after the tables are filled, because maintaining them during filling is slow. */
export const contactsIndexes = `
  select pg_advisory_xact_lock(hashtext('create extension'));
  create extension if not exists pg_trgm schema public;
  create extension if not exists btree_gin schema public;
  create index contact_search on contact using gin (customer_id, search public.gin_trgm_ops);
`;

/** The name of the table's column for each field of a contact. */
export const columnOf = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  bsuid: 'bsuid',
  username: 'username',
  company: 'company',
  jobTitle: 'job_title',
  reference: 'reference',
  street: 'street',
  houseNumber: 'house_number',
  zipCode: 'zip_code',
  city: 'city',
  province: 'province',
  state: 'state',
  country: 'country',
} as const satisfies Record<keyof ContactProfile | ContactField, keyof ContactRow>;
