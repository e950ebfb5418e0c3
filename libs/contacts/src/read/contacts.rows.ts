import { marksDdl } from '@parley/event-sourcing/projection/marks';
import { erasedDdl } from '@parley/event-sourcing/projection/erased';

/** Tables of the view `contacts`: what is known of each person. Erased or unknown fields are null. */
export const contactsDdl = `${erasedDdl}${marksDdl}
  create table contact (
    id uuid primary key,
    customer_id uuid not null,
    name text,
    phone text,
    email text,
    bsuid text,
    username text,
    created_at timestamptz not null
  );
  create index contact_by_customer on contact (customer_id, created_at desc, id desc);

  -- Streams of what a contact is known by, so that an erasure finds them.
  create table claim (
    id text collate "C" primary key,
    contact_id uuid not null
  );
  create index claim_by_contact on claim (contact_id);
`;

export interface ContactRow {
  id: string;
  customer_id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  bsuid: string | null;
  username: string | null;
  /** ISO 8601 UTC when written; the driver reads it as a Date. */
  created_at: string | Date;
}
