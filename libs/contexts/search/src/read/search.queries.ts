import { Injectable } from '@nestjs/common';
import { v5 as uuidV5 } from 'uuid';
import type {
  ContactHit,
  ConversationHit,
  Marked,
  MessageHit,
  SearchResponse,
} from '@parley/contracts/api/search';
import {
  isEmptySearch,
  phoneDigitsOf,
  wordsOf,
  type SearchOperator,
  type SearchQuery,
} from '@parley/contracts/api/search-query';
import { contactVisibleSql, visibleSql, type ContactViewer } from '@parley/access-rules/viewer';
import { loadViewer } from '@parley/access-rules/viewer-tables';
import { Database } from '@parley/platform/database/database';
import type { Principal } from '@parley/platform/http/principal';
import { isNamed, patternsOf } from '../words/contact-words';
import { startOfDay } from '../words/day';
import { foundWords, marked } from '../words/marked';
import { exactly, loosely } from '../words/terms';
import type { ContactFields, EntryRow, NamedRow } from './search.rows';

/** Maximum number of contacts in a response, and of conversations. */
const MAX_OF_A_GROUP = 6;
/** Number of the newest entries to scan before the index is used, because a common word is found among them. */
const WINDOW = 5_000;
/** Number of the newest entries from which a suggested word may come. */
const MEANT_WINDOW = 2_000;
/** Minimum similarity of two words, from 0 to 1, by their shared trigrams; `invoce` and `invoice` have 0.5. */
const ALIKE = 0.4;

export interface Asked {
  /** The query as the user typed it. */
  text: string;
  query: SearchQuery;
  /** IANA name of the user's time zone. */
  timeZone: string;
  limit: number;
  cursor: Cursor | null;
}

/** The phases of a search: exact matches come before similar ones, and within each phase the newest come first. */
type Phase = 'exact' | 'akin' | 'any';

export interface Cursor {
  phase: Phase;
  time: string;
  id: string;
}

/** The ids for which the operators of a query stand. */
interface Scope {
  query: SearchQuery;
  before: string | null;
  after: string | null;
  channels: string[] | null;
  teams: string[] | null;
  /**
   * A list of ids for each `tag:` operator: the conversation, or its contact, needs at least one tag or label of each
   * list.
   */
  tags: string[][];
  /** Ids of tags and labels whose names match the words of the query. */
  named: string[];
  authors: string[][];
  senders: string[][][];
  /** The ids of messages that the query may be, if it is an id. */
  ids: string[];
  digits: string | null;
}

interface MessageRow extends EntryRow {
  channel_id: string;
  contact_id: string;
  contact_name: string | null;
}

/** Searches on behalf of a viewer. Every statement includes the access check. */
@Injectable()
export class SearchQueries {
  constructor(private readonly database: Database) {}

  async viewer(principal: Principal): Promise<ContactViewer> {
    const viewer = await loadViewer(this.database, 'search', principal);
    return { ...viewer, hasContactsModule: principal.can('read', 'contacts') };
  }

  async find(viewer: ContactViewer, asked: Asked): Promise<SearchResponse> {
    const nothing: SearchResponse = {
      ...{ contacts: [], areContactsAlike: false, conversations: [], messages: [], team: [] },
      ...{ next: null, didYouMean: null, unknown: [] },
    };
    if (isEmptySearch(asked.query)) return nothing;
    const { scope, unknown } = await this.scopeOf(viewer, asked);
    if (unknown.length > 0) return { ...nothing, unknown };
    if (asked.cursor) return { ...nothing, ...(await this.messages(viewer, scope, asked)) };
    const [found, contacts, conversations] = await Promise.all([
      this.messages(viewer, scope, asked),
      this.contacts(viewer, scope),
      this.conversations(viewer, scope),
    ]);
    const answer = { ...nothing, ...found, contacts, conversations };
    if (contacts.length + conversations.length + found.messages.length > 0) return answer;
    const alike = await this.contactsAlike(viewer, scope);
    return {
      ...answer,
      contacts: alike,
      areContactsAlike: alike.length > 0,
      didYouMean: await this.meant(viewer, asked),
    };
  }

