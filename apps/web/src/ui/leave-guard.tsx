import { useEffect } from 'react';
import { Text } from '@mantine/core';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../lib/translation';
import { Dialog, DialogButtons } from './dialog';

/** Asks before somebody leaves the page while something holds. */
export function LeaveGuard({ when }: { when: boolean }) {
  const { t } = useTranslation();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);
  const stay = () => blocker.reset?.();
  return (
    <Dialog opened={blocker.state === 'blocked'} onClose={stay} title={t('common.leaveTitle')}>
      <Text size="md" mb={24}>
        {t('common.leaveText')}
      </Text>
      <DialogButtons
        cancel={t('common.leave')}
        onCancel={() => blocker.proceed?.()}
        confirm={t('common.stay')}
        onConfirm={stay}
        focus="confirm"
      />
    </Dialog>
  );
}
