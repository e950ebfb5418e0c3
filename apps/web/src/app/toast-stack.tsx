import { Notifications } from '@mantine/notifications';

/** Some toasts name several things. */
const TALLEST = 360;

/** Toasts stay 3 seconds and show no progress (spec, section 9). */
export function ToastStack() {
  return <Notifications position="bottom-left" autoClose={3_000} limit={4} notificationMaxHeight={TALLEST} />;
}
