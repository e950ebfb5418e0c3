import type { ContactEvent, ConversationEvent, RecordedEvent } from '@parley/contracts/events';
import type { AsOf } from '@parley/read-kit/as-of';
import { visibleSql, type Viewer } from '@parley/access-rules/viewer';
import type { Database } from '@parley/platform/database/database';
import { InboxFold } from '../read/inbox.fold';
import { ReadingFold } from '../read/inbox-reading.fold';

/** Columns of a conversation in an export. */
export interface ExportedConversation {
  id: string;
  contact_id: string;
  channel_id: string;
  status: string;
  assigned_user_id: string | null;
  assigned_team_id: string | null;
  created_at: string;
  tag_ids: string[];
  /**
   * Name, phone and e-mail of the contact with whom the conversation began, even if that contact was merged since.
   */
  name: string | null;
  phone: string | null;
  email: string | null;
}

/**
 * The conversations as they were at a position, by id, if the viewer may see them now. Conversations deleted since
 * are absent, and contacts erased since have no personal data.
 */
export async function conversationsAsOf(
  database: Database,
  viewer: Viewer,
  ids: string[],
  asOf: AsOf,
): Promise<Map<string, ExportedConversation>> {
  const values: unknown[] = [ids];
  const { rows } = await database.query<Omit<ExportedConversation, 'created_at'> & { created_at: Date }>(
    `select c.id, c.contact_id, c.channel_id, c.status, c.assigned_user_id, c.assigned_team_id, c.created_at,
            array(select mark_id from inbox.marked where target_id = c.id order by position) as tag_ids,
            k.name, k.phone, k.email
       from inbox.conversation c left join inbox.contact k on k.id = c.contact_id
      where c.id = any($1::uuid[]) and ${visibleSql(viewer, 'c', values)}`,
    values,
  );
  const streams = rows.flatMap(({ id, contact_id }) => [`conversation-${id}`, `contact-${contact_id}`]);
  const moved = await asOf.moved([...new Set(streams)]);
  const found = new Map<string, ExportedConversation>();
  for (const row of rows) {
    const conversation = moved.get(`conversation-${row.id}`);
    if (conversation?.since.some(({ type }) => type === 'ConversationDeleted')) continue;
    const shown = { ...row, created_at: row.created_at.toISOString() };
    const then = conversation ? foldedConversation(conversation.until) : {};
    if (!then) continue;
    const contact = moved.get(`contact-${row.contact_id}`);
    const profile = contact ? foldedProfile(contact.until) : {};
    found.set(row.id, { ...shown, ...then, ...profile });
  }
  return found;
}

/** @returns the row of the conversation; null if it had not started at that position, or was deleted */
function foldedConversation(events: RecordedEvent[]): Partial<ExportedConversation> | null {
  const fold = new InboxFold([], [], [], new ReadingFold([], []));
  let tags: string[] = [];
  for (const event of events as (RecordedEvent & ConversationEvent)[]) {
    fold.applyConversation(event);
    if (event.type === 'ConversationTagged' && !tags.includes(event.data.tagId)) tags.push(event.data.tagId);
    else if (event.type === 'ConversationUntagged') tags = tags.filter((id) => id !== event.data.tagId);
    else if (event.type === 'ConversationDeleted') tags = [];
  }
  const [row] = fold.changedRows();
  if (!row) return null;
  const { contact_id, channel_id, status, assigned_user_id, assigned_team_id } = row;
  const created_at = new Date(row.created_at).toISOString();
  return { contact_id, channel_id, status, assigned_user_id, assigned_team_id, created_at, tag_ids: tags };
}

/**
 * The contact's name, phone and e-mail at the position of the last of these events; all null for an erased contact,
 * whose events cannot be decrypted.
 */
function foldedProfile(events: RecordedEvent[]): Pick<ExportedConversation, 'name' | 'phone' | 'email'> {
  const profile = { name: null as string | null, phone: null as string | null, email: null as string | null };
  for (const event of events as (RecordedEvent & ContactEvent)[]) {
    switch (event.type) {
      case 'ContactRegistered':
      case 'ContactIdentified':
      case 'ContactDetailsChanged':
      case 'ContactAbsorbed':
      case 'ContactReleased':
        for (const field of ['name', 'phone', 'email'] as const) {
          const said = event.data.personal?.[field];
          if (said !== undefined) profile[field] = said;
        }
    }
  }
  return profile;
}
