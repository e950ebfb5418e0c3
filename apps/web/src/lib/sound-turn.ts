import type { NotificationName } from '@parley/contracts/events/user.events';
import { playSound } from './sound';

/** Minimum time in ms between two sounds, so that several news at the same time play one sound. */
const QUIET_MS = 2_000;
/**
 * Delay in ms before a window plays a sound: a window that shows the conversation takes the lock earlier and plays
 * none.
 */
const AFTER_WHO_LOOKS_MS = 100;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Plays a sound in only one of the user's windows. Browsers forbid sounds in a window without user interaction, so
 * such a window leaves the sound to the others.
 * @param name null: this window shows the conversation, so no window shall play a sound
 */
export async function soundInOneWindow(name: NotificationName | null): Promise<void> {
  if (name !== null) {
    if (!hasBeenUsed()) return;
    await pause(AFTER_WHO_LOOKS_MS);
  }
  const sound = () => {
    // A failure to play is ignored, because the notice is visible anyway.
    if (name !== null) playSound(name).catch(() => undefined);
  };
  // Over plain HTTP, browsers offer no locks, except on localhost.
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
