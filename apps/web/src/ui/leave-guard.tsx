import { useEffect } from 'react';
import { Text } from '@mantine/core';
import { useBlocker } from 'react-router-dom';
import { useTranslation } from '../lib/translation';
import { Dialog, DialogButtons } from './dialog';

/** Asks for confirmation when the user leaves the page while `when` is true. */
export function LeaveGuard({ when }: { when: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => when && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!when) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [when]);
  return (
    <LeaveQuestion
      opened={blocker.state === 'blocked'}
      onStay={() => blocker.reset?.()}
      onLeave={() => blocker.proceed?.()}
    />
  );
}

interface LeaveQuestionProps {
  opened: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Dialog that asks whether to discard unsaved changes. */
export function LeaveQuestion({ opened, onStay, onLeave }: LeaveQuestionProps) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} onClose={onStay} title={t('common.leaveTitle')}>
      <Text size="md" mb={24}>
        {t('common.leaveText')}
      </Text>
      <DialogButtons
        cancel={t('common.leave')}
        onCancel={onLeave}
        confirm={t('common.stay')}
        onConfirm={onStay}
        focus="confirm"
      />
    </Dialog>
  );
}
