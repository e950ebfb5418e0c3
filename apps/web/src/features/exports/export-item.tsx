import { useState } from 'react';
import { ActionIcon, Button, Menu, Progress } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { Export } from '@parley/contracts/api/exports';
import { endedItems, isActive } from '@parley/contracts/api/jobs';
import { ConfirmDialog } from '@parley/ui/dialog';
import { useUsersById } from '../../lib/directory';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { useCancelJob } from '../../lib/jobs';
import { useMe } from '../../lib/me';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { useDeleteExport, useDownload, useRunAgain } from './exports-api';
import classes from './exports.module.css';

interface ExportItemProps {
  exported: Export;
  /** Seconds until the user may start the next export. */
  wait: number;
}

/** One export: kind, user, time, progress and actions. */
export function ExportItem({ exported, wait }: ExportItemProps) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { user } = useMe();
  const colleague = useUsersById().get(exported.userId)?.displayName;
  const isMine = exported.userId === user.id;
  const name = `${t(`exports.kind.${exported.kind}`)}, ${full(exported.createdAt)}`;
  return (
    <li className={classes.item}>
      <div className={classes.what}>
        <span className={classes.name}>{t(`exports.kind.${exported.kind}`)}</span>
        <span className={classes.dimmed}>
          <Asked exported={exported} />
        </span>
        <span className={classes.dimmed}>
          {isMine ? t('exports.you') : (colleague ?? t('exports.someone'))} ·{' '}
          {t('exports.asOf', { time: full(exported.createdAt) })}
        </span>
      </div>
      <div className={classes.state}>
        <State exported={exported} />
      </div>
      <div className={classes.actions}>
        {isMine && <Actions exported={exported} wait={wait} name={name} />}
      </div>
    </li>
  );
}

function Asked({ exported: { format, from, to, hasPassword, withFiles } }: { exported: Export }) {
  const { t } = useTranslation();
  const { shortDay } = useFormats();
  // `to` is exclusive: it is the instant at which the last day ends.
  const period = from && to ? `${shortDay(from)} – ${shortDay(lastMomentOf(to))}` : t('exports.always');
  return [
    t(`exports.formatOf.${format}`),
    period,
    ...(withFiles ? [t('exports.withFilesShort')] : []),
    ...(hasPassword ? [t('exports.protected')] : []),
  ].join(' · ');
}

const lastMomentOf = (end: string) => new Date(Date.parse(end) - 1).toISOString();

function State({ exported }: { exported: Export }) {
  const { t } = useTranslation();
  const { number, full, bytes } = useFormats();
  const { job, file, rows, leftOut, fileUntil } = exported;
  if (job && isActive(job)) {
    const [done, total] = [number(endedItems(job)), number(job.total)];
    return (
      <>
        <Progress
          size="sm"
          value={job.total === 0 ? 0 : (endedItems(job) / job.total) * 100}
          aria-label={t(`exports.state.${job.state === 'waiting' ? 'waiting' : 'running'}`)}
        />
        <span className={classes.dimmed}>{t('exports.progress', { done, total })}</span>
      </>
    );
  }
  if (file === 'making') {
    const hasFailed = job?.state === 'failed';
    return (
      <>
        <span>{t(hasFailed ? 'exports.state.failed' : 'exports.state.cancelled')}</span>
        {hasFailed && <span className={classes.dimmed}>{errorText(job.code ?? '')}</span>}
      </>
    );
  }
  const facts = [
    t('exports.rows', { count: rows, formatted: number(rows) }),
    ...(exported.bytes === null ? [] : [bytes(exported.bytes)]),
  ];
  return (
    <>
      <span>{t(`exports.state.${file}`)}</span>
      <span className={classes.dimmed}>{facts.join(' · ')}</span>
      {leftOut > 0 && (
        <span className={classes.dimmed}>
          {t('exports.leftOut', { count: leftOut, formatted: number(leftOut) })}
        </span>
      )}
      {fileUntil && (
        <span className={classes.dimmed}>{t('exports.fileUntil', { day: full(fileUntil) })}</span>
      )}
    </>
  );
}

function Actions({ exported, wait, name }: ExportItemProps & { name: string }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const cancel = useCancelJob();
  const download = useDownload();
  const again = useRunAgain();
  const [isAsking, setAsking] = useState(false);
  const { id, job, file } = exported;
  const failed = { onError: (error: unknown) => toastFailure(error, t('exports.error.title')) };
  if (job && isActive(job)) {
    return (
      <Button
        variant="default"
        size="compact-md"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(id, failed)}
      >
        {t('common.cancel')}
      </Button>
    );
  }
  const runAgain = wait > 0 ? t('exports.againIn', { seconds: wait }) : t('exports.again');
  return (
    <>
      {file === 'ready' ? (
        <Button
          size="compact-md"
          variant="default"
          aria-label={`${t('exports.download')}: ${name}`}
          loading={download.isPending}
          onClick={() => download.mutate(id, failed)}
        >
          {t('exports.download')}
        </Button>
      ) : (
        <Button
          size="compact-md"
          variant="default"
          disabled={wait > 0}
          loading={again.isPending}
          onClick={() => again.mutate(id, failed)}
        >
          {runAgain}
        </Button>
      )}
      {file === 'ready' && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('exports.more', { name })}>
              <IconDots size={16} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item disabled={wait > 0} onClick={() => again.mutate(id, failed)}>
              {runAgain}
            </Menu.Item>
            <Menu.Item color="red" onClick={() => setAsking(true)}>
              {t('exports.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
      {download.data && (
        <span role="status" className={classes.until}>
          {t('exports.linkUntil', { time: time(download.data.validUntil) })}
        </span>
      )}
      <DeleteDialog id={id} opened={isAsking} onClose={() => setAsking(false)} />
    </>
  );
}

function DeleteDialog({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const remove = useDeleteExport();
  return (
    <ConfirmDialog
      opened={opened}
      title={t('exports.delete')}
      confirm={t('exports.delete')}
      action={() => remove.mutateAsync(id)}
      onDone={onClose}
      onClose={onClose}
    >
      {t('exports.deleteAsk')}
    </ConfirmDialog>
  );
}
