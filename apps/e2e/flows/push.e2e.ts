import type { CDPSession, Page } from '@playwright/test';
import type { PushDouble } from '../../../libs/test-support/doubles/src/push/push-double';
import { demo } from '../support/demo';
import { expect, expectAccessible, test } from '../support/test';

/**
 * Subscribes the browser at the fake push service; its service worker receives that service's pushes like real ones.
 */
async function subscribeAt(pushService: PushDouble, page: Page): Promise<void> {
  await page.context().grantPermissions(['notifications']);
  const subscription = pushService.subscribe();
  // A headless browser shows no notifications even with the permission, so the flow records the calls instead.
  page.context().on('serviceworker', (worker) => void worker.evaluate(noteNotifications));
  await page.addInitScript(`
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
    Notification.requestPermission = async () => 'granted';
    const json = ${JSON.stringify({ endpoint: subscription.endpoint, keys: { p256dh: subscription.p256dh, auth: subscription.auth } })};
    const key = 'flow.subscribed';
    const made = {
      options: { applicationServerKey: null },
      toJSON: () => json,
      unsubscribe: async () => sessionStorage.removeItem(key),
    };
    PushManager.prototype.getSubscription = async () => (sessionStorage.getItem(key) ? made : null);
    PushManager.prototype.subscribe = async () => {
      sessionStorage.setItem(key, 'yes');
      return made;
    };
  `);
  const devtools = await page.context().newCDPSession(page);
  const registrations = registrationsOf(devtools);
  await devtools.send('ServiceWorker.enable');
  pushService.onPush = ({ endpoint, payload }) => {
    if (endpoint !== subscription.endpoint) return;
    void registrations().then((registrationId) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: new URL(page.url()).origin,
        registrationId,
        data: JSON.stringify(payload),
      }),
    );
  };
}

/** Runs in the service worker: records notifications instead of showing them. */
const noteNotifications = `
  globalThis.registration.showNotification = async () => undefined;
  globalThis.registration.getNotifications = async () => [];
`;

function registrationsOf(devtools: CDPSession): () => Promise<string> {
  const first = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  return () => first;
}

test('a user turns push on in a browser, tests it, turns it off again, and sets quiet hours', async ({
  pushService,
  signedIn,
}) => {
  const page = await signedIn(demo.manager.email);
  await subscribeAt(pushService, page);
  await page.goto('/settings/account?why=notifyIncomingMessage');
  await expect(page.getByText('You were notified because Push is on for this.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn on' }).click();
  await expect(page.getByText('Shows notifications while Parley is not in front of you.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Push: A message in a conversation of mine' })).toBeChecked();

  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText(/^Arrived in \d+\.\ds$/)).toBeVisible();

  await page.getByText('Quiet hours', { exact: true }).scrollIntoViewIfNeeded();
  await page.getByRole('switch', { name: 'Quiet hours' }).click({ force: true });
  await page.getByRole('combobox', { name: 'Quiet from' }).selectOption('22:30');
  await expect(page.getByRole('combobox', { name: 'Quiet from' })).toHaveValue('22:30');
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Quiet hours' }).click({ force: true });
  await expect(page.getByRole('combobox', { name: 'Quiet from' })).toHaveCount(0);

  pushService.answerNext(410);
  await page.getByRole('button', { name: 'Test' }).click();
  await expect(page.getByText('Not sent: the push service no longer knows this browser.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('Shows no notifications.')).toBeVisible();
});
