import { useEffect, useSyncExternalStore } from 'react';
import { ServerClock } from './server-clock';

const tickMs = 15_000;
const serverClock = new ServerClock();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The server's time as far as this browser knows it, in milliseconds. */
function serverNow(): number {
  return Date.now() + serverClock.aheadMs;
}

/** Sets the clock by an answer of the server that was asked for at `askedAt`, by this computer's clock. */
export function noteServerTime(response: Response, askedAt: number): void {
  const date = Date.parse(response.headers.get('Date') ?? '');
  if (serverClock.hear(date, { askedAt, answeredAt: Date.now() })) tick();
}

function tick() {
  now = serverNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (timer === undefined) {
    now = serverNow();
    timer = setInterval(tick, tickMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The server's time to within 15 seconds, in milliseconds: one timer for everything that shows an age or a countdown.
 * @param until a moment at which something ends: the time is exact from then on
 */
export function useNow(until: number | null = null): number {
  useEffect(() => {
    const left = until === null ? 0 : until - serverNow();
    // Longer than that a timer cannot wait, and the next tick sets it again.
    if (left <= 0 || left > 2 * tickMs) return;
    const timeout = setTimeout(tick, left + 1);
    return () => clearTimeout(timeout);
  });
  return useSyncExternalStore(subscribe, () => now);
}
