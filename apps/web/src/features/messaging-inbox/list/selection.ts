import { useSyncExternalStore } from 'react';
import { MAX_SELECTED, type Chat } from '@parley/contracts/api/conversations';
import { readLocal, writeLocal } from '../../../lib/local-storage';
import type { ListKey } from '../cache/list-page';

/** The conversations that the user has selected for a bulk action. */
interface Selection {
  isOn: boolean;
  /** Scope of the selection, see `scopeOf`. */
  of: string;
  chats: Chat[];
}

const storageKey = 'parley.list.selection';
const none: Selection = { isOn: false, of: '', chats: [] };

let current = restored();
const listeners = new Set<() => void>();

function restored(): Selection {
  try {
    return { ...none, ...(JSON.parse(readLocal(storageKey) ?? '{}') as Partial<Selection>) };
  } catch {
    return none;
  }
}

function set(selection: Selection): void {
  current = selection;
  writeLocal(storageKey, selection.isOn ? JSON.stringify(selection) : null);
  for (const listener of listeners) listener();
}

/** Scope of a selection: the list and the keyword. Showing another list or keyword ends the selection. */
export function scopeOf({ inbox, list, teamId, filter }: ListKey): string {
  return [inbox, list, teamId, filter.keyword].join('/');
}

export const selection = {
  get: () => current,
  start: (of: string) => set({ isOn: true, of, chats: [] }),
  end: () => set(none),
  /**
   * Selects or deselects a conversation; begins a selection if there is none.
   * @returns false if the selection is full
   */
  toggle(of: string, chat: Chat): boolean {
    const { chats } = current.of === of ? current : none;
    const others = chats.filter(({ id }) => id !== chat.id);
    const isOut = others.length < chats.length;
    if (!isOut && others.length >= MAX_SELECTED) return false;
    set({ isOn: true, of, chats: isOut ? others : [...others, chat] });
    return true;
  },
  /** Deselects conversations that were deleted or that the user can no longer see. */
  forget(ids: string[]): void {
    const chats = current.chats.filter(({ id }) => !ids.includes(id));
    if (chats.length < current.chats.length) set({ ...current, chats });
  },
  remove: (chats: Chat[]) => set({ ...current, chats: without(current.chats, chats) }),
  /** Selects conversations again after a failed action, up to the maximum, if the selection still has this scope. */
  putBack(of: string, chats: Chat[]): void {
    if (!current.isOn || current.of !== of) return;
    set({ ...current, chats: [...without(current.chats, chats), ...chats].slice(0, MAX_SELECTED) });
  },
};

function without(chats: Chat[], gone: Chat[]): Chat[] {
  return chats.filter(({ id }) => !gone.some((chat) => chat.id === id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSelection(): Selection {
  return useSyncExternalStore(subscribe, selection.get);
}

/** Whether this conversation is selected, and whether a selection is in progress. */
export function useIsSelected(chatId: string): { isOn: boolean; isSelected: boolean } {
  const isOn = useSyncExternalStore(subscribe, () => current.isOn);
  const isSelected = useSyncExternalStore(subscribe, () => current.chats.some(({ id }) => id === chatId));
  return { isOn, isSelected };
}
