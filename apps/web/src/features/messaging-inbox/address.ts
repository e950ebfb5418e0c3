import { createContext, useContext, useMemo } from 'react';
import {
  matchPath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  type NavigateOptions,
} from 'react-router-dom';
import { chatSorts, type ChatFilter, type ChatSort } from '@parley/contracts/api/chat-filters';
import { chatLists, type ChatList } from '@parley/contracts/api/conversations';
import { slaStages } from '@parley/contracts/rules/service-levels';
import { LONGEST_QUERY } from '@parley/contracts/api/search-limit';
import { holdKeys } from '../../conversation/keyboard/use-commands';
import { readLocal, writeLocal } from '../../lib/local-storage';
import { useStable } from '../../lib/use-stable';
import type { ListKey } from './cache/list-page';

export interface Address extends ListKey {
  chatId: string | null;
  /** The entry of the conversation to be shown at. */
  entry: string | null;
  /** What is searched for: what was found stands in place of the list. */
  find?: string;
  /** One's mentions stand in place of the list: those that are open, or those that one has seen to. */
  mentions?: MentionsShown;
  /** What a number counts stands in place of the list: a question to Insights, as a query. */
  counted?: string;
}

const LONGEST_COUNTED = 6_000;

export const mentionsShown = ['open', 'settled'] as const;
export type MentionsShown = (typeof mentionsShown)[number];

const storageKey = 'parley.list';

/** The fields of a filter that hold ids. */
export const filterFields = ['channels', 'teams', 'userIds', 'tags', 'labelIds'] as const;
export type FilterField = (typeof filterFields)[number];

/** Where one is in the inbox, as the address bar says it. Without a list it is the one last looked at. */
export function addressOf(
  chatId: string | undefined,
  params: URLSearchParams,
  lastList: string | null,
  inbox?: 'email',
): Address {
  const list = asList(params.get('list')) ?? asList(lastList) ?? 'new';
  const page = Number(params.get('page'));
  return {
    inbox,
    chatId: chatId ?? null,
    entry: chatId === undefined ? null : params.get('entry'),
    list,
    teamId: list === 'team' ? params.get('team') : null,
    page: Number.isInteger(page) && page > 1 ? page : 1,
    sortBy: chatSorts.find((sort) => sort === params.get('sortBy')) ?? 'newestEntry',
    filter: filterOf(params),
    find: params.get('find')?.slice(0, LONGEST_QUERY) || undefined,
    mentions: mentionsShown.find((shown) => shown === params.get('mentions')),
    counted: params.get('counted')?.slice(0, LONGEST_COUNTED) || undefined,
  };
}

/** Which inbox is shown. */
export function inboxHere(): 'email' | undefined {
  return inboxAt(location.pathname);
}

function inboxAt(pathname: string): 'email' | undefined {
  return pathname.startsWith('/email-') ? 'email' : undefined;
}

/** What an inbox is called. */
export const nameOf = (inbox?: 'email') => (inbox ? 'platform.email' : 'nav.inbox');

/** The server's part for an inbox begins so. */
export const apiOf = (inbox: 'email' | undefined) => `/api/v3/${inbox ?? 'messaging'}`;

export function pathOf({
  inbox,
  chatId,
  entry,
  list,
  teamId,
  page,
  sortBy,
  filter,
  find,
  mentions,
  counted,
}: Address): string {
  const params = new URLSearchParams({ list });
  if (teamId) params.set('team', teamId);
  for (const [name, value] of Object.entries(filter)) params.set(name, String(value));
  if (sortBy !== 'newestEntry') params.set('sortBy', sortBy);
  if (page > 1) params.set('page', String(page));
  if (find) params.set('find', find);
  if (mentions) params.set('mentions', mentions);
  if (counted) params.set('counted', counted);
  if (chatId && entry) params.set('entry', entry);
  return `/${inbox ?? 'messaging'}-inbox${chatId ? `/${chatId}` : ''}?${params}`;
}

/** The page of a list that one is at, whatever is open beside it. */
function listKeyOf({ inbox, list, teamId, page, sortBy, filter }: Address): ListKey {
  return { inbox, list, teamId, page, sortBy, filter };
}

/** The whole of a list, from its top. */
export function listAddress(list: ChatList, teamId: string | null, sortBy: ChatSort): Address {
  return { inbox: inboxHere(), chatId: null, entry: null, list, teamId, page: 1, sortBy, filter: {} };
}

