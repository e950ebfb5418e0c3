// The service worker: shows push messages while no window of Parley has the focus, and opens their page on a click.
// Requests go to the network unchanged.

/** Maximum number of notifications; more become a single one that counts them. */
const MAX_SHOWN = 4;
const MANY = 'many';
const icon = '/icon.svg';

globalThis.addEventListener('install', () => globalThis.skipWaiting());
globalThis.addEventListener('activate', (event) => event.waitUntil(globalThis.clients.claim()));

globalThis.addEventListener('push', (event) => {
  const payload = payloadOf(event);
  if (payload) event.waitUntil(take(payload));
});

globalThis.addEventListener('notificationclick', (event) => {
  const { notification, action } = event;
  const { path, why } = notification.data ?? {};
  notification.close();
  event.waitUntil(open((action === 'why' ? why : path) ?? '/'));
});

function payloadOf(event) {
  try {
    return event.data.json();
  } catch {
    return null;
  }
}

async function take(payload) {
  if (payload.kind === 'close') return close(payload.tag);
  if (payload.kind === 'test') return test(payload);
  return tell(payload);
}

async function close(tag) {
  for (const notification of await globalThis.registration.getNotifications({ tag })) notification.close();
}

/**
 * Shows a test notification and reports it to the open windows: the settings page that requested it measures the
 * delay.
 */
async function test({ id, title, text }) {
  await globalThis.registration.showNotification(title, { body: text, tag: 'test', icon });
  for (const client of await windows()) client.postMessage({ type: 'push-test', id });
}

async function tell({ tag, title, text, path, why, time }) {
  // A focused window shows the news in the page, so no notification is needed.
  if ((await windows()).some(({ focused }) => focused)) return;
  const shown = (await globalThis.registration.getNotifications()).filter((other) => other.tag !== tag);
  const options = { body: text, tag, icon, timestamp: Date.parse(time), renotify: true };
  const actions = [{ action: 'why', title: why.label }];
  if (tag === MANY || shown.length < MAX_SHOWN) {
    await globalThis.registration.showNotification(title, {
      ...options,
      actions,
      data: { path, why: why.path },
    });
    return;
  }
  // Closes the other notifications: the newest stays readable, with the number of all others in its title.
  const count = shown.reduce((sum, { data }) => sum + (data?.count ?? 1), 1);
  for (const other of shown) other.close();
  await globalThis.registration.showNotification(`${title} (+${count - 1})`, {
    ...options,
    actions,
    tag: MANY,
    data: { path: '/messaging-inbox', why: why.path, count },
  });
}

/** Opens a path in the window that was used last, or in a new window if there is none. */
async function open(path) {
  const [client] = await windows();
  if (!client) return void (await globalThis.clients.openWindow(path));
  await client.focus();
  client.postMessage({ type: 'push-open', path });
}

function windows() {
  return globalThis.clients.matchAll({ type: 'window', includeUncontrolled: true });
}