  private async scopeOf(
    viewer: ContactViewer,
    { text, query, timeZone }: Asked,
  ): Promise<{ scope: Scope; unknown: SearchResponse['unknown'] }> {
    const { rows } = await this.database.query<Pick<NamedRow, 'id' | 'name'> & { kind: string }>(
      `select id, kind, name from search.named where customer_id = $1
       union all select stands_for, 'tag', name from search.mark where customer_id = $1 and not is_deleted and stands_for = id`,
      [viewer.customerId],
    );
    const idsOf = (kind: string, value: string) =>
      rows.filter((row) => row.kind === kind && isNamed(row.name, value)).map(({ id }) => id);
    const unknown: SearchResponse['unknown'] = [];
    const resolved = (operator: SearchOperator & ('channel' | 'team' | 'tag')) =>
      query[operator].map((value) => {
        const ids = idsOf(operator, value);
        if (ids.length === 0) unknown.push({ operator, value });
        return ids;
      });
    const anyOf = (lists: string[][]) => (lists.length === 0 ? null : lists.flat());
    const isMe = (value: string) => value.toLowerCase() === 'me';
    const others = query.from.filter((value) => !isMe(value));
    const words = query.terms.flatMap((term) => term.words).join(' ');
    const channels = rows.filter(({ kind }) => kind === 'channel').map(({ id }) => id);
    return {
      scope: {
        query,
        before: query.before && startOfDay(query.before, timeZone),
        after: query.after && startOfDay(query.after, timeZone),
        channels: anyOf(resolved('channel')),
        teams: anyOf(resolved('team')),
        tags: resolved('tag'),
        named: words === '' ? [] : idsOf('tag', words),
        authors: query.from.map((value) => (isMe(value) ? [viewer.userId] : idsOf('user', value))),
        senders: others.map((value) => patternsOf([{ words: wordsOf(value), isQuoted: false }], null)),
        ids: query.id === null ? [] : await this.withAliases(possibleIds(query.id, channels)),
        digits: phoneDigitsOf(text),
      },
      unknown,
    };
  }

  /** Adds the ids of own messages for which one of `ids` is the provider's id. */
  private async withAliases(ids: string[]): Promise<string[]> {
    const { rows } = await this.database.query<{ message_id: string }>(
      'select message_id from search.alias where id = any($1::uuid[])',
      [ids],
    );
    return [...ids, ...rows.map(({ message_id }) => message_id)];
  }

  /**
   * A page of messages and notes, exact matches first, with the cursor of the next page; the cursor is null on the
   * last page.
   */
  private async messages(
    viewer: ContactViewer,
    scope: Scope,
    { limit, cursor, query }: Asked,
  ): Promise<{ messages: MessageHit[]; next: string | null }> {
    const { terms } = query;
    const onlyQuoted = terms.every(({ isQuoted }) => isQuoted);
    const phases: Phase[] = terms.length === 0 ? ['any'] : onlyQuoted ? ['exact'] : ['exact', 'akin'];
    const left = cursor ? phases.slice(phases.indexOf(cursor.phase)) : phases;
    const rows: (MessageRow & { phase: Phase })[] = [];
    for (const phase of left) {
      const missing = limit + 1 - rows.length;
      if (missing <= 0) break;
      const after = cursor?.phase === phase ? cursor : null;
      const found = await this.phase(viewer, scope, { phase, after, limit: missing });
      rows.push(...found.map((row) => ({ ...row, phase })));
    }
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const more = rows.length > limit && last;
    return {
      messages: page.map((row) => toHit(row, query)),
      next: more ? cursorText({ phase: last.phase, time: iso(last.time), id: last.id }) : null,
    };
  }

  /**
   * A page of one phase. Scans the newest entries first, among which common words are found, and uses the index for
   * rare words.
   */
  private async phase(
    viewer: ContactViewer,
    scope: Scope,
    asked: { phase: Phase; after: Cursor | null; limit: number },
  ): Promise<MessageRow[]> {
    if (asked.phase === 'any') return this.entries(viewer, scope, { ...asked, from: 'all' });
    const recent = await this.entries(viewer, scope, { ...asked, from: 'newest' });
    if (recent.length >= asked.limit) return recent;
    return this.entries(viewer, scope, { ...asked, from: 'index' });
  }

