import { readLocal, writeLocal } from '../../../lib/local-storage';

// Signing out deletes all keys with the prefix `parley.list.`.
const storageKey = 'parley.list.searches';
const MOST = 8;

/** The user's latest searches in this browser, newest first. */
export function recentSearches(): string[] {
  try {
    const kept = JSON.parse(readLocal(storageKey) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string').slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function noteSearch(text: string): void {
  const tidy = text.trim();
  if (tidy === '') return;
  const others = recentSearches().filter((one) => one !== tidy);
  writeLocal(storageKey, JSON.stringify([tidy, ...others].slice(0, MOST)));
}
