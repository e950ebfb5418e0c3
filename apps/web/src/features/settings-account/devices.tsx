import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PushDevice } from '@parley/contracts/api/push';
import { SettingRow } from '@parley/ui/settings-page';
import { api } from '../../lib/api-client';
import { useFormats } from '../../lib/format';
import { pushDeviceId, pushQuery } from '../../lib/push';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './account.module.css';

/** Lists the user's other browsers that receive push notifications. */
export function Devices() {
  const { data } = useQuery(pushQuery);
  const others = data?.devices.filter(({ id }) => id !== pushDeviceId()) ?? [];
  if (others.length === 0) return null;
  return (
    <ul className={classes.devices}>
      {others.map((device) => (
        <li key={device.id}>
          <Device device={device} />
        </li>
      ))}
    </ul>
  );
}

function Device({ device: { id, label, createdAt, lastPushAt, failure } }: { device: PushDevice }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => api(`/api/v3/push/devices/${id}`, { method: 'DELETE' }),
    onError: (error) => toastFailure(error),
    onSettled: () => client.invalidateQueries(pushQuery),
  });
  const since = t('account.push.since', { time: full(createdAt) });
  const last = lastPushAt && t('account.push.lastPush', { time: full(lastPushAt) });
  const hint = failure ? t(`account.push.failed.${failure}`) : [since, last].filter(Boolean).join(' ');
  return (
    <SettingRow label={label} hint={hint}>
      <Button
        variant="default"
        loading={remove.isPending}
        aria-label={t('account.push.removeDevice', { device: label })}
        onClick={() => remove.mutate()}
      >
        {t('account.push.remove')}
      </Button>
    </SettingRow>
  );
}
