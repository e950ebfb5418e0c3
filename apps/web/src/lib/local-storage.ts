/**
 * `browser`: local storage, which all windows share. `window`: session storage, which exists as long as this window.
 */
type Reach = 'browser' | 'window';
const storageOf = (reach: Reach) => (reach === 'window' ? sessionStorage : localStorage);

/**
 * Reads an entry; null if it does not exist. If storage is full or forbidden, reading and writing do nothing, without
 * an error.
 */
export function readLocal(key: string, reach: Reach = 'browser'): string | null {
  try {
    return storageOf(reach).getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string | null, reach: Reach = 'browser'): void {
  if (hasLeft && personalPrefixes.some((prefix) => key.startsWith(prefix))) return;
  try {
    if (value === null) storageOf(reach).removeItem(key);
    else storageOf(reach).setItem(key, value);
  } catch {
    return;
  }
}

/** Entries of local storage whose keys have the prefix; the returned keys do not include it. */
export function localEntries(prefix: string): [key: string, value: string][] {
  try {
    return Object.entries({ ...localStorage })
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), String(value)]);
  } catch {
    return [];
  }
}

/**
 * Calls the listener when another window of this browser stores an entry under the prefix, or removes one (value
 * null).
 */
export function onStoredElsewhere(
  prefix: string,
  listener: (key: string, value: string | null) => void,
): void {
  // Tests in Node have no `window`.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue);
  });
}

/**
 * Prefixes of unsent texts, for all kinds of conversations; `placePrefix` is that of the user's last place in lists.
 */
const unsentPrefixes = ['parley.draft', 'parley.note', 'parley.outbox'];
const placePrefix = 'parley.list';
const personalPrefixes = [placePrefix, ...unsentPrefixes];
/** Key under which the id of the user is stored to whom the entries belong; it remains after they have signed out. */
const ownerKey = 'parley.user';

/**
 * Removes the user's personal entries.
 * @param keepsUnsent keeps texts that the server does not have
 */
export function forgetPersonal({ keepsUnsent = false } = {}): void {
  for (const prefix of keepsUnsent ? [placePrefix] : personalPrefixes)
    for (const [key] of localEntries(prefix)) writeLocal(prefix + key, null);
}

/** Whether the user has signed out. */
let hasLeft = false;

/** Stops writing personal entries: a window that is about to close would otherwise store its state once more. */
export function closePersonal(): void {
  hasLeft = true;
}

/**
 * Assigns the stored entries to a user.
 * @returns true if they belonged to another user and were therefore removed
 */
export function claimStorage(userId: string): boolean {
  const owner = readLocal(ownerKey);
  const isAnothers = owner !== null && owner !== userId;
  if (isAnothers) forgetPersonal();
  writeLocal(ownerKey, userId);
  return isAnothers;
}