  private async entries(
    viewer: ContactViewer,
    scope: Scope,
    {
      phase,
      after,
      limit,
      from,
    }: { phase: Phase; after: Cursor | null; limit: number; from: 'all' | 'newest' | 'index' },
  ): Promise<MessageRow[]> {
    const values: unknown[] = [];
    const add = (value: unknown, type: string) => `$${values.push(value)}::${type}`;
    const { query } = scope;
    const ofRow = [`e.customer_id = ${add(viewer.customerId, 'uuid')}`];
    if (after) ofRow.push(`(e.time, e.id) < (${add(after.time, 'timestamptz')}, ${add(after.id, 'uuid')})`);
    if (scope.before) ofRow.push(`e.time < ${add(scope.before, 'timestamptz')}`);
    if (scope.after) ofRow.push(`e.time >= ${add(scope.after, 'timestamptz')}`);
    const isFound: string[] = [];
    if (phase !== 'any') {
      const exact = `e.terms @@ ${add(exactly(query.terms), 'tsquery')}`;
      const isIt = scope.ids.length > 0 ? ` or e.id = any(${add(scope.ids, 'uuid[]')})` : '';
      if (phase === 'exact') isFound.push(`(${exact}${isIt})`);
      else isFound.push(`e.terms @@ ${add(loosely(query.terms), 'tsquery')} and not (${exact}${isIt})`);
    }
    if (query.has.includes('file')) isFound.push('e.has_file');
    if (query.has.includes('link')) isFound.push('e.has_link');
    const newest = 'order by e.time desc, e.id desc';
    const hits = {
      all: `select e.* from search.entry e where ${[...ofRow, ...isFound].join(' and ')}`,
      newest: `select e.* from (
        select * from search.entry e where ${ofRow.join(' and ')} ${newest} limit ${WINDOW}) e
        where ${isFound.join(' and ')}`,
      index: `select e.* from search.entry e where ${[...ofRow, ...isFound].join(' and ')}`,
    }[from];
    const { rows } = await this.database.query<MessageRow>(
      `with hit as ${from === 'index' ? 'materialized' : 'not materialized'} (${hits})
       select e.*, a.channel_id, a.contact_id, c.fields ->> 'name' as contact_name
         from hit e join search.conversation_access a on a.conversation_id = e.conversation_id
         left join search.contact c on c.id = a.contact_id
        where ${[visibleSql(viewer, 'a', values), ...inScope(scope, values), ...writtenBy(viewer, scope, values)].join(' and ')}
        ${newest} limit ${add(limit, 'integer')}`,
      values,
    );
    return rows;
  }

  private async contacts(viewer: ContactViewer, scope: Scope): Promise<ContactHit[]> {
    if (isNarrowed(scope)) return [];
    const values: unknown[] = [viewer.customerId];
    const { rows } = await this.database.query<ContactFound>(
      `select c.id, c.fields, c.comments, ${newestChat(viewer, values)}
         from search.contact c
        where c.customer_id = $1 and c.id in ${shownSql(
          `(${likeSql('k.search', patternsOf(scope.query.terms, scope.digits), values)}
            or k.id = any($${values.push(scope.ids)}::uuid[]))`,
          viewer,
          values,
        )}
          and ${contactVisibleSql(viewer, { contactId: 'c.id', schema: 'search' }, values)}
        order by lower(c.fields ->> 'name') nulls last, c.id limit ${MAX_OF_A_GROUP}`,
      values,
    );
    return rows.map((row) => toContact(row, scope.query));
  }

  /** Contacts with similarly spelled names, best match first. */
  private async contactsAlike(viewer: ContactViewer, scope: Scope): Promise<ContactHit[]> {
    const words = scope.query.terms.flatMap((term) => term.words).join(' ');
    if (isNarrowed(scope) || words.length < 4) return [];
    const values: unknown[] = [viewer.customerId, words];
    const { rows } = await this.database.query<ContactFound>(
      `select c.id, c.fields, c.comments, ${newestChat(viewer, values)}
         from search.contact c
        where c.customer_id = $1 and $2 <% c.search
          and not exists (select from search.merged m where m.contact_id = c.id)
          and ${contactVisibleSql(viewer, { contactId: 'c.id', schema: 'search' }, values)}
        order by word_similarity($2, c.search) desc, c.id limit ${MAX_OF_A_GROUP}`,
      values,
    );
    return rows.map((row) => toContact(row, scope.query));
  }

