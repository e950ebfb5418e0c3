import { useEffect } from 'react';
import { notifications } from '@mantine/notifications';
import i18next from 'i18next';
import type { Realtime } from '../lib/realtime';

const id = 'connection';
/** Failed attempts to connect before the warning (spec, section 4). */
const MAX_SILENT_ATTEMPTS = 3;

/** Shows a toast when the realtime connection is lost, and another when it is back. */
export function useConnectionToasts(realtime: Realtime): void {
  useEffect(() => {
    let isWarned = false;
    return realtime.watch(() => {
      const { status, attempts } = realtime.getState();
      if (status === 'lost' && attempts > MAX_SILENT_ATTEMPTS && !isWarned) {
        isWarned = true;
        notifications.show({ id, color: 'yellow', message: i18next.t('connection.lost'), autoClose: false });
      } else if (status === 'live' && isWarned) {
        isWarned = false;
        notifications.hide(id);
        notifications.show({ color: 'green', message: i18next.t('connection.restored'), autoClose: 3_000 });
      }
    });
  }, [realtime]);
}
