import type { NotificationName } from '@parley/contracts/events/user.events';
import { playSound } from './sound';

/** Minimum time in ms between two sounds, so that news arriving together sound once. */
const QUIET_MS = 2_000;
/** Delay in ms, so that a window that shows the conversation takes the lock first, without a sound. */
const AFTER_WHO_LOOKS_MS = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Plays a sound in one of the user's windows. A window without a user interaction may not play sounds and leaves it
 * to the others.
 * @param name null: this window shows the conversation, so no window plays a sound
 */
export async function soundInOneWindow(name: NotificationName | null): Promise<void> {
  if (name !== null) {
    if (!hasBeenUsed()) return;
    await pause(AFTER_WHO_LOOKS_MS);
  }
  const sound = () => {
    // A failure is ignored: the notice is still visible.
    if (name !== null) playSound(name).catch(() => undefined);
  };
  // Over plain HTTP, browsers have no locks, except on localhost.
  if (!('locks' in navigator)) return sound();
  await navigator.locks.request('parley.sound', { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    sound();
    await pause(QUIET_MS);
  });
}

function hasBeenUsed(): boolean {
  // Not every browser supports `userActivation`.
  const activation = (navigator as { userActivation?: UserActivation }).userActivation;
  return activation?.hasBeenActive ?? true;
}