  /**
   * Conversations whose contact, tag, label or id matches the words; none if the query has an operator that only
   * messages can match.
   */
  private async conversations(viewer: ContactViewer, scope: Scope): Promise<ConversationHit[]> {
    const { query } = scope;
    const isAboutMessages =
      query.from.length + query.has.length > 0 || query.before !== null || query.after !== null;
    if (isAboutMessages) return [];
    const values: unknown[] = [];
    const where = [visibleSql(viewer, 'a', values), ...inScope(scope, values)];
    if (query.terms.length > 0) {
      const ways = [
        `a.contact_id in ${shownSql(likeSql('k.search', patternsOf(query.terms, scope.digits), values), viewer, values)}`,
        `a.conversation_id = any($${values.push(scope.ids)}::uuid[])`,
      ];
      if (scope.named.length > 0) ways.push(bears(scope.named, values));
      where.push(`(${ways.join(' or ')})`);
    }
    const { rows } = await this.database.query<{
      conversation_id: string;
      contact_id: string;
      contact_name: string | null;
      channel_id: string;
      time: Date | null;
    }>(
      `select a.conversation_id, a.contact_id, a.channel_id, c.fields ->> 'name' as contact_name, newest.time
         from search.conversation_access a
         left join search.contact c on c.id = a.contact_id
         left join lateral (select time from search.entry e where e.conversation_id = a.conversation_id
                             order by time desc limit 1) newest on true
        where ${where.join(' and ')}
        order by newest.time desc nulls last, a.conversation_id limit ${MAX_OF_A_GROUP}`,
      values,
    );
    return rows.map((row) => ({
      chatId: row.conversation_id,
      contactId: row.contact_id,
      contactName: row.contact_name,
      channelId: row.channel_id,
      time: row.time && iso(row.time),
    }));
  }

  /**
   * The query in which each word that no recent message contains is replaced by the most similar word of the recent
   * messages that the viewer may see; null if no word can be replaced.
   */
  private async meant(viewer: ContactViewer, { text, query }: Asked): Promise<string | null> {
    const words = query.terms.flatMap((term) => term.words).filter((word) => /^\p{L}{4,}$/u.test(word));
    if (words.length === 0) return null;
    const values: unknown[] = [words];
    const { rows } = await this.database.query<{ asked: string; word: string }>(
      `with recent as (
         select e.terms from search.entry e
           join search.conversation_access a on a.conversation_id = e.conversation_id
          where ${visibleSql(viewer, 'a', values)} and e.customer_id = $${values.push(viewer.customerId)}::uuid
          order by e.time desc, e.id desc limit ${MEANT_WINDOW}),
       used as (
         select word, count(*) as times from recent, unnest(tsvector_to_array(recent.terms)) word
          where word not like '/%' and length(word) >= 4 group by word)
       select distinct on (asked) asked, word from unnest($1::text[]) asked join used on similarity(word, asked) >= ${ALIKE}
        order by asked, similarity(word, asked) desc, times desc, word`,
      values,
    );
    const meantBy = new Map(rows.map(({ asked, word }) => [asked, word]));
    const isOther = rows.some(({ asked, word }) => asked !== word);
    if (!isOther) return null;
    return text.replace(/[\p{L}\p{N}\p{M}]+/gu, (typed) => meantBy.get(wordsOf(typed)[0] ?? '') ?? typed);
  }
}

interface ContactFound {
  id: string;
  fields: ContactFields;
  comments: Record<string, string>;
  chat_id: string | null;
}

/**
 * Whether the query has operators or no words, and so finds no contacts, because operators apply to conversations and
 * messages.
 */
function isNarrowed({ query }: Scope): boolean {
  const { terms, from, tag, channel, team, has, before, after } = query;
  const lists = [from, tag, channel, team, has];
  return terms.length === 0 || before !== null || after !== null || lists.some((list) => list.length > 0);
}

/** SQL conditions on the conversation `a`: it matches the operators for channel, team and tag. */
function inScope({ channels, teams, tags }: Scope, values: unknown[]): string[] {
  const conditions = tags.map((ids) => bears(ids, values));
  if (channels) conditions.push(`a.channel_id = any($${values.push(channels)}::uuid[])`);
  if (teams) conditions.push(`a.assigned_team_id = any($${values.push(teams)}::uuid[])`);
  return conditions;
}

