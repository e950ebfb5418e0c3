import { lazy, Suspense } from 'react';
import { useNotifications } from '@mantine/notifications';
import { loadPart } from '../lib/load-part';

const Notifications = lazy(async () => ({
  default: (await loadPart(() => import('./toast-stack'))).ToastStack,
}));

/** The toasts' place on the page, loaded with the first of them. */
export function Toasts() {
  const { notifications } = useNotifications();
  if (notifications.length === 0) return null;
  return (
    <Suspense>
      <Notifications />
    </Suspense>
  );
}
