import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isActive, type Job, type JobItem } from '@parley/contracts/api/jobs';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { jobFile, jobItemsQuery } from '../../lib/jobs';
import { Loadable } from '@parley/ui/loadable';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import classes from './activity.module.css';

/** Start, end and file of a job, and each item that failed or was skipped, with the reason. */
export function JobDetails({ job }: { job: Job }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const { startedAt, endedAt, code, file } = job;
  const facts = [
    [t('activity.startedAt'), startedAt && full(startedAt)],
    [t('activity.endedAt'), endedAt && full(endedAt)],
    [t('activity.reason'), code && errorText(code)],
  ].filter(([, value]) => value);
  return (
    <>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {file && <Download job={job} file={file} />}
      {job.failed > 0 && <Items job={job} result="failed" />}
      {job.skipped > 0 && <Items job={job} result="skipped" />}
    </>
  );
}

function Download({ job, file }: { job: Job; file: NonNullable<Job['file']> }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const open = () =>
    jobFile(job.id).then(
      (url) => location.assign(url),
      (error: unknown) => toastFailure(error),
    );
  return (
    <p className={classes.file}>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void open()}
      >
        {t('activity.download', { name: file.name })}
      </Button>
      <span>{t('activity.validUntil', { time: full(file.expiresAt) })}</span>
    </p>
  );
}

/** Lists a job's items with one result. Polls while the job runs, since each step may add items. */
function Items({ job, result }: { job: Job; result: JobItem['result'] }) {
  const { t } = useTranslation();
  const query = useInfiniteQuery({
    ...jobItemsQuery(job.id, result),
    refetchInterval: isActive(job) ? 2_000 : false,
  });
  const title = t(result === 'failed' ? 'activity.failedItems' : 'activity.skippedItems');
  return (
    <section aria-label={title}>
      <h2 className={classes.heading}>{title}</h2>
      <Loadable query={query} failed={t('activity.itemsFailed')} skeleton={{ rows: 2, height: 20 }}>
        {({ pages }) => (
          <>
            <ul className={classes.items}>
              {pages.flatMap(({ data }) =>
                data.map(({ position, name, code }) => (
                  <li key={position}>
                    {t('activity.item', {
                      name: name ?? t('activity.unseen', { position }),
                      reason: errorText(code),
                    })}
                  </li>
                )),
              )}
            </ul>
            {query.hasNextPage && (
              <Button
                variant="default"
                size="compact-md"
                loading={query.isFetchingNextPage}
                onClick={() => void query.fetchNextPage()}
              >
                {t('activity.more')}
              </Button>
            )}
          </>
        )}
      </Loadable>
    </section>
  );
}
