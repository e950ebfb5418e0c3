import { useEffect, useSyncExternalStore } from 'react';
import { ServerClock } from './server-clock';

const tickMs = 15_000;
const serverClock = new ServerClock();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** The server's present time as this browser estimates it, epoch ms. */
function serverNow(): number {
  return Date.now() + serverClock.aheadMs;
}

/**
 * Updates the estimate of the server's time by a response.
 * @param askedAt time of the request by this computer's clock, epoch ms
 */
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
 * The server's time, epoch ms, updated every 15 seconds by one timer for all ages and countdowns.
 * @param until the time is also updated at this time, epoch ms; null: only every 15 seconds
 */
export function useNow(until: number | null = null): number {
  useEffect(() => {
    const left = until === null ? 0 : until - serverNow();
    // For a longer wait no timeout is needed yet, because the next tick renders the component again.
    if (left <= 0 || left > 2 * tickMs) return;
    const timeout = setTimeout(tick, left + 1);
    return () => clearTimeout(timeout);
  });
  return useSyncExternalStore(subscribe, () => now);
}
