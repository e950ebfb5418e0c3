import type { Health, HealthCheck } from '../telemetry/health';
import { StorageUnusable, type Storage } from './storage';

/** Time in ms for which a result is cached: probes of several load balancers cost one check. */
export const CACHE_MS = 5_000;

/**
 * Makes the readiness check of whether files can be read and written.
 * @param now milliseconds of a clock that never goes back
 */
export function storageHealth(storage: Storage, now: () => number = () => performance.now()): HealthCheck {
  let cached: { at: number; health: Promise<Health> } | undefined;
  return {
    name: 'storage',
    check() {
      if (!cached || now() - cached.at >= CACHE_MS) cached = { at: now(), health: ask(storage) };
      return cached.health;
    },
  };
}

async function ask(storage: Storage): Promise<Health> {
  try {
    await storage.check();
    return { ok: true };
  } catch (error) {
    return { ok: false, detail: error instanceof StorageUnusable ? error.message : 'cannot be used' };
  }
}
