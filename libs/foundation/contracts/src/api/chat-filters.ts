import { slaStages } from '../rules/service-levels';
import type { Chat } from './conversations';
import { anyOf, anyOfIds, textOf, yesOrNo, type FilterValue } from './filter-values';
import { keywordTerms, searchTextOf, type Searched } from './keyword';

export const chatSorts = [
  'newestEntry',
  'oldestEntry',
  'longestWaiting',
  'shortestWaiting',
  'slaDue',
] as const;
export type ChatSort = (typeof chatSorts)[number];

export const MAX_KEYWORD_LENGTH = 100;

type Filtered = Pick<Chat, 'channelId' | 'assignedUserId' | 'assignedTeamId' | 'tagIds' | 'read' | 'sla'> & {
  contact: Searched & Pick<Chat['contact'], 'labelIds'>;
};

interface ChatFilterEntry<Row, Value> extends FilterValue<Value> {
  matches: (row: Row, value: Value) => boolean;
  /** Saved views omit the filter, because its value may contain a person's name. */
  isPersonal?: boolean;
}

function entry<Row, Value>(
  value: FilterValue<Value>,
  matches: (row: Row, value: Value) => boolean,
): ChatFilterEntry<Row, Value> {
  return { ...value, matches };
}

/** Every filter of a list (spec, section 3), in their order in query strings. */
export const chatFilters = {
  /** Words that must all occur in the contact's name, user name, phone or e-mail. */
  keyword: { ...entry(textOf(MAX_KEYWORD_LENGTH), matchesKeyword), isPersonal: true },
  channels: entry(anyOfIds, (row: Pick<Filtered, 'channelId'>, ids) => isAmong(ids, row.channelId)),
  teams: entry(anyOfIds, (row: Pick<Filtered, 'assignedTeamId'>, ids) => isAmong(ids, row.assignedTeamId)),
  userIds: entry(anyOfIds, (row: Pick<Filtered, 'assignedUserId'>, ids) => isAmong(ids, row.assignedUserId)),
  tags: entry(anyOfIds, (row: Filtered, ids) => isAmong(ids, ...row.tagIds)),
  labelIds: entry(anyOfIds, (row: Filtered, ids) => isAmong(ids, ...row.contact.labelIds)),
  read: entry(yesOrNo, (row: Filtered, isRead) => row.read === isRead),
  /** States of the conversation's next SLA target. */
  sla: entry(
    anyOf(slaStages),
    ({ sla }: Filtered, stages) => sla !== undefined && stages.includes(sla.stage),
  ),
};

export type FilterName = keyof typeof chatFilters;
export type FilterValueOf<Name extends FilterName> = NonNullable<
  ReturnType<(typeof chatFilters)[Name]['parse']>
>;

export const filterNames = Object.keys(chatFilters) as FilterName[];
export const savedFilterNames = filterNames.filter((name) => !chatFilters[name].isPersonal);

/** Filters of a list: a conversation must match all of them, and any value of each. Absent ones do not filter. */
export type ChatFilter = { [Name in FilterName]?: FilterValueOf<Name> };

/** Parses the parameters of a query; leaves out empty and invalid values. */
export function parseFilter(textOfName: (name: FilterName) => string | null): ChatFilter {
  const values = filterNames.map((name) => [name, chatFilters[name].parse(textOfName(name) ?? '')]);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as ChatFilter;
}

/** @returns the names of the filters that have a value; in the body of a request, null means absent */
export function activeFilters(filter: ChatFilter): FilterName[] {
  return filterNames.filter((name) => (filter[name] ?? undefined) !== undefined);
}

/** Whether a conversation matches a filter. The SQL of the list implements the same rules; a test compares both. */
export function matchesFilter(chat: Filtered, filter: ChatFilter): boolean {
  return activeFilters(filter).every((name) => {
    const { matches } = chatFilters[name] as ChatFilterEntry<Filtered, unknown>;
    return matches(chat, filter[name]);
  });
}

function isAmong(wanted: string[], ...had: (string | null)[]): boolean {
  return had.some((id) => id !== null && wanted.includes(id));
}

function matchesKeyword({ contact }: { contact: Searched }, keyword: string): boolean {
  const text = searchTextOf(contact);
  return keywordTerms(keyword).every((term) => text.includes(term));
}

type Sorted = Pick<Chat, 'id' | 'lastEntryTime' | 'waitingSince' | 'sla'>;

/** Compares two conversations as the server sorts a list: by time, then by id, so that the order is stable. */
export function compareChats(a: Sorted, b: Sorted, sortBy: ChatSort = 'newestEntry'): number {
  switch (sortBy) {
    case 'newestEntry':
      return -byTime(a.lastEntryTime, b.lastEntryTime, a, b);
    case 'oldestEntry':
      return byTime(a.lastEntryTime, b.lastEntryTime, a, b);
    case 'longestWaiting':
      return waitingFirst(a, b) || byTime(a.waitingSince, b.waitingSince, a, b);
    case 'shortestWaiting':
      return waitingFirst(a, b) || -byTime(a.waitingSince, b.waitingSince, a, b);
    case 'slaDue':
      return Number(!a.sla) - Number(!b.sla) || byTime(a.sla?.dueAt ?? null, b.sla?.dueAt ?? null, a, b);
  }
}

function byTime(timeOfA: string | null, timeOfB: string | null, a: Sorted, b: Sorted): number {
  if (timeOfA !== timeOfB) return (timeOfA ?? '') < (timeOfB ?? '') ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** Conversations of waiting contacts come first in both sort directions. */
function waitingFirst(a: Sorted, b: Sorted): number {
  return Number(a.waitingSince === null) - Number(b.waitingSince === null);
}
