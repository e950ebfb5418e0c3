import { erasedDdl } from '@parley/read-kit/erased';
import { marksDdl } from '@parley/read-kit/marks';
import { mergedDdl } from '@parley/read-kit/merged';
import { conversationAccessDdl } from '@parley/access-rules/conversation-access';
import { viewerDdl } from '@parley/access-rules/viewer-tables';

/**
 * Tables of the view `search`. Each searchable item has its own row, which the projector deletes in the same batch in
 * which it folds the item's deletion or the erasure of its contact.
 */
export const searchDdl = `${erasedDdl}${marksDdl}${mergedDdl}${viewerDdl}${conversationAccessDdl}
  -- What \`from:\`, \`channel:\` and \`team:\` name, besides contacts: colleagues, channels and teams.
  create table named (
    id uuid primary key,
    customer_id uuid not null,
    kind text not null,
    name text not null,
    search text not null
  );
  create index named_by_customer on named (customer_id, kind);

  create table contact (
    id uuid primary key,
    customer_id uuid not null,
    fields jsonb not null,
    -- Texts of internal comments by their ids.
    comments jsonb not null,
    -- Every word behind a blank, a bar behind each text, the phone's digits behind a #.
    search text not null
  );

  -- Conversations that are, or were, shown as those of who stands for their contact, and with whom they are.
  create table moved (
    conversation_id uuid primary key,
    contact_id uuid not null
  );
  create index moved_by_contact on moved (contact_id);

  -- A message, or a note for colleagues.
  create table entry (
    id uuid primary key,
    customer_id uuid not null,
    conversation_id uuid not null,
    -- Whose erasure takes it.
    subject_id uuid not null,
    kind text not null,
    direction text not null,
    author_id uuid,
    time timestamptz not null,
    text text not null,
    files text[] not null,
    has_file boolean not null,
    has_link boolean not null,
    terms tsvector not null
  );

  -- A provider's id of a message that is ours under another one.
  create table alias (
    id uuid primary key,
    message_id uuid not null
  );
`;

export const searchIndexes = `
  -- Whoever creates the view at the same time, under whatever name, finds it made.
  select pg_advisory_xact_lock(hashtext('create extension'));
  create extension if not exists pg_trgm schema public;
  create extension if not exists btree_gin schema public;
  create index entry_by_terms on entry using gin (customer_id, terms);
  create index entry_by_time on entry (customer_id, time desc, id desc);
  create index entry_by_conversation on entry (conversation_id, time desc);
  create index entry_by_subject on entry (subject_id);
  create index contact_by_search on contact using gin (customer_id, search public.gin_trgm_ops);
`;

/** The fields of a contact that are searched. */
export const foundBy = [
  'name',
  'phone',
  'email',
  'username',
  'company',
  'jobTitle',
  'reference',
  'city',
] as const;
export type ContactFields = Partial<Record<(typeof foundBy)[number], string>>;

export interface ContactRow {
  id: string;
  customer_id: string;
  fields: ContactFields;
  comments: Record<string, string>;
  search: string;
}

export interface EntryRow {
  id: string;
  customer_id: string;
  conversation_id: string;
  subject_id: string;
  kind: 'message' | 'note';
  direction: 'in' | 'out' | 'none';
  author_id: string | null;
  time: string;
  text: string;
  files: string[];
  has_file: boolean;
  has_link: boolean;
  terms: string;
}

export interface NamedRow {
  id: string;
  customer_id: string;
  kind: 'user' | 'channel' | 'team';
  name: string;
  search: string;
}
