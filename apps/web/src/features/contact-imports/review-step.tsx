import { Alert, Button, Progress as Bar } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { isActive } from '@parley/contracts/api/jobs';
import { FormFooter } from '@parley/ui/form-footer';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { useCancelJob } from '../../lib/jobs';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './contact-imports.module.css';
import { useForBroadcast } from './for-broadcast';
import { useStep, type Progress } from './imports-api';
import { OutcomeTabs } from './outcome-tabs';

/** Shows the planned outcome of each row before the import starts. */
export function ReviewStep({ progress: { import: held, job } }: { progress: Progress }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const navigate = useNavigate();
  const check = useStep(held.id, 'check');
  const run = useStep(held.id, 'run');
  const cancel = useCancelJob();
  const checked = Object.values(held.counts).reduce((sum, count) => sum + count, 0);
  const count = held.counts.create + held.counts.update;
  const { within } = useForBroadcast();
  const map = within(`/contacts/imports/${held.id}/map`);
  if (!held.isStepDone) {
    const isGoing = job !== null && (isActive(job) || job.state === 'done');
    return (
      <>
        {isGoing ? (
          <div className={classes.progress} role="status">
            <span>{t('imports.checking', { done: number(checked), total: number(held.rows) })}</span>
            <Bar value={(checked / Math.max(1, held.rows)) * 100} aria-label={t('imports.step.review')} />
          </div>
        ) : (
          <Alert color="red" icon={<IconAlertTriangle />} role="alert">
            {job?.state === 'failed' ? errorText(job.code ?? '') : t('imports.checkStopped')}
          </Alert>
        )}
        <FormFooter>
          <Button component={Link} to={map} variant="default">
            {t('imports.back')}
          </Button>
          {isGoing ? (
            <Button
              variant="default"
              loading={cancel.isPending}
              onClick={() => cancel.mutate(job.id, { onError: (error) => toastFailure(error) })}
            >
              {t('common.cancel')}
            </Button>
          ) : (
            <Button
              loading={check.isPending}
              onClick={() => check.mutate(undefined, { onError: (error) => toastFailure(error) })}
            >
              {t('imports.checkAgain')}
            </Button>
          )}
        </FormFooter>
      </>
    );
  }
  return (
    <>
      <OutcomeTabs held={held} />
      <FormFooter>
        <Button component={Link} to={map} variant="default">
          {t('imports.back')}
        </Button>
        <Button
          disabled={count === 0}
          loading={run.isPending}
          onClick={() =>
            run.mutate(undefined, {
              onSuccess: () => void navigate(within(`/contacts/imports/${held.id}/result`)),
              onError: (error) => toastFailure(error),
            })
          }
        >
          {t('imports.run', { count, formatted: number(count) })}
        </Button>
      </FormFooter>
    </>
  );
}
