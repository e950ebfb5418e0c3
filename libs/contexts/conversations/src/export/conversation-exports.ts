import { Injectable } from '@nestjs/common';
import type { ExportField, ExportFilter, ExportKind } from '@parley/contracts/api/exports';
import type { Cell, ExportOwner, ExportQuery, ExportRows, ExportSource } from '@parley/feature/export-source';
import type { AsOf } from '@parley/read-kit/as-of';
import { visibleSql } from '@parley/access-rules/viewer';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { filterSql } from '../read/list-sql';
import { inboxView } from '../read/inbox.projector';
import { InboxQueries } from '../read/inbox.queries';
import { transcriptView } from '../read/transcript.projector';
import { conversationsAsOf, type ExportedConversation } from './conversation-rows';
import { entriesAsOf, type ExportedEntry } from './message-rows';
import { filesOf, wordsOf } from './message-words';

const NAMED = ['channel', 'assignedUser', 'assignedTeam', 'tags', 'writtenBy'];

const ofConversation: Record<string, (row: ExportedConversation) => Cell> = {
  conversationId: ({ id }) => id,
  startedAt: (row) => row.created_at,
  channel: (row) => row.channel_id,
  status: ({ status }) => status,
  assignedUser: (row) => row.assigned_user_id,
  assignedTeam: (row) => row.assigned_team_id,
  tags: (row) => row.tag_ids,
  contactId: (row) => row.contact_id,
  contactName: ({ name }) => name,
  contactPhone: ({ phone }) => phone,
  contactEmail: ({ email }) => email,
};

const ofMessage: Record<string, (entry: ExportedEntry) => Cell> = {
  time: ({ time }) => time,
  direction: ({ direction, type }) => (type === 'information' ? 'note' : direction),
  writtenBy: (entry) => entry.created_by_id,
  writtenByKind: (entry) => entry.created_by_entity,
  type: ({ type }) => type,
  text: wordsOf,
  files: (entry) => entry.assets.map(({ fileName, contentType }) => fileName ?? contentType),
  messageStatus: ({ status, direction }) => (direction === 'out' ? status : null),
  statusReason: (entry) => entry.status_reason,
  isEdited: (entry) => entry.is_edited,
  isDeleted: (entry) => entry.is_deleted,
  reactions: ({ reactions }) => reactions.map(({ emoji }) => emoji),
  replyTo: ({ context }) => context?.replyTo?.messageId ?? null,
  messageId: ({ id }) => id,
};

const toField =
  (usual: string[]) =>
  (name: string): ExportField => ({
    name,
    label: null,
    isUsual: usual.includes(name),
  });

/** Exports the conversations that were active in a period, with a row for each conversation or for each message. */
abstract class ConversationSource implements ExportSource {
  abstract readonly kind: ExportKind;
  protected abstract readonly usual: string[];
  protected abstract readonly columns: string[];
  readonly requires = 'inbox:read';
  readonly views = [inboxView.name, transcriptView.name];
  readonly named = NAMED;

  constructor(
    protected readonly database: Database,
    private readonly inbox: InboxQueries,
  ) {}

  fields(): Promise<ExportField[]> {
    return Promise.resolve(this.columns.map(toField(this.usual)));
  }

  async select(
    me: Principal,
    { status, ...filter }: ExportFilter,
    { from, to }: Pick<ExportQuery, 'from' | 'to'>,
  ) {
    const viewer = await this.inbox.viewer(me);
    const values: unknown[] = [];
    const conditions = [
      visibleSql(viewer, 'c', values),
      ...(status ? [`c.status = $${values.push(status === 'archived' ? 'closed' : status)}`] : []),
      ...(from === null ? [] : [`c.entry_time >= $${values.push(from)}::timestamptz`]),
      ...(to === null ? [] : [`c.created_at < $${values.push(to)}::timestamptz`]),
    ];
    conditions.push(...this.alsoHas({ from, to }, values));
    const where = `${conditions.join(' and ')}${filterSql(filter, viewer, values)}`;
    const text = `select c.id::text as key, null::jsonb as payload from inbox.conversation c
      where ${where} order by c.created_at, c.id`;
    return { text, values, params: {} };
  }

