import { Button, EmptyState } from '@mantine/core';
import { IconProgressCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import { isActive, type JobsResponse } from '@parley/contracts/api/jobs';
import { jobsQuery, useLiveJobs } from '../../lib/jobs';
import { useMe } from '../../lib/me';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useTranslation } from '../../lib/translation';
import classes from './activity.module.css';
import { JobRow } from './job-row';

/**
 * Polling intervals in ms for colleagues' jobs, which the server does not push to this user; `active` applies while
 * one of them runs.
 */
const OTHERS_MS = { active: 2_000, idle: 15_000 };

/**
 * Lists the user's jobs with progress and result; users with the ability to oversee jobs see those of the whole
 * organisation.
 */
export function Component() {
  const { t } = useTranslation();
  const { user } = useMe();
  const client = useQueryClient();
  const query = useInfiniteQuery({
    ...jobsQuery(client),
    refetchInterval: ({ state: { data } }) => OTHERS_MS[hasOthersActive(data, user.id) ? 'active' : 'idle'],
  });
  useLiveJobs(query.refetch);
  return (
    <SettingsPage wide title={t('activity.title')} intro={t('activity.intro')}>
      <Loadable query={query} failed={t('activity.failed')} skeleton={{ rows: 5, height: 56 }}>
        {({ pages }) =>
          pages.every(({ data }) => data.length === 0) ? (
            <EmptyState
              icon={<IconProgressCheck stroke={1.4} />}
              title={t('activity.none')}
              description={t('activity.noneText')}
            />
          ) : (
            <>
              <ul className={classes.list} aria-label={t('activity.label')}>
                {pages.flatMap(({ data }) => data.map((job) => <JobRow key={job.id} job={job} />))}
              </ul>
              {query.hasNextPage && (
                <div className={classes.more}>
                  <Button
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {t('activity.older')}
                  </Button>
                </div>
              )}
            </>
          )
        }
      </Loadable>
    </SettingsPage>
  );
}

function hasOthersActive(data: InfiniteData<JobsResponse> | undefined, me: string): boolean {
  return !!data?.pages.some((page) => page.data.some((job) => job.userId !== me && isActive(job)));
}
