import { useEffect } from 'react';
import { loadUnsent } from '../lib/feature';
import { readLocal, writeLocal } from '../lib/local-storage';
import { isMobileHost } from '../lib/mobile-host';
import { signOut } from '../lib/session';

/** Idle for 8 hours signs out (spec, section 9). */
const idleMs = 8 * 3_600_000;
/** How exactly the other tabs of this browser know of the last sign of life. */
const notedEveryMs = 30_000;
const noteKey = 'parley.lastSign';
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

/** Nobody is there to be asked: what cannot be sent stays for them. */
function leave(): Promise<void> {
  return signOut({ keepsUnsent: true, first: async () => (await loadUnsent())() });
}

/** Signs out whoever has left all tabs of this browser alone for too long. */
export function useIdleSignOut(): void {
  useEffect(() => {
    // A phone is locked by its owner (spec, section 4).
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
    // A sleeping machine fires no timers on time: compare clocks instead of waiting once for 8 hours.
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
