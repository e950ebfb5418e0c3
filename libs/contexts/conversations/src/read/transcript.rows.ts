import type { ChatEntry, ChatEvent, EntryAsset, EntryStatus } from '@parley/contracts/api/conversations';
import { dueDdl } from '@parley/event-sourcing/due/due';
import { erasedDdl } from '@parley/read-kit/erased';
import { mentionDdl } from './mentions.rows';
import type { MessageContent, MessageContext, StatusReason } from '@parley/contracts/events';

/** Tables of the view `transcript`: the entries of every thread. */
export const transcriptDdl = `${erasedDdl}${dueDdl}
  create table entry (
    id uuid primary key,
    customer_id uuid not null,
    conversation_id uuid not null,
    position text collate "C" not null,
    direction text not null,
    type text not null,
    content jsonb,
    assets jsonb not null,
    event jsonb,
    identity_id uuid,
    context jsonb,
    reactions jsonb not null,
    is_edited boolean not null,
    earlier jsonb not null,
    is_deleted boolean not null,
    status text not null,
    status_reason text,
    status_detail text,
    created_by_id uuid,
    created_by_entity text not null,
    time timestamptz not null,
    created_at timestamptz not null,
    client_key text,
    held_until timestamptz,
    is_scheduled boolean not null,
    -- A bounce, or what the contact's own program answered: no rule is asked about it.
    is_automatic boolean not null
  );

  create table alias (
    id uuid primary key,
    message_id uuid not null
  );

  create table conversation (
    id uuid primary key,
    customer_id uuid not null,
    contact_id uuid not null
  );
  create index conversation_by_contact on conversation (contact_id);

${mentionDdl}
  -- Messages that were deleted with their conversation: what is still stored of them belongs to it.
  create table deleted_entry (
    id uuid primary key,
    conversation_id uuid not null
  );

  -- Every file that storage holds for a conversation, in a message or not; also once its message was erased.
  create table file (
    path text collate "C" primary key,
    conversation_id uuid not null,
    -- Where the log says so: one that is deleted and begins anew keeps what came since.
    position text collate "C" not null
  );
`;

export const transcriptIndexes = `
  create index entry_by_time on entry (conversation_id, time desc, position desc);
  create index entry_received on entry (customer_id, created_at, position) where direction = 'in';
  create index file_by_conversation on file (conversation_id);
  create index mention_of_users on mention using gin (user_ids);
  create index mention_of_teams on mention using gin (team_ids);
  create index mention_by_conversation on mention (conversation_id);
`;

/** A file of an entry with its storage path; the path is null until the file is stored. */
export type StoredAsset = EntryAsset & { path: string | null };

/** The content of an entry: the content of a message, or the text of a note for colleagues. */
export type EntryContent = MessageContent | { type: 'information'; text: string };

export interface EntryRow {
  id: string;
  customer_id: string;
  conversation_id: string;
  position: string;
  direction: ChatEntry['direction'];
  type: ChatEntry['type'];
  content: EntryContent | null;
  assets: StoredAsset[];
  event: ChatEvent | null;
  identity_id: string | null;
  context: MessageContext | null;
  reactions: ChatEntry['reactions'];
  is_edited: boolean;
  /** Earlier versions of the content, oldest first; `until` is the time of the edit that replaced the version. */
  earlier: { content: EntryContent | null; until: string }[];
  is_deleted: boolean;
  status: EntryStatus;
  status_reason: StatusReason | null;
  status_detail: string | null;
  created_by_id: string | null;
  created_by_entity: ChatEntry['createdByEntity'];
  time: string;
  created_at: string;
  client_key: string | null;
  held_until: string | null;
  is_scheduled: boolean;
  is_automatic: boolean;
}
