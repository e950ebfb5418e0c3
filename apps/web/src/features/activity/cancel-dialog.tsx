import { Button, Group, Modal, Text } from '@mantine/core';
import type { Job } from '@parley/contracts/api/jobs';
import { useCancelJob } from '../../lib/jobs';
import { useTranslation } from '../../lib/translation';

/** Asks before a job is cancelled, and says what becomes of the rest. */
export function CancelDialog({ job, name, onClose }: { job: Job; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const cancel = useCancelJob();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('activity.cancelTitle', { name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="md">{t('activity.cancelText')}</Text>
      <Group justify="flex-end" gap={8} mt={24}>
        <Button variant="default" data-autofocus onClick={onClose}>
          {t('activity.keep')}
        </Button>
        <Button
          color="red"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(job.id, { onSuccess: onClose })}
        >
          {t('activity.cancel')}
        </Button>
      </Group>
    </Modal>
  );
}
