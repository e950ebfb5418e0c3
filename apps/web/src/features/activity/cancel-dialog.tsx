import type { Job } from '@parley/contracts/api/jobs';
import { ConfirmDialog } from '@parley/ui/dialog';
import { useCancelJob } from '../../lib/jobs';
import { useTranslation } from '../../lib/translation';

interface CancelDialogProps {
  opened: boolean;
  job: Job;
  name: string;
  onDone: () => void;
  onClose: () => void;
}

export function CancelDialog({ opened, job, name, onDone, onClose }: CancelDialogProps) {
  const { t } = useTranslation();
  const cancel = useCancelJob();
  return (
    <ConfirmDialog
      opened={opened}
      title={t('activity.cancelTitle', { name })}
      confirm={t('activity.cancel')}
      cancel={t('activity.keep')}
      action={() => cancel.mutateAsync(job.id)}
      onDone={onDone}
      onClose={onClose}
    >
      {t('activity.cancelText')}
    </ConfirmDialog>
  );
}
