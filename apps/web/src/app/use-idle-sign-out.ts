import { useEffect } from 'react';
import { signOut } from '../lib/session';

/** Idle for 8 hours signs out (spec, section 9). */
const idleMs = 8 * 3_600_000;
const signs = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

export function useIdleSignOut(): void {
  useEffect(() => {
    let lastSign = Date.now();
    const note = () => (lastSign = Date.now());
    // A sleeping machine fires no timers on time: compare clocks instead of waiting once for 8 hours.
    const timer = setInterval(() => {
      if (Date.now() - lastSign >= idleMs) void signOut();
    }, 60_000);
    for (const sign of signs) window.addEventListener(sign, note, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of signs) window.removeEventListener(sign, note);
    };
  }, []);
}
