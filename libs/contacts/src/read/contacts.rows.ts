import type { ContactField, ContactProfile } from '@parley/contracts/events';
import { marksDdl } from '@parley/event-sourcing/projection/marks';
import { erasedDdl } from '@parley/event-sourcing/projection/erased';
import { conversationAccessDdl } from '@parley/event-sourcing/visibility/conversation-access';
import { viewerDdl } from '@parley/event-sourcing/visibility/viewer-tables';

/** Tables of the view `contacts`: what is known of each person, and who may see it. Erased or unknown fields are null. */
export const contactsDdl = `${erasedDdl}${marksDdl}${viewerDdl}${conversationAccessDdl}
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
    created_at timestamptz not null
  );
  create index contact_by_customer on contact (customer_id, created_at desc, id desc);

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
}

/** The columns that hold what is said of somebody, by what that is called. */
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
