import i18next from 'i18next';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { PushDeviceResponse, PushResponse } from '@parley/contracts/api/push';
import { api } from './api-client';
import { asLanguage } from './i18n';
import { readLocal, writeLocal } from './local-storage';

/** State of push notifications in this browser: `on` or `off`, or the reason why they are not available. */
export type PushState = 'unsupported' | 'insecure' | 'blocked' | 'off' | 'on';

const WORKER = '/push-worker.js';
/** Local storage key of the id that the server gave to this browser. */
const deviceKey = 'parley.push';

/** Query for the user's devices with push notifications, and for the public key with which browsers subscribe. */
export const pushQuery = queryOptions({
  queryKey: ['push'],
  queryFn: ({ signal }) => api<PushResponse>('/api/v3/push', { signal }),
});

export const pushDeviceId = () => readLocal(deviceKey);

/** @returns whether this browser is subscribed, or why it cannot be */
export async function pushState(): Promise<PushState> {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) {
    return 'unsupported';
  }
  if (Notification.permission === 'denied') return 'blocked';
  if (Notification.permission !== 'granted' || !pushDeviceId()) return 'off';
  return (await subscription()) ? 'on' : 'off';
}

/**
 * Switches push notifications on: asks the user for permission if necessary, subscribes this browser and registers it
 * with the server.
 * @returns the resulting state
 */
export async function turnPushOn(client: QueryClient): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return pushState();
  const { publicKey } = await client.fetchQuery(pushQuery);
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  const applicationServerKey = bytesOf(publicKey);
  const before = await registration.pushManager.getSubscription();
  // A subscription with another key, left from a different installation at this address, cannot be used.
  if (before && !isOf(before, applicationServerKey)) await before.unsubscribe();
  const subscribed = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey,
  });
  await tellServer(subscribed);
  await client.invalidateQueries(pushQuery);
  return pushState();
}

/**
 * Switches push notifications off: unsubscribes this browser, deletes it on the server, and closes its notifications.
 */
export async function turnPushOff(): Promise<void> {
  const id = pushDeviceId();
  writeLocal(deviceKey, null);
  if (id) await api(`/api/v3/push/devices/${id}`, { method: 'DELETE' }).catch(() => undefined);
  await (await subscription())?.unsubscribe();
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  for (const notification of (await registration?.getNotifications()) ?? []) notification.close();
}

/** Switches push notifications off if this browser is subscribed. */
export async function endPush(): Promise<void> {
  if (pushDeviceId()) await turnPushOff();
}

/**
 * Registers a subscribed browser with the server again, since its endpoint, language and time zone may have changed.
 */
export async function refreshPush(): Promise<void> {
  const subscribed = (await pushState()) === 'on' ? await subscription() : null;
  if (subscribed) await tellServer(subscribed);
}

/**
 * Closes the notifications of conversations that were read.
 * @param tags tags of these notifications
 */
export async function closeNotifications(tags: ReadonlySet<string>): Promise<void> {
  if (tags.size === 0 || !pushDeviceId()) return;
  const registration = await navigator.serviceWorker?.getRegistration(WORKER);
  for (const notification of (await registration?.getNotifications()) ?? []) {
    if (tags.has(notification.tag)) notification.close();
  }
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

async function tellServer(subscribed: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscribed.toJSON();
  const { id } = await api<PushDeviceResponse>('/api/v3/push/devices', {
    method: 'PUT',
    body: {
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      language: asLanguage(i18next.language) ?? 'en',
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  });
  writeLocal(deviceKey, id);
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function isOf({ options }: PushSubscription, key: Uint8Array): boolean {
  const own = options.applicationServerKey;
  return own !== null && String(new Uint8Array(own)) === String(key);
}
