import { createContext, useContext, useMemo } from 'react';
import {
  matchPath,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
  type NavigateOptions,
} from 'react-router-dom';
import { chatSorts, parseFilter, type ChatFilter, type ChatSort } from '@parley/contracts/api/chat-filters';
import { chatLists, type ChatList } from '@parley/contracts/api/conversations';
import { MAX_QUERY_LENGTH } from '@parley/contracts/api/search-limit';
import { holdKeys } from '../../conversation/keyboard/use-commands';
import { readLocal, writeLocal } from '../../lib/local-storage';
import { useStable } from '../../lib/use-stable';
import type { ListKey } from './cache/list-page';

export interface Address extends ListKey {
  chatId: string | null;
  /** Id of the entry at which the thread opens; null: its default position. */
  entry: string | null;
  /** Search text; if present, search results replace the list. */
  find?: string;
  /** If present, the user's open or settled mentions replace the list. */
  mentions?: MentionsShown;
  /** Parameters of a number of Insights; if present, the conversations that it counts replace the list. */
  counted?: string;
}

const MAX_COUNTED_LENGTH = 6_000;

export const mentionsShown = ['open', 'settled'] as const;
export type MentionsShown = (typeof mentionsShown)[number];

const storageKey = 'parley.list';

/** Reads the state of the inbox from the URL. If the URL names no list, it is the list that was shown last. */
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
    filter: parseFilter((name) => params.get(name)),
    find: params.get('find')?.slice(0, MAX_QUERY_LENGTH) || undefined,
    mentions: mentionsShown.find((shown) => shown === params.get('mentions')),
    counted: params.get('counted')?.slice(0, MAX_COUNTED_LENGTH) || undefined,
  };
}

/** The inbox that the page shows; undefined for the inbox of messages. */
export function inboxHere(): 'email' | undefined {
  return inboxAt(location.pathname);
}

function inboxAt(pathname: string): 'email' | undefined {
  return pathname.startsWith('/email-') ? 'email' : undefined;
}

/** Translation key of the name of an inbox. */
export const nameOf = (inbox?: 'email') => (inbox ? 'platform.email' : 'nav.inbox');

/** Path prefix of the API for an inbox. */
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

/** The fields of an address that identify a page of a list, without the open conversation. */
function listKeyOf({ inbox, list, teamId, page, sortBy, filter }: Address): ListKey {
  return { inbox, list, teamId, page, sortBy, filter };
}

/** Address of the first page of a list, without a filter and without an open conversation. */
export function listAddress(list: ChatList, teamId: string | null, sortBy: ChatSort): Address {
  return { inbox: inboxHere(), chatId: null, entry: null, list, teamId, page: 1, sortBy, filter: {} };
}

/** Drops empty values and sorts the others, so that equal filters result in equal URLs. */
export function normalised(filter: ChatFilter): ChatFilter {
  return parseFilter((name) => (filter[name] === undefined ? null : String(filter[name])));
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
  /** The page of the list; stays the same object until the list, its page, order or filter changes. */
  listKey: ListKey;
  go: Go;
}

/**
 * The part of the URL that does not concern the open conversation: changes only with the list, so that opening a
 * conversation does not render its users again.
 */
export const ListAddress = createContext<Here | null>(null);

/** Computes the value of `ListAddress`, for the page that provides it. */
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
    // The user waits for the conversation, so React renders it in one go instead of in slices between other work.
    void navigate(pathOf(start), { flushSync: isSwitch, ...options });
  });
  return useMemo(() => ({ listKey, go }), [listKey, go]);
}

/** The list with page, order and filter that the URL names. */
export function useListKey(): ListKey {
  return inInbox(useContext(ListAddress)).listKey;
}

/**
 * Returns a function that changes the given fields of the URL and keeps the others. Another list closes the
 * conversation and drops the filter; another filter or order starts at the first page.
 */
export function useGo(): Go {
  return inInbox(useContext(ListAddress)).go;
}

function inInbox<T>(value: T | null): T {
  if (value === null) throw new Error('Only in the inbox.');
  return value;
}

/** Whether the URL names this conversation; for code that runs outside of components. */
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

/**
 * The filter of the list, with functions that change and clear it. Each change adds an entry to the browser's
 * history.
 */
export function useFilter() {
  const { filter } = useListKey();
  const go = useGo();
  const change = (changes: Partial<ChatFilter>, options?: { replace: boolean }) =>
    go({ filter: normalised({ ...filter, ...changes }) }, options);
  return { filter, change, clear: () => go({ filter: {} }) };
}

/**
 * Time (epoch ms) at which the user last jumped to the URL's entry in this window; null if the page was opened with
 * this URL.
 */
export function useJumpedAt(): number | null {
  const state = useLocation().state as { jumpedAt?: number } | null;
  return state?.jumpedAt ?? null;
}
