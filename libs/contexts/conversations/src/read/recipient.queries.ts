import { Injectable } from '@nestjs/common';
import { keywordTerms } from '@parley/contracts/api/keyword';
import { MAX_CONTACTS_FOUND, type Recipient } from '@parley/contracts/api/starting';
import { visibleSql, type ContactViewer } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';

interface Row {
  id: string;
  name: string | null;
  phone: string | null;
  email: string | null;
  username: string | null;
  is_blocked: boolean;
  conversations: Recipient['conversations'];
}

/** Finds contacts to whom a user may write, with those of their conversations that the user may see. */
@Injectable()
export class RecipientQueries {
  constructor(private readonly database: Database) {}

  /**
   * Contacts whose name, phone or e-mail contains all words of `keyword`, or the contact with this `id`. Contacts
   * with the most recent conversations come first.
   */
  async find(viewer: ContactViewer, asked: { keyword?: string; id?: string }): Promise<Recipient[]> {
    const values: unknown[] = [viewer.customerId];
    const terms = keywordTerms(asked.keyword ?? '').map((term) => `%${term.replace(/[\\%_]/g, '\\$&')}%`);
    const found = terms.map((term) => ` and k.search like $${values.push(term)}`).join('');
    const one = asked.id ? ` and k.id = $${values.push(asked.id)}::uuid` : '';
    const own = `c.contact_id = k.id and ${visibleSql(viewer, 'c', values)}`;
    const unknown = viewer.hasContactsModule
      ? ' or not exists (select from inbox.conversation c where c.contact_id = k.id)'
      : '';
    const { rows } = await this.database.query<Row>(
      `select k.id, k.name, k.phone, k.email, k.username, k.is_blocked, talk.conversations
         from inbox.contact k
         cross join lateral (
           select max(c.entry_time) as last, coalesce(jsonb_agg(jsonb_build_object('id', c.id,
                    'channelId', c.channel_id, 'status', c.status, 'assignedUserId', c.assigned_user_id,
                    'lastInboundMessageTime', c.last_inbound_time) order by c.entry_time desc), '[]') as conversations
             from inbox.conversation c where ${own}) talk
        where k.customer_id = $1${found}${one} and (talk.last is not null${unknown})
        order by talk.last desc nulls last, k.id limit ${MAX_CONTACTS_FOUND}`,
      values,
    );
    return rows.map(({ username, is_blocked: isBlocked, name, conversations, ...row }) => ({
      ...row,
      name: name ?? username ?? row.phone ?? row.email ?? '',
      isBlocked,
      conversations: conversations.map((each) => ({
        ...each,
        lastInboundMessageTime:
          each.lastInboundMessageTime && new Date(each.lastInboundMessageTime).toISOString(),
      })),
    }));
  }
}
