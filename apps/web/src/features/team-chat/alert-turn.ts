import { readLocal, writeLocal } from '../../lib/local-storage';

/** Local storage key for the keys of alerts that any window of this browser has already handled, newest last. */
const toldKey = 'parley.told-team';
const MAX_CACHED = 100;
/**
 * Delay in ms before a window alerts, by its visibility. The window that shows the chat marks the alert as handled
 * first; then focused, visible and hidden windows follow in this order.
 */
const AFTER_MS = { focused: 60, visible: 160, hidden: 320 };

/** Marks an alert as handled, because this window shows the chat. */
export function noteTold(key: string): void {
  const told = toldKeys();
  if (!told.includes(key)) writeLocal(toldKey, JSON.stringify([...told, key].slice(-MAX_CACHED)));
}

/**
 * Runs `tell` in only one window of this browser: the focused one, otherwise a visible one, otherwise a hidden one.
 * @param isNews checked again just before `tell`
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
  // Over plain HTTP, browsers offer no locks, except on localhost; two windows may then both alert.
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
