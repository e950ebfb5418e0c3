import { useEffect } from 'react';
import { loadUnsent } from '../lib/feature';
import { readLocal, writeLocal } from '../lib/local-storage';
import { isMobileHost } from '../lib/mobile-host';
import { signOut } from '../lib/session';

/** Idle time in ms after which the user is signed out (spec, section 9). */
const idleMs = 8 * 3_600_000;
/** Interval in ms at which a tab stores its latest user input for the other tabs. */
const notedEveryMs = 30_000;
const noteKey = 'parley.lastSign';
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Signs out without asking, since the user is not there: items that could not be sent stay in this browser. */
function leave(): Promise<void> {
  return signOut({ keepsUnsent: true, first: async () => (await loadUnsent())() });
}

/** Signs the user out when all tabs of this browser have been idle for too long. */
export function useIdleSignOut(): void {
  useEffect(() => {
    // Mobile devices have their own lock screen, so the mobile app does not sign out idle users (spec, section 4).
    if (isMobileHost()) return;
    let lastSign = Date.now();
    let noted = 0;
    const note = () => {
      lastSign = Date.now();
      if (lastSign - noted < notedEveryMs) return;
      noted = lastSign;
      writeLocal(noteKey, String(lastSign));
    };
    note();
    // Timers do not fire on time while the computer sleeps, so the idle time is computed from the clock every minute.
    const timer = setInterval(() => {
      const elsewhere = Number(readLocal(noteKey) ?? 0);
      if (Date.now() - Math.max(lastSign, elsewhere) >= idleMs) void leave();
    }, 60_000);
    for (const sign of signs) window.addEventListener(sign, note, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, note);
    };
  }, []);
}
