import { Suspense, useId, useRef, useState } from 'react';
import { Button, Progress } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBan,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconProgress,
  type Icon,
} from '@tabler/icons-react';
import { endedItems, isActive, type Job, type JobState } from '@parley/contracts/api/jobs';
import { useUsersById } from '../../lib/directory';
import { jobWords, type JobWords } from '../../lib/feature';
import { focusSoon } from '../../lib/focus-soon';
import { useFormats } from '../../lib/format';
import { useMe } from '../../lib/me';
import { useTranslation } from '../../lib/translation';
import classes from './activity.module.css';
import { CancelDialog } from './cancel-dialog';
import { JobDetails } from './job-details';

const icons: Record<JobState, Icon> = {
  waiting: IconClock,
  running: IconProgress,
  done: IconCircleCheck,
  cancelled: IconBan,
  failed: IconAlertTriangle,
};

/** One job: kind, user, time and progress; when expanded, also the results of its items. */
export function JobRow({ job }: { job: Job }) {
  const { t, language } = useTranslation();
  const { full } = useFormats();
  const [isOpen, setOpen] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const row = useRef<HTMLButtonElement>(null);
  const detailsId = useId();
  const words = jobWords(job.kind);
  const name = words?.name[language] ?? t('activity.otherKind');
  const StateIcon = icons[job.state];
  return (
    <li className={classes.job}>
      <div className={classes.line}>
        <button
          ref={row}
          type="button"
          className={classes.row}
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
        >
          <IconChevronRight size={16} className={classes.chevron} aria-hidden />
          <span className={classes.what}>
            <span className={classes.name}>{name}</span>
            {words && <Subject job={job} words={words} />}
          </span>
          <span className={classes.who}>
            <Person userId={job.userId} />
          </span>
          <time className={classes.when} dateTime={job.createdAt}>
            {full(job.createdAt)}
          </time>
          <span className={classes.state} data-state={job.state}>
            <StateIcon size={16} aria-hidden />
            {t(`activity.state.${job.state}`)}
          </span>
        </button>
        {isActive(job) && (
          <Button
            variant="default"
            size="compact-md"
            className={classes.cancel}
            aria-label={t('activity.cancelOf', { name })}
            onClick={() => setAsking(true)}
          >
            {t('common.cancel')}
          </Button>
        )}
      </div>
      <div className={classes.outcome}>
        {isActive(job) ? <Going job={job} name={name} /> : <Counts job={job} />}
      </div>
      {isOpen && (
        <div id={detailsId} className={classes.details}>
          <JobDetails job={job} />
        </div>
      )}
      <CancelDialog
        opened={isAsking && isActive(job)}
        job={job}
        name={name}
        onDone={() => {
          setAsking(false);
          // The button disappears when the job ends, so its row gets the focus.
          focusSoon(() => row.current);
        }}
        onClose={() => setAsking(false)}
      />
    </li>
  );
}

function Subject({ job, words: { Subject: Words } }: { job: Job; words: JobWords }) {
  if (!Words) return null;
  return (
    <span className={classes.subject}>
      <Suspense>
        <Words job={job} />
      </Suspense>
    </span>
  );
}

function Person({ userId }: { userId: string }) {
  const { t } = useTranslation();
  const isMe = useMe().user.id === userId;
  const name = useUsersById().get(userId)?.displayName;
  return isMe ? t('activity.you') : (name ?? t('activity.unknownPerson'));
}

function Going({ job, name }: { job: Job; name: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [done, total] = [number(endedItems(job)), number(job.total)];
  if (!job.isCounted) return <span>{t('activity.counting', { total })}</span>;
  return (
    <>
      <Progress
        className={classes.bar}
        size="sm"
        value={job.total === 0 ? 100 : (endedItems(job) / job.total) * 100}
        aria-label={name}
      />
      <span>{t('activity.progress', { done, total })}</span>
    </>
  );
}

/** Numbers of items by result, without zeros. */
function Counts({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const left = job.total - endedItems(job);
  const many = (count: number) => ({ count, formatted: number(count) });
  const counts = [
    job.done > 0 && t('activity.doneCount', many(job.done)),
    job.skipped > 0 && t('activity.skippedCount', many(job.skipped)),
    job.failed > 0 && t('activity.failedCount', many(job.failed)),
    left > 0 && t('activity.leftCount', many(left)),
  ].filter((count) => count !== false);
  return <span>{counts.length > 0 ? counts.join(' · ') : t('activity.nothing')}</span>;
}
