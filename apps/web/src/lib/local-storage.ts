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
