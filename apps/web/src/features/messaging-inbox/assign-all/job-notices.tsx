import { useEffect } from 'react';
import { Box, Button, Group, Progress, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import type { AssignmentJob } from '@parley/contracts/api/assignment-jobs';
import { useTeamsById, useUsersById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import { useConnection, useRealtime } from '../../../lib/live';
import { useLayout } from '../use-layout';
import { doneOf, jobQuery, jobsQuery, placeJob, useCancelJob, usePutAway } from './jobs';

/** A notice for each of one's jobs, until it is put away. What was not pushed is asked for. */
export default function JobNotices() {
  const client = useQueryClient();
  const realtime = useRealtime();
  const isLive = useConnection().status === 'live';
  const { data: jobs, refetch } = useQuery(jobsQuery(client));
  useEffect(() => realtime.onAssignmentJob((job) => placeJob(client, job)), [client, realtime]);
  useEffect(() => {
    if (isLive) void refetch();
  }, [isLive, refetch]);
  const ids = jobs?.map(({ id }) => id).join(' ') ?? '';
  useEffect(() => {
    const shown = ids.split(' ').filter(Boolean);
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
  }, [ids]);
  return null;
}

function JobNotice({ id }: { id: string }) {
  const client = useQueryClient();
  const job = useQuery({ ...jobsQuery(client), enabled: false }).data?.find((one) => one.id === id);
  if (!job) return null;
  return job.status === 'running' ? <Running job={job} /> : <Ended job={job} />;
}

function Running({ job }: { job: AssignmentJob }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isNarrow } = useLayout();
  const cancel = useCancelJob();
  const name = useAssigneeName(job);
  const [done, total] = [number(doneOf(job)), number(job.total)];
  return (
    <>
      <Text size="sm">{t('assignAll.running', { name })}</Text>
      <Progress
        my={8}
        size="sm"
        value={job.total === 0 ? 100 : (doneOf(job) / job.total) * 100}
        aria-label={t('assignAll.running', { name })}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          {t('assignAll.progress', { done, total })}
        </Text>
        <Button
          variant="default"
          size={isNarrow ? 'md' : 'compact-sm'}
          loading={cancel.isPending}
          onClick={() => cancel.mutate(job.id)}
        >
          {t('common.cancel')}
        </Button>
      </Group>
    </>
  );
}

function Ended({ job }: { job: AssignmentJob }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { isNarrow } = useLayout();
  const putAway = usePutAway();
  const name = useAssigneeName(job);
  const many = (count: number) => ({ count, formatted: number(count) });
  const left = job.total - doneOf(job);
  return (
    <>
      <div role="status">
        {job.status === 'cancelled' && (
          <Text size="sm">{t('assignAll.cancelled', { ...many(left), total: number(job.total) })}</Text>
        )}
        <Text size="sm">{t('assignAll.assigned', { ...many(job.assigned), name })}</Text>
        {job.skipped > 0 && <Text size="sm">{t('assignAll.skipped', many(job.skipped))}</Text>}
        {job.refused > 0 && <Refusals job={job} />}
      </div>
      <Group justify="flex-end" mt={8}>
        <Button
          variant="default"
          size={isNarrow ? 'md' : 'compact-sm'}
          onClick={() => putAway.mutate(job.id)}
        >
          {t('common.close')}
        </Button>
      </Group>
    </>
  );
}

/** Each conversation that was not assigned, and why; of many, the first. */
function Refusals({ job: { id, refused } }: { job: AssignmentJob }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data } = useQuery(jobQuery(id));
  const named = data?.refusals ?? [];
  const more = refused - named.length;
  return (
    <>
      <Text size="sm">{t('assignAll.refused', { count: refused, formatted: number(refused) })}</Text>
      <Box mah={140} style={{ overflowY: 'auto' }} tabIndex={0}>
        {named.map(({ chatId, name, code }) => (
          <Text key={chatId} size="xs" c="dimmed">
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

function useAssigneeName({ to }: AssignmentJob): string {
  const users = useUsersById();
  const teams = useTeamsById();
  return users.get(to.userId ?? '')?.displayName ?? teams.get(to.teamId ?? '')?.name ?? '';
}
