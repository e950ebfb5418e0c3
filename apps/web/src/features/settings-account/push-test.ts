import type { PushTestResponse } from '@parley/contracts/api/push';
import { api } from '../../lib/api-client';
import { newId } from '../../lib/id';
import { pushDeviceId, pushState } from '../../lib/push';

/** Result of a test push: seconds until it arrived, or the stage at which it failed. */
export type TestResult =
  | { arrivedAfter: number }
  | { failed: 'permission' | 'subscription' | 'server' | 'refused' | 'unreachable' | 'gone' | 'arrival' };

const PATIENCE_MS = 15_000;

/** Requests a test push for this browser and waits until the service worker reports its arrival. */
export async function testPush(): Promise<TestResult> {
  const state = await pushState();
  if (state === 'blocked') return { failed: 'permission' };
  const device = pushDeviceId();
  if (state !== 'on' || !device) return { failed: 'subscription' };
  const id = newId();
  const begunAt = performance.now();
  const arrival = arrivalOf(id);
  try {
    const path = `/api/v3/push/devices/${device}/test`;
    const { failure } = await api<PushTestResponse>(path, { method: 'POST', body: { id } });
    if (failure) return { failed: failure };
  } catch {
    return { failed: 'server' };
  }
  return (await arrival) ? { arrivedAfter: (performance.now() - begunAt) / 1_000 } : { failed: 'arrival' };
}

function arrivalOf(id: string): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (arrived: boolean) => {
      clearTimeout(timer);
      navigator.serviceWorker.removeEventListener('message', hear);
      resolve(arrived);
    };
    const hear = ({ data }: MessageEvent<{ type?: string; id?: string }>) => {
      if (data?.type === 'push-test' && data.id === id) end(true);
    };
    const timer = setTimeout(() => end(false), PATIENCE_MS);
    navigator.serviceWorker.addEventListener('message', hear);
  });
}