/** What nobody asks for is left out, so that two filters that say the same look the same. */
export function normalised({ keyword, read, sla, ...ids }: ChatFilter): ChatFilter {
  const filter: ChatFilter = {};
  if (keyword?.trim()) filter.keyword = keyword.trim().slice(0, LONGEST_KEYWORD);
  for (const field of filterFields) {
    const wanted = [...new Set(ids[field])].sort();
    if (wanted.length > 0) filter[field] = wanted;
  }
  if (read !== undefined) filter.read = read;
  const stages = slaStages.filter((stage) => sla?.includes(stage));
  if (stages.length > 0) filter.sla = stages;
  return filter;
}

/** As much as the server takes. */
export const LONGEST_KEYWORD = 100;

function filterOf(params: URLSearchParams): ChatFilter {
  const read = params.get('read');
  const filter: ChatFilter = { keyword: params.get('keyword') ?? undefined };
  if (read === 'true' || read === 'false') filter.read = read === 'true';
  const sla = params.get('sla')?.split(',');
  filter.sla = slaStages.filter((stage) => sla?.includes(stage));
  for (const field of filterFields) filter[field] = params.get(field)?.split(',').filter(isUuid);
  return normalised(filter);
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/.test(text);
}

function asList(value: string | null): ChatList | null {
  return chatLists.find((list) => list === value) ?? null;
}

export function useAddress(): Address {
  const { chatId } = useParams();
  const [params] = useSearchParams();
  return addressOf(chatId, params, readLocal(storageKey), inboxAt(useLocation().pathname));
}

type Go = (to: Partial<Address>, options?: NavigateOptions) => void;

interface Here {
  /** The same object for as long as it is the same page of the same list. */
  listKey: ListKey;
  go: Go;
}

/** What everything beside the open conversation needs of the address: it changes only with the list. */
export const ListAddress = createContext<Here | null>(null);

/** For the page that provides it. */
export function useHere(): Here {
  const address = useAddress();
  const navigate = useNavigate();
  const path = pathOf({ ...address, chatId: null, entry: null });
  const listKey = useMemo(() => listKeyOf(addressAt(path)), [path]);
  const go = useStable((to: Partial<Address>, options?: NavigateOptions) => {
    const here = addressAt(location.pathname + location.search);
    const start = destination(here, to);
    writeLocal(storageKey, start.list);
    const isSwitch = start.chatId !== here.chatId;
    if (isSwitch) holdKeys();
    // Whoever goes to a conversation waits for it: it is drawn at once, and not in slices between other work.
    void navigate(pathOf(start), { flushSync: isSwitch, ...options });
  });
  return useMemo(() => ({ listKey, go }), [listKey, go]);
}

/** The page of a list that one is at. */
export function useListKey(): ListKey {
  return inInbox(useContext(ListAddress)).listKey;
}

/**
 * Goes to another list, page or conversation. What is not named stays. Another list closes the conversation and drops
 * the filter; another filter or order begins at the first page.
 */
export function useGo(): Go {
  return inInbox(useContext(ListAddress)).go;
}

function inInbox<T>(value: T | null): T {
  if (value === null) throw new Error('Only in the inbox.');
  return value;
}

/** Whether a conversation is before its reader's eyes, for what runs outside of any page. */
export function isOpenNow(chatId: string): boolean {
  return matchPath('/:inbox/:chatId', location.pathname)?.params.chatId === chatId;
}

function addressAt(path: string): Address {
  const { pathname, search } = new URL(path, location.origin);
  const open = matchPath('/:inbox/:chatId', pathname);
  const params = new URLSearchParams(search);
  return addressOf(open?.params.chatId, params, readLocal(storageKey), inboxAt(pathname));
}

function destination(here: Address, to: Partial<Address>): Address {
  const isElsewhere =
    to.list !== undefined &&
    (to.list !== here.list ||
      (to.teamId ?? null) !== here.teamId ||
      (here.mentions ?? here.counted) !== undefined);
  if (isElsewhere) return { ...listAddress(here.list, null, here.sortBy), ...to };
  const stays = to.chatId !== undefined && to.chatId !== here.chatId ? { ...here, entry: null } : here;
  return { ...stays, ...(to.filter || to.sortBy ? { page: 1 } : {}), ...to };
}

/** The filter of the list, and the way to another one. Each choice is a step back in the browser. */
export function useFilter() {
  const { filter } = useListKey();
  const go = useGo();
  const change = (changes: Partial<ChatFilter>, options?: { replace: boolean }) =>
    go({ filter: normalised({ ...filter, ...changes }) }, options);
  return { filter, change, clear: () => go({ filter: {} }) };
}

/** When the entry of the address was last asked for from this window; null where the address came as it is. */
export function useJumpedAt(): number | null {
  const state = useLocation().state as { jumpedAt?: number } | null;
  return state?.jumpedAt ?? null;
}