  async *rows(
    keys: string[],
    query: ExportQuery,
    { asOf, owner, found }: { asOf: AsOf; owner: ExportOwner; found: (key: string) => void },
  ): AsyncGenerator<ExportRows> {
    const viewer = await this.inbox.viewer(owner);
    const conversations = await conversationsAsOf(this.database, viewer, keys, asOf);
    const there = keys.flatMap((key) => conversations.get(key) ?? []);
    for (const { id } of there) found(id);
    yield* this.rowsOf(there, query, asOf);
  }

  /**
   * Current names of tags by id: a merged tag has the name of the tag into which it was merged, a deleted tag null.
   */
  async names(customerId: string): Promise<Map<string, string | null>> {
    const { rows } = await this.database.query<{ id: string; name: string; is_deleted: boolean }>(
      `select m.id, s.name, m.is_deleted from inbox.mark m join inbox.mark s on s.id = m.stands_for
        where m.customer_id = $1 and m.kind = 'tag'`,
      [customerId],
    );
    return new Map(rows.map(({ id, name, is_deleted }) => [id, is_deleted ? null : name]));
  }

  /** Further SQL conditions on conversations `c`, beside the period. */
  protected alsoHas(_period: Pick<ExportQuery, 'from' | 'to'>, _values: unknown[]): string[] {
    return [];
  }

  protected abstract rowsOf(
    conversations: ExportedConversation[],
    query: ExportQuery,
    asOf: AsOf,
  ): AsyncGenerator<ExportRows>;
}

/** Exports a row for each conversation. */
@Injectable()
export class ConversationsExport extends ConversationSource {
  readonly kind = 'conversations';
  protected readonly columns = Object.keys(ofConversation);
  protected readonly usual = this.columns.filter((name) => name !== 'contactId');

  constructor(database: Database, inbox: InboxQueries) {
    super(database, inbox);
  }

  protected async *rowsOf(
    conversations: ExportedConversation[],
    { fields }: ExportQuery,
  ): AsyncGenerator<ExportRows> {
    yield { rows: conversations.map((row) => cellsOf(fields, ofConversation, row)), files: [] };
  }
}

/** Exports a row for each message, with the columns of its conversation. */
@Injectable()
export class MessagesExport extends ConversationSource {
  readonly kind = 'messages';
  page = 1_000;
  protected readonly columns = [...Object.keys(ofMessage), ...Object.keys(ofConversation)];
  protected readonly usual = [
    ...['time', 'direction', 'writtenBy', 'text', 'files', 'messageStatus'],
    ...['conversationId', 'channel', 'contactName', 'contactPhone', 'contactEmail'],
  ];

  constructor(database: Database, inbox: InboxQueries) {
    super(database, inbox);
  }

  protected override alsoHas({ from, to }: Pick<ExportQuery, 'from' | 'to'>, values: unknown[]): string[] {
    const at = (time: string | null) => `$${values.push(time)}::timestamptz`;
    return [
      `exists (select from transcript.entry e where e.conversation_id = c.id and e.type <> 'event'
         and e.time >= coalesce(${at(from)}, '-infinity') and e.time < coalesce(${at(to)}, 'infinity'))`,
    ];
  }

  protected async *rowsOf(
    conversations: ExportedConversation[],
    { fields, ...range }: ExportQuery,
    asOf: AsOf,
  ): AsyncGenerator<ExportRows> {
    const ids = conversations.map(({ id }) => id);
    for await (const entries of entriesAsOf(this.database, ids, { ...range, page: this.page }, asOf)) {
      const rows = entries.map((entry) => ({
        ...cellsOf(fields, ofConversation, conversations[entry.nth - 1]!),
        ...cellsOf(fields, ofMessage, entry),
      }));
      yield { rows, files: entries.flatMap(filesOf) };
    }
  }
}

function cellsOf<Row>(
  fields: string[],
  columns: Record<string, (row: Row) => Cell>,
  row: Row,
): Record<string, Cell> {
  return Object.fromEntries(fields.flatMap((name) => (columns[name] ? [[name, columns[name](row)]] : [])));
}
