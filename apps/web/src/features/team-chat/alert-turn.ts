import { readLocal, writeLocal } from '../../lib/local-storage';

/** Storage key for alerts that windows of this browser have handled, newest last. */
const toldKey = 'parley.told-team';
const MOST_REMEMBERED = 100;
/** Delays in ms: a window that shows the chat marks the alert first, then visible windows act, then hidden ones. */
const AFTER_MS = { focused: 60, visible: 160, hidden: 320 };

/** Marks an alert as handled, because a window shows its subject. */
export function noteTold(key: string): void {
  const told = toldKeys();
  if (!told.includes(key)) writeLocal(toldKey, JSON.stringify([...told, key].slice(-MOST_REMEMBERED)));
}

/**
 * Runs `tell` in one window of this browser: the focused one, otherwise a visible one.
 * @param isNews checked again just before
 */
export async function tellInOneWindow(key: string, isNews: () => boolean, tell: () => void): Promise<void> {
  const { visibilityState } = document;
  const nearness = document.hasFocus() ? 'focused' : visibilityState === 'visible' ? 'visible' : 'hidden';
  await new Promise((resolve) => setTimeout(resolve, AFTER_MS[nearness]));
  const turn = () => {
    if (toldKeys().includes(key) || !isNews()) return;
    noteTold(key);
    tell();
  };
  // Over plain HTTP, browsers have no locks, except on localhost.
  if ('locks' in navigator) await navigator.locks.request('parley.told-team', turn);
  else turn();
}

function toldKeys(): string[] {
  try {
    const told: unknown = JSON.parse(readLocal(toldKey) ?? '[]');
    return Array.isArray(told) ? told.map(String) : [];
  } catch {
    return [];
  }
}
