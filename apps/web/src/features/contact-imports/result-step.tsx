import { useState } from 'react';
import { Alert, Button, Progress as Bar, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react';
import { Link, useNavigate } from 'react-router-dom';
import { endedItems, isActive, type Job } from '@parley/contracts/api/jobs';
import { ConfirmDialog } from '@parley/ui/dialog';
import { useNow } from '../../lib/clock';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { useCancelJob } from '../../lib/jobs';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './contact-imports.module.css';
import { broadcastWith, useForBroadcast } from './for-broadcast';
import { downloadRejected, useRemove, useStep, type Progress } from './imports-api';
import { OutcomeTabs } from './outcome-tabs';

/** Progress and result of an import, with the actions to cancel, retry and undo it. */
export function ResultStep({ progress: { import: held, job } }: { progress: Progress }) {
  const { t, language } = useTranslation();
  const { number } = useFormats();
  const navigate = useNavigate();
  const run = useStep(held.id, 'run');
  const undo = useStep(held.id, 'undo');
  const remove = useRemove(held.id);
  const cancel = useCancelJob();
  const { broadcastId } = useForBroadcast();
  const { listId } = held.settings;
  const [asked, setAsked] = useState<'cancel' | 'undo' | 'remove' | null>(null);
  const many = (count: number) => ({ count, formatted: number(count) });
  const isGoing = !held.isStepDone && job !== null && (isActive(job) || job.state === 'done');
  const isUndo = held.step === 'undo';
  const again = isUndo ? undo : run;
  const rejected = held.counts.reject + held.failed;
  return (
    <>
      {isGoing && <Going job={job} isUndo={isUndo} onCancel={() => setAsked('cancel')} />}
      {!isGoing && (
        <div role="status">
          <Text fw={500}>
            {isUndo
              ? t('imports.undoneContacts', many(held.undone))
              : t('imports.importedContacts', many(held.imported))}
          </Text>
          {isUndo && held.kept > 0 && <Text size="sm">{t('imports.kept', many(held.kept))}</Text>}
          {!isUndo && held.failed > 0 && <Text size="sm">{t('imports.failedRows', many(held.failed))}</Text>}
        </div>
      )}
      {!isGoing && !held.isStepDone && (
        <Alert color="yellow" icon={<IconAlertTriangle />} mt="sm">
          {job?.state === 'failed' ? errorText(job.code ?? '') : t('imports.stopped')}
        </Alert>
      )}
      <div className={classes.actions}>
        {!isGoing && !held.isStepDone && (
          <Button
            loading={again.isPending}
            onClick={() => again.mutate(undefined, { onError: (error) => toastFailure(error) })}
          >
            {t('imports.goOn')}
          </Button>
        )}
        {!isGoing && !isUndo && broadcastId && listId && (
          <Button component={Link} to={broadcastWith(broadcastId, listId)}>
            {t('imports.toBroadcast')}
          </Button>
        )}
        {rejected > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => void downloadRejected(held, language).catch(toastFailure)}
          >
            {t('imports.download', many(rejected))}
          </Button>
        )}
        {!isGoing && !isUndo && held.imported > 0 && (
          <Button variant="default" onClick={() => setAsked('undo')}>
            {t('imports.undo')}
          </Button>
        )}
        {!isGoing && (
          <Button variant="subtle" color="red" onClick={() => setAsked('remove')}>
            {t('imports.remove')}
          </Button>
        )}
      </div>
      <OutcomeTabs held={held} />
      <ConfirmDialog
        opened={asked === 'cancel' && isGoing}
        title={t('imports.stopTitle')}
        confirm={t('imports.stop')}
        cancel={t('imports.keepOn')}
        action={() => cancel.mutateAsync(held.jobId!)}
        onDone={() => setAsked(null)}
        onClose={() => setAsked(null)}
      >
        {isUndo ? t('imports.stopUndoText', many(held.undone)) : t('imports.stopText', many(held.imported))}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'undo'}
        title={t('imports.undoTitle')}
        confirm={t('imports.undo')}
        action={() => undo.mutateAsync()}
        onDone={() => setAsked(null)}
        onClose={() => setAsked(null)}
      >
        {t('imports.undoText', { created: number(held.counts.create), updated: number(held.counts.update) })}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'remove'}
        title={t('imports.removeTitle')}
        confirm={t('imports.remove')}
        action={() => remove.mutateAsync()}
        onDone={() => void navigate('/contacts/imports')}
        onClose={() => setAsked(null)}
      >
        {t('imports.removeText')}
      </ConfirmDialog>
    </>
  );
}

function Going({ job, isUndo, onCancel }: { job: Job; isUndo: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const now = useNow();
  const done = endedItems(job);
  const counts = { done: number(done), total: number(job.total) };
  const since = job.startedAt ? now - Date.parse(job.startedAt) : 0;
  const left = done > 0 && since > 2_000 ? Math.ceil(((job.total - done) / done) * (since / 1_000)) : null;
  return (
    <div className={classes.progress}>
      <span role="status">
        {t(isUndo ? 'imports.undoing' : 'imports.importing', counts)}
        {left !== null && left > 0 && ` · ${t('imports.left', { seconds: number(left) })}`}
      </span>
      <Bar value={job.total === 0 ? 100 : (done / job.total) * 100} aria-label={t('imports.step.result')} />
      <span className={classes.dimmed}>{t('imports.goesOn')}</span>
      <div>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </div>
  );
}
