import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { chatLists, type ChatList } from '@parley/contracts/api/conversations';
import { readLocal, writeLocal } from '../../lib/local-storage';
import type { ListKey } from './cache/list-page';

export interface Address extends ListKey {
  chatId: string | null;
}

const storageKey = 'parley.list';

/** Where one is in the inbox, as the address bar says it. Without a list it is the one last looked at. */
export function addressOf(
  chatId: string | undefined,
  params: URLSearchParams,
  lastList: string | null,
): Address {
  const list = asList(params.get('list')) ?? asList(lastList) ?? 'new';
  const page = Number(params.get('page'));
  return {
    chatId: chatId ?? null,
    list,
    teamId: list === 'team' ? params.get('team') : null,
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
}

export function pathOf({ chatId, list, teamId, page }: Address): string {
  const params = new URLSearchParams({ list });
  if (teamId) params.set('team', teamId);
  if (page > 1) params.set('page', String(page));
  return `/messaging-inbox${chatId ? `/${chatId}` : ''}?${params}`;
}

function asList(value: string | null): ChatList | null {
  return chatLists.find((list) => list === value) ?? null;
}

export function useAddress(): Address {
  const { chatId } = useParams();
  const [params] = useSearchParams();
  return addressOf(chatId, params, readLocal(storageKey));
}

/** Goes to another list, page or conversation. What is not named stays; another list closes the conversation. */
export function useGo() {
  const navigate = useNavigate();
  const here = useAddress();
  return (to: Partial<Address>) => {
    const isElsewhere =
      to.list !== undefined && (to.list !== here.list || (to.teamId ?? null) !== here.teamId);
    const there = isElsewhere ? { ...here, chatId: null, teamId: null, page: 1, ...to } : { ...here, ...to };
    writeLocal(storageKey, there.list);
    void navigate(pathOf(there));
  };
}
