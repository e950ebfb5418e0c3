/** `browser`: local storage, shared by all windows; `window`: session storage, for this window while it exists. */
type Reach = 'browser' | 'window';
const storageOf = (reach: Reach) => (reach === 'window' ? sessionStorage : localStorage);

/** Storage may be full or forbidden: then nothing is stored, without an error. */
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

/** Entries whose keys have the prefix; the returned keys lack it. */
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
 * Calls the listener when another window of this browser stores an entry under the prefix. A value of null means that
 * the entry was removed.
 */
export function onStoredElsewhere(
  prefix: string,
  listener: (key: string, value: string | null) => void,
): void {
  // Tests in Node have no window.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue);
  });
}

/** Unsent texts of all kinds of conversations; `placePrefix` is for the last place in lists. */
const unsentPrefixes = ['parley.draft', 'parley.note', 'parley.outbox'];
const placePrefix = 'parley.list';
const personalPrefixes = [placePrefix, ...unsentPrefixes];
/** Key of the id of the user to whom the entries belong; it stays after they have signed out. */
const ownerKey = 'parley.user';

/** Removes the user's entries. @param keepsUnsent keeps texts that the server does not have */
export function forgetPersonal({ keepsUnsent = false } = {}): void {
  for (const prefix of keepsUnsent ? [placePrefix] : personalPrefixes)
    for (const [key] of localEntries(prefix)) writeLocal(prefix + key, null);
}

/** The user has signed out. */
let hasLeft = false;

/** From now on, personal entries are not written: a window that is closing would still store what it shows. */
export function closePersonal(): void {
  hasLeft = true;
}

/** Assigns the storage to a user. @returns true if it belonged to another user, whose entries are now removed */
export function claimStorage(userId: string): boolean {
  const owner = readLocal(ownerKey);
  const isAnothers = owner !== null && owner !== userId;
  if (isAnothers) forgetPersonal();
  writeLocal(ownerKey, userId);
  return isAnothers;
}
