import { useEffect, useState } from 'react';
import { Box, Button, Progress, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { ASSIGN_ALL } from '@parley/contracts/api/assignment-jobs';
import { endedItems, isActive, type Job } from '@parley/contracts/api/jobs';
import { useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import { jobItemsQuery, unseenJobsQuery, useCancelJob, useLiveJobs, usePutAway } from '../../../lib/jobs';
import { toastFailure } from '../../../lib/toast';
import { useTranslation } from '../../../lib/translation';
import { useIsVisible } from '../../../lib/use-is-visible';
import { useLayout } from '../use-layout';
import classes from './job-notices.module.css';
import { useAssigneeName } from './use-assignee-name';

/** Time in ms after which the notice of an ended job closes: `SEEN_MS` normally, `READ_MS` if it lists failures. */
const SEEN_MS = 8_000;
const READ_MS = 60_000;
/** Maximum number of failed conversations that the notice names; the activity page lists all. */
const MAX_NAMED = 10;

/**
 * Shows a notice for each of the user's jobs until the user has seen its result. Fetches the jobs again after a
 * reconnection, since their pushes may have been missed.
 */
export default function JobNotices() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isNarrow } = useLayout();
  const { data: jobs, refetch } = useQuery(unseenJobsQuery(client, ASSIGN_ALL));
  useLiveJobs(refetch);
  const ids = jobs?.map(({ id }) => id).join(' ') ?? '';
  useEffect(() => {
    const shown = isNarrow ? [] : ids.split(' ').filter(Boolean);
    for (const id of shown) {
      notifications.show({
        id,
        autoClose: false,
        allowClose: false,
        withCloseButton: false,
        role: 'group',
        'aria-label': i18next.t('assignAll.label'),
        message: <JobNotice id={id} />,
      });
    }
    return () => shown.forEach((id) => notifications.hide(id));
  }, [ids, isNarrow]);
  if (!isNarrow || !jobs?.length) return null;
  return (
    <div className={classes.strip}>
      {jobs.map(({ id }) => (
        <div key={id} role="group" aria-label={t('assignAll.label')}>
          <JobNotice id={id} />
        </div>
      ))}
    </div>
  );
}

function JobNotice({ id }: { id: string }) {
  const client = useQueryClient();
  const job = useQuery({ ...unseenJobsQuery(client, ASSIGN_ALL), enabled: false }).data?.find(
    (one) => one.id === id,
  );
  if (!job) return null;
  return isActive(job) ? <Running job={job} /> : <Ended job={job} />;
}

function Running({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isNarrow } = useLayout();
  const cancel = useCancelJob();
  const name = useAssigneeName(job);
  const [done, total] = [number(endedItems(job)), number(job.total)];
  return (
    <div className={classes.notice}>
      <div className={classes.what}>
        <Text size="sm">{t('assignAll.running', { name })}</Text>
        <Progress
          my={6}
          size="sm"
          value={job.total === 0 ? 100 : (endedItems(job) / job.total) * 100}
          aria-label={t('assignAll.running', { name })}
        />
        <Text size="xs" c="dimmed">
          {t('assignAll.progress', { done, total })}
        </Text>
      </div>
      <Button
        variant="default"
        size={isNarrow ? 'md' : 'compact-sm'}
        loading={cancel.isPending}
        onClick={() => cancel.mutate(job.id, { onError: toastFailure })}
      >
        {t('common.cancel')}
      </Button>
    </div>
  );
}

function Ended({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isNarrow } = useLayout();
  const name = useAssigneeName(job);
  const { putAway, held } = useSeen(job);
  const many = (count: number) => ({ count, formatted: number(count) });
  const left = job.total - endedItems(job);
  return (
    <div className={classes.notice} {...held}>
      <div className={classes.what} role="status">
        {job.state === 'cancelled' && (
          <Text size="sm">{t('assignAll.cancelled', { ...many(left), total: number(job.total) })}</Text>
        )}
        {job.state === 'failed' && (
          <Text size="sm">{t('assignAll.failed', { reason: errorText(job.code ?? '') })}</Text>
        )}
        {(job.done > 0 || job.state === 'done') && (
          <Text size="sm">{t('assignAll.assigned', { ...many(job.done), name })}</Text>
        )}
        {job.skipped > 0 && <Text size="sm">{t('assignAll.skipped', many(job.skipped))}</Text>}
        {job.failed > 0 && <Refusals job={job} />}
      </div>
      <Button variant="default" size={isNarrow ? 'md' : 'compact-sm'} onClick={putAway}>
        {t('common.close')}
      </Button>
    </div>
  );
}

/** Closes the notice of an ended job after a time, but not while the pointer or the focus is on it. */
function useSeen({ id, failed }: Job) {
  const isVisible = useIsVisible();
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  const { mutate } = usePutAway(ASSIGN_ALL);
  useEffect(() => {
    if (!isVisible || isHeld) return;
    const timer = setTimeout(() => mutate(id), failed > 0 ? READ_MS : SEEN_MS);
    return () => clearTimeout(timer);
  }, [id, failed, isVisible, isHeld, mutate]);
  return {
    putAway: () => mutate(id),
    held: {
      onPointerEnter: () => setPointedAt(true),
      onPointerLeave: () => setPointedAt(false),
      onFocus: () => setFocus(true),
      onBlur: () => setFocus(false),
    },
  };
}

/** Lists the first failed conversations of a job, each with the reason. */
function Refusals({ job: { id, failed } }: { job: Job }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data } = useInfiniteQuery({ ...jobItemsQuery(id, 'failed'), staleTime: Infinity });
  const named = data?.pages[0]?.data.slice(0, MAX_NAMED) ?? [];
  const more = failed - named.length;
  return (
    <>
      <Text size="sm">{t('assignAll.refused', { count: failed, formatted: number(failed) })}</Text>
      <Box mah={140} style={{ overflowY: 'auto' }} tabIndex={0}>
        {named.map(({ key, name, code }) => (
          <Text key={key} size="xs" c="dimmed">
            {t('selection.reason', { name: name ?? t('assignAll.unseen'), reason: errorText(code) })}
          </Text>
        ))}
        {data && more > 0 && (
          <Text size="xs" c="dimmed">
            {t('assignAll.more', { count: more, formatted: number(more) })}
          </Text>
        )}
      </Box>
    </>
  );
}
