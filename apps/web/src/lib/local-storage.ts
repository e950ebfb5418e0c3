/** Local storage may be full or forbidden: then nothing is kept, and nothing breaks. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
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

/** Drafts, waiting messages and places in lists are one person's. */
const personalPrefixes = ['parley.draft.', 'parley.note.', 'parley.outbox.', 'parley.list'];
const ownerKey = 'parley.user';

/** Forgets what somebody wrote here. */
export function forgetPersonal(): void {
  for (const prefix of [...personalPrefixes, ownerKey])
    for (const [key] of localEntries(prefix)) writeLocal(prefix + key, null);
}

/** Makes what is stored here this user's. True when it was another's and is forgotten now. */
export function claimStorage(userId: string): boolean {
  const owner = readLocal(ownerKey);
  const isAnothers = owner !== null && owner !== userId;
  if (isAnothers) forgetPersonal();
  writeLocal(ownerKey, userId);
  return isAnothers;
}
