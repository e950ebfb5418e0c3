import { readLocal, writeLocal } from '../../lib/local-storage';

/** What windows of this browser have told, newest last. */
const toldKey = 'parley.told-team';
const MOST_REMEMBERED = 100;
/** A window that shows it says so first; then those in view, then those behind. */
const AFTER_MS = { focused: 60, visible: 160, hidden: 320 };

/** Says that nobody need tell this: somebody looks at it. */
export function noteTold(key: string): void {
  const told = toldKeys();
  if (!told.includes(key)) writeLocal(toldKey, JSON.stringify([...told, key].slice(-MOST_REMEMBERED)));
}

/**
 * Tells something in one of a person's windows: of those in this browser, the one that is nearest to them.
 * @param isNews asked again right before
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
  // Browsers have no locks on plain HTTP, but for this very machine.
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
