import type { SlaStage } from '../rules/service-levels';
import type { Chat } from './conversations';
import { keywordTerms, searchTextOf, type Searched } from './keyword';

export const chatSorts = [
  'newestEntry',
  'oldestEntry',
  'longestWaiting',
  'shortestWaiting',
  'slaDue',
] as const;
export type ChatSort = (typeof chatSorts)[number];

/**
 * Filters of a list (spec, section 3): a conversation must match all fields, and any value of a field. Absent fields
 * do not filter.
 */
export interface ChatFilter {
  /** Words that must all occur in the contact's name, user name, phone or e-mail. */
  keyword?: string;
  channels?: string[];
  tags?: string[];
  teams?: string[];
  labelIds?: string[];
  userIds?: string[];
  read?: boolean;
  /** States of the conversation's next SLA target. */
  sla?: SlaStage[];
}

type Filtered = Pick<Chat, 'channelId' | 'assignedUserId' | 'assignedTeamId' | 'tagIds' | 'read' | 'sla'> & {
  contact: Searched & Pick<Chat['contact'], 'labelIds'>;
};

/** Whether a conversation matches a filter. The SQL of the list implements the same rules; a test compares both. */
export function matchesFilter(chat: Filtered, filter: ChatFilter): boolean {
  const { keyword, channels, tags, teams, labelIds, userIds, read, sla } = filter;
  return (
    (read === undefined || chat.read === read) &&
    (!sla || (chat.sla !== undefined && sla.includes(chat.sla.stage))) &&
    isAmong(channels, chat.channelId) &&
    isAmong(teams, chat.assignedTeamId) &&
    isAmong(userIds, chat.assignedUserId) &&
    isAmong(tags, ...chat.tagIds) &&
    isAmong(labelIds, ...chat.contact.labelIds) &&
    (keyword === undefined || matchesKeyword(chat.contact, keyword))
  );
}

function isAmong(wanted: string[] | undefined, ...had: (string | null)[]): boolean {
  return !wanted || had.some((id) => id !== null && wanted.includes(id));
}

function matchesKeyword(contact: Searched, keyword: string): boolean {
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
