import { Notifications } from '@mantine/notifications';
import classes from './toast-stack.module.css';

/** Some toasts name several things. */
const TALLEST = 360;

/** Toasts stay 3 seconds and show no progress (spec, section 9). */
export function ToastStack() {
  return (
    <Notifications
      position="bottom-left"
      className={classes.stack}
      autoClose={3_000}
      limit={4}
      notificationMaxHeight={TALLEST}
    />
  );
}
