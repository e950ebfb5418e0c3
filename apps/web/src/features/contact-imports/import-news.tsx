import { useEffect, useRef, useState } from 'react';
import { Anchor, Progress as Bar, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router-dom';
import { RUN_IMPORT, UNDO_IMPORT } from '@parley/contracts/api/contact-imports';
import { endedItems, isActive, type Job } from '@parley/contracts/api/jobs';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { unseenJobsQuery, useLiveJobs, usePutAway } from '../../lib/jobs';
import { closable } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';

/** Time in ms for which a finished import's result is shown before it counts as seen. */
const SEEN_MS = 8_000;
const none: Job[] = [];

/** Shows the progress and the result of the user's imports on all pages except the import's own. */
export default function ImportNews() {
  return (
    <>
      <NewsOf kind={RUN_IMPORT} />
      <NewsOf kind={UNDO_IMPORT} />
    </>
  );
}

function NewsOf({ kind }: { kind: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { data: jobs = none, refetch } = useQuery(unseenJobsQuery(client, kind));
  useLiveJobs(refetch);
  const { mutate: putAway } = usePutAway(kind);
  const [closed, setClosed] = useState<readonly string[]>([]);
  const isAt = (job: Job) => pathname.startsWith(`${pathOf(job)}/`);
  const shown = jobs.filter((job) => !isAt(job) && !closed.includes(job.id));
  const seen = jobs.filter((job) => isAt(job) && !isActive(job));
  const seenIds = seen.map(({ id }) => id).join(' ');
  useEffect(() => {
    for (const id of seenIds.split(' ').filter(Boolean)) putAway(id);
  }, [seenIds, putAway]);

  const actions = useRef({ open: (_id: string) => {}, close: (_id: string) => {} });
  useEffect(() => {
    const find = (id: string) => jobs.find((job) => job.id === id);
    actions.current = {
      open: (id) => {
        const job = find(id);
        if (job) void navigate(`${pathOf(job)}/result`);
      },
      close: (id) => {
        const job = find(id);
        if (job && !isActive(job)) putAway(id);
        setClosed((ids) => [...ids, id]);
      },
    };
  });
  const isHiding = useRef(false);
  const ids = shown.map(({ id }) => id).join(' ');
  useEffect(() => {
    const all = ids.split(' ').filter(Boolean);
    for (const id of all) {
      notifications.show({
        ...closable(),
        id,
        autoClose: false,
        message: (
          <ImportCard
            id={id}
            kind={kind}
            onOpen={() => actions.current.open(id)}
            onSeen={() => actions.current.close(id)}
          />
        ),
        onClose: () => {
          if (!isHiding.current) actions.current.close(id);
        },
      });
    }
    return () => {
      isHiding.current = true;
      all.forEach((id) => notifications.hide(id));
      isHiding.current = false;
    };
  }, [ids, kind]);
  return null;
}

function ImportCard({
  id,
  kind,
  onOpen,
  onSeen,
}: {
  id: string;
  kind: string;
  onOpen: () => void;
  onSeen: () => void;
}) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useQueryClient();
  const { data: jobs } = useQuery({ ...unseenJobsQuery(client, kind), enabled: false });
  const job = jobs?.find((one) => one.id === id);
  const hasEnded = job !== undefined && !isActive(job);
  const seen = useRef(onSeen);
  useEffect(() => {
    seen.current = onSeen;
  });
  useEffect(() => {
    if (!hasEnded) return;
    const timer = setTimeout(() => seen.current(), SEEN_MS);
    return () => clearTimeout(timer);
  }, [hasEnded]);
  if (!job) return null;
  const isUndo = kind === UNDO_IMPORT;
  const counts = { done: number(endedItems(job)), total: number(job.total) };
  const many = { count: job.done, formatted: number(job.done) };
  const going = t(isUndo ? 'imports.undoing' : 'imports.importing', counts);
  return (
    <div role="group" aria-label={nameOf(job)}>
      <Text size="sm" truncate>
        {nameOf(job)}
      </Text>
      {hasEnded ? (
        <Text size="sm" role="status">
          {job.state === 'failed'
            ? errorText(job.code ?? '')
            : t(isUndo ? 'imports.undoneContacts' : 'imports.importedContacts', many)}
          {job.state === 'cancelled' && ` ${t('imports.stopped')}`}
        </Text>
      ) : (
        <>
          <Text size="xs" c="dimmed">
            {going}
          </Text>
          <Bar
            my={6}
            size="sm"
            value={job.total === 0 ? 100 : (endedItems(job) / job.total) * 100}
            aria-label={going}
          />
        </>
      )}
      <Anchor component="button" type="button" size="sm" onClick={onOpen}>
        {t('imports.show')}
      </Anchor>
    </div>
  );
}

function pathOf({ about }: Job): string {
  return `/contacts/imports/${String(about.importId)}`;
}

function nameOf({ about }: Job): string {
  return typeof about.fileName === 'string' ? about.fileName : '';
}
