import { useEffect } from 'react';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { EXPORT } from '@parley/contracts/api/exports';
import { isActive } from '@parley/contracts/api/jobs';
import { errorText } from '../../lib/i18n';
import { useRealtime } from '../../lib/live';
import { closable } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { everyExport } from './exports-api';

/** Shows a toast on whichever page is open when the user's export has ended. */
export default function ExportNews() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const realtime = useRealtime();
  useEffect(
    () =>
      realtime.onJob((job) => {
        if (job.kind !== EXPORT) return;
        if (!isActive(job)) void client.invalidateQueries({ queryKey: everyExport });
        const hasFailed = job.state === 'failed';
        if (!hasFailed && job.state !== 'done') return;
        notifications.show({
          ...closable(),
          id: `export-${job.id}`,
          color: hasFailed ? 'red' : 'green',
          title: t(hasFailed ? 'exports.error.title' : 'exports.success.title'),
          message: hasFailed ? errorText(job.code ?? '') : t('exports.success.text'),
        });
      }),
    [client, realtime, t],
  );
  return null;
}
