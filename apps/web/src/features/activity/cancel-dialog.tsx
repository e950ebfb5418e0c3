import type { Job } from '@parley/contracts/api/jobs';
import { ConfirmDialog } from '@parley/ui/dialog';
import { useCancelJob } from '../../lib/jobs';
import { useTranslation } from '../../lib/translation';

/** Asks before a job is cancelled, and says what becomes of the rest. */
export function CancelDialog({ job, name, onClose }: { job: Job; name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const cancel = useCancelJob();
  return (
    <ConfirmDialog
      opened
      title={t('activity.cancelTitle', { name })}
      confirm={t('activity.cancel')}
      cancel={t('activity.keep')}
      action={() => cancel.mutateAsync(job.id)}
      onDone={onClose}
      onClose={onClose}
    >
      {t('activity.cancelText')}
    </ConfirmDialog>
  );
}