/** SQL conditions on the author of an entry, who may be any of the colleagues or contacts that `from:` matches. */
function writtenBy(viewer: ContactViewer, { authors, senders }: Scope, values: unknown[]): string[] {
  if (authors.length === 0) return [];
  const ways = [`e.author_id = any($${values.push(authors.flat())}::uuid[])`];
  for (const patterns of senders) {
    const isThem = shownSql(likeSql('k.search', patterns, values), viewer, values);
    ways.push(`(e.direction = 'in' and a.contact_id in ${isThem})`);
  }
  return [`(${ways.join(' or ')})`];
}

function bears(markIds: string[], values: unknown[]): string {
  return `exists (select from search.marked k join search.mark m on m.id = k.mark_id
    where k.target_id in (select a.conversation_id union all select a.contact_id
            union all select contact_id from search.merged where root_id = a.contact_id) and not m.is_deleted
      and m.stands_for = any($${values.push(markIds)}::uuid[]))`;
}

/**
 * SQL of the ids of contacts `k` that meet a condition; for a merged contact, the id of the contact into which it was
 * merged (ADR 22).
 */
function shownSql(condition: string, { customerId }: ContactViewer, values: unknown[]): string {
  return `(select coalesce(merged_as.root_id, k.id) from search.contact k
      left join search.merged merged_as on merged_as.contact_id = k.id
     where k.customer_id = $${values.push(customerId)}::uuid and ${condition})`;
}

function likeSql(column: string, patterns: string[][], values: unknown[]): string {
  const all = patterns.map((ways) => ways.map((way) => `${column} like $${values.push(way)}`).join(' or '));
  return all.length === 0 ? 'false' : all.map((ways) => `(${ways})`).join(' and ');
}

function newestChat(viewer: ContactViewer, values: unknown[]): string {
  return `(select a.conversation_id from search.conversation_access a
      left join lateral (select time from search.entry e where e.conversation_id = a.conversation_id
                          order by time desc limit 1) newest on true
     where a.contact_id = c.id and ${visibleSql(viewer, 'a', values)}
     order by newest.time desc nulls last, a.conversation_id limit 1) as chat_id`;
}

/**
 * The ids of the messages that the text may identify: the text itself if it is one of our ids, or else the ids
 * derived from a provider's id on each channel.
 */
function possibleIds(text: string, channelIds: string[]): string[] {
  const isOurs = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
  return isOurs ? [text.toLowerCase()] : channelIds.map((channelId) => uuidV5(text, channelId));
}

function toHit(row: MessageRow, { terms }: SearchQuery): MessageHit {
  const text = row.text === '' ? row.files.join(', ') : row.text;
  const inText = marked(text, terms);
  const whole = [row.text, ...row.files].filter(Boolean).join('\n');
  return {
    id: row.id,
    chatId: row.conversation_id,
    contactId: row.contact_id,
    contactName: row.contact_name,
    channelId: row.channel_id,
    kind: row.kind,
    direction: row.direction,
    authorId: row.author_id,
    time: iso(row.time),
    snippet: inText.marks.length > 0 || terms.length === 0 ? inText : marked(whole, terms),
    files: row.files,
    found: foundWords(whole, terms),
  };
}

function toContact({ id, fields, comments, chat_id }: ContactFound, { terms }: SearchQuery): ContactHit {
  const { name = null, phone = null, email = null, ...others } = fields;
  const shown = marked([name, phone, email].filter(Boolean).join(' '), terms).marks.length > 0;
  const where = [...Object.values(others), ...Object.values(comments)].map((text) => marked(text, terms));
  const found = shown ? undefined : where.find(({ marks }: Marked) => marks.length > 0);
  return { id, name, phone, email, where: found ?? null, chatId: chat_id };
}

function iso(time: string | Date): string {
  return new Date(time).toISOString();
}

function cursorText(cursor: Cursor): string {
  return Buffer.from(JSON.stringify([cursor.phase, cursor.time, cursor.id])).toString('base64url');
}

/** @returns null if the text is not a valid cursor */
export function cursorOf(text: string): Cursor | null {
  try {
    const [phase, time, id] = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    const isPhase = phase === 'exact' || phase === 'akin' || phase === 'any';
    const isTime = typeof time === 'string' && !Number.isNaN(Date.parse(time));
    const isId = typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id);
    return isPhase && isTime && isId ? { phase, time: new Date(time).toISOString(), id } : null;
  } catch {
    return null;
  }
}
