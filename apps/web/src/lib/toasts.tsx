import { useEffect, useState } from 'react';
import { Notification } from '@mantine/core';
import {
  notifications,
  notificationsStore,
  useNotifications,
  type NotificationData,
} from '@mantine/notifications';
import classes from './toasts.module.css';

/** Time in ms for which a toast is shown if it sets no other time (spec, section 9). */
const AUTO_CLOSE_MS = 3_000;
/** Maximum number of toasts shown at once; others wait. */
const MAX_TOASTS = 4;

notificationsStore.setState({ ...notificationsStore.getState(), limit: MAX_TOASTS });

/**
 * Shows the toasts at the bottom left. This is part of the first bundle, because a toast about a lost server could
 * not be loaded when it is needed. Mantine's own container would add 20 kB for swipes and transitions.
 */
export function Toasts() {
  const { notifications: toasts } = useNotifications();
  const [touched, setTouched] = useState<string | null>(null);
  // Compares with the present toasts, because a toast that is removed under the pointer fires no `mouseleave`.
  const isPaused = toasts.some(({ id }) => id === touched);
  return (
    <div className={classes.stack}>
      {toasts.map((toast) => (
        <div
          key={toast.id}
          onMouseEnter={() => setTouched(toast.id ?? null)}
          onMouseLeave={() => setTouched(null)}
          onFocus={() => setTouched(toast.id ?? null)}
          onBlur={() => setTouched(null)}
        >
          <Toast toast={toast} isPaused={isPaused} />
        </div>
      ))}
    </div>
  );
}

function Toast({ toast, isPaused }: { toast: NotificationData; isPaused: boolean }) {
  const { id = '', message, color, title, role, style, onClick, withCloseButton, closeButtonProps } = toast;
  const closesAfterMs =
    typeof toast.autoClose === 'number' ? toast.autoClose : toast.autoClose === false ? null : AUTO_CLOSE_MS;
  const hide = () => void notifications.hide(id);
  useEffect(() => {
    if (isPaused || closesAfterMs === null) return;
    const timer = setTimeout(() => notifications.hide(id), closesAfterMs);
    return () => clearTimeout(timer);
  }, [id, closesAfterMs, isPaused]);
  return (
    <Notification
      className={classes.toast}
      aria-label={toast['aria-label']}
      withCloseButton={withCloseButton}
      closeButtonProps={closeButtonProps}
      color={color}
      title={title}
      role={role}
      style={style}
      onClick={onClick}
      onClose={hide}
    >
      {message}
    </Notification>
  );
}
