import { marksDdl } from '@parley/event-sourcing/projection/marks';

/** Tables of the view `catalogue`: tags and labels with how much each is used, and quick replies. */
export const catalogueDdl = `${marksDdl}
  create index mark_by_customer on mark (customer_id, kind);

  -- How many conversations or contacts bear what stands for itself. Kept as facts come: nobody counts to show a list.
  create table usage (
    mark_id uuid primary key,
    count integer not null
  );

  create table quick_reply (
    id uuid primary key,
    customer_id uuid not null,
    title text,
    message text not null,
    visibility text not null,
    owner_id uuid not null
  );
  create index quick_reply_by_customer on quick_reply (customer_id);
`;

export interface QuickReplyRow {
  id: string;
  customer_id: string;
  title: string | null;
  message: string;
  visibility: 'everybody' | 'me';
  owner_id: string;
}
