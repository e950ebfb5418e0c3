/** For every window of this browser, or for this one as long as it is there. */
type Reach = 'browser' | 'window';
const storageOf = (reach: Reach) => (reach === 'window' ? sessionStorage : localStorage);

/** Storage may be full or forbidden: then nothing is kept, and nothing breaks. */
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

/** Every key with a prefix, and what it holds. */
export function localEntries(prefix: string): [key: string, value: string][] {
  try {
    return Object.entries({ ...localStorage })
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, value]) => [key.slice(prefix.length), String(value)]);
  } catch {
    return [];
  }
}

/** Hears what another window of this browser stores under a prefix; null: nothing any more. */
export function onStoredElsewhere(
  prefix: string,
  listener: (key: string, value: string | null) => void,
): void {
  // Tests run without one.
  if (typeof window === 'undefined') return;
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key?.startsWith(prefix)) listener(key.slice(prefix.length), newValue);
  });
}

/** What one wrote and the server does not have, in conversations of every kind; and where one was in lists. */
const unsentPrefixes = ['parley.draft', 'parley.note', 'parley.outbox'];
const placePrefix = 'parley.list';
const personalPrefixes = [placePrefix, ...unsentPrefixes];
/** Whose all this is, also once they have left. */
const ownerKey = 'parley.user';

/** Forgets what somebody did here, where it `keepsUnsent` all but what nobody else has. */
export function forgetPersonal({ keepsUnsent = false } = {}): void {
  for (const prefix of keepsUnsent ? [placePrefix] : personalPrefixes)
    for (const [key] of localEntries(prefix)) writeLocal(prefix + key, null);
}

/** Whoever wrote here has left. */
let hasLeft = false;

/** From now on what is here of a person stays as it is: a window on its way out still tries to keep what it shows. */
export function closePersonal(): void {
  hasLeft = true;
}

/** Makes what is stored here this user's. True when it was another's and is forgotten now. */
export function claimStorage(userId: string): boolean {
  const owner = readLocal(ownerKey);
  const isAnothers = owner !== null && owner !== userId;
  if (isAnothers) forgetPersonal();
  writeLocal(ownerKey, userId);
  return isAnothers;
}
