import type { NotificationName } from '@parley/contracts/events/user.events';
import { playSound } from './sound';

/** Nothing else sounds for so long: what comes at once is one sound. */
const QUIET_MS = 2_000;
/** A window that shows what it is about comes first, and says nothing. */
const AFTER_WHO_LOOKS_MS = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sounds in one of a person's windows. One that nobody has used yet may not sound, and leaves it to the others.
 * @param name null: somebody looks at it already, and no window need sound
 */
export async function soundInOneWindow(name: NotificationName | null): Promise<void> {
  if (name !== null) {
    if (!hasBeenUsed()) return;
    await pause(AFTER_WHO_LOOKS_MS);
  }
  const sound = () => {
    // Whoever cannot play it has seen the notice.
    if (name !== null) playSound(name).catch(() => undefined);
  };
  // Browsers have no locks on plain HTTP, but for this very machine.
  if (!('locks' in navigator)) return sound();
  await navigator.locks.request('parley.sound', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    sound();
    await pause(QUIET_MS);
  });
}

function hasBeenUsed(): boolean {
  // Not every browser tells.
  const activation = (navigator as { userActivation?: UserActivation }).userActivation;
  return activation?.hasBeenActive ?? true;
}
