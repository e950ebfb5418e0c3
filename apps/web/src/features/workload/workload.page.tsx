import { useEffect } from 'react';
import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconUserQuestion } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import type { Workload } from '@parley/contracts/api/conversations';
import { Loadable } from '@parley/ui/loadable';
import { PersonAvatar } from '@parley/ui/person-avatar';
import { PresenceDot } from '@parley/ui/presence-dot';
import { SettingsPage } from '@parley/ui/settings-page';
import { useNow } from '../../lib/clock';
import { usersQuery, useUsersById } from '../../lib/directory';
import { ageOf, useFormats } from '../../lib/format';
import { useRealtime } from '../../lib/live';
import { refetchSoon } from '../../lib/refetch';
import { useTranslation } from '../../lib/translation';
import classes from './workload.module.css';
import {
  columns,
  firstSort,
  listPath,
  loadsOf,
  sorted,
  sortOf,
  workloadQuery,
  type AgentLoad,
  type Column,
} from './workload';

/** Page of the open conversations and the longest wait per agent, updated live. */
export function Component() {
  const { t } = useTranslation();
  const workload = useQuery(workloadQuery);
  // The server does not push who is online, so the query polls.
  const users = useQuery({ ...usersQuery, refetchInterval: 30_000 });
  useLiveWorkload();
  return (
    <SettingsPage title={t('workload.title')} intro={t('workload.intro')}>
      <Loadable query={users} failed={t('workload.failed')} skeleton={{ rows: 6, height: 48 }}>
        {() => (
          <Loadable query={workload} failed={t('workload.failed')} skeleton={{ rows: 6, height: 48 }}>
            {({ data }) => <WorkloadTable lines={data} />}
          </Loadable>
        )}
      </Loadable>
    </SettingsPage>
  );
}

/** Refetches the numbers when conversations change, at most once a second. */
function useLiveWorkload() {
  const client = useQueryClient();
  const realtime = useRealtime();
  useEffect(() => realtime.hear(() => refetchSoon(client, workloadQuery.queryKey)), [client, realtime]);
}

function WorkloadTable({ lines }: { lines: Workload[] }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  const now = useNow();
  const sort = sortOf(params);
  const { unassigned, agents } = loadsOf(lines, useUsersById());
  const sortBy = (column: Column) => {
    const { isDescending } =
      sort.column === column ? { isDescending: !sort.isDescending } : firstSort(column);
    setParams({ sort: column, order: isDescending ? 'desc' : 'asc' }, { replace: true });
  };
  const isQuiet = unassigned.open === 0 && agents.every(({ open }) => open === 0);
  return (
    <>
      {isQuiet && <p className={classes.quiet}>{t('workload.nothingOpen')}</p>}
      <table className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                data-column={column}
                aria-sort={sort.column === column ? (sort.isDescending ? 'descending' : 'ascending') : 'none'}
              >
                <UnstyledButton className={classes.sort} onClick={() => sortBy(column)}>
                  <span className={classes.heading}>{t(`workload.column.${column}`)}</span>
                  {sort.column === column &&
                    (sort.isDescending ? (
                      <IconArrowDown size={12} aria-hidden />
                    ) : (
                      <IconArrowUp size={12} aria-hidden />
                    ))}
                </UnstyledButton>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className={classes.unassigned}>
            <th scope="row" colSpan={2}>
              <span className={classes.agent}>
                <IconUserQuestion className={classes.picture} size={28} stroke={1.4} aria-hidden />
                <span className={classes.name}>{t('workload.unassigned')}</span>
              </span>
            </th>
            <Numbers load={unassigned} name={t('workload.unassigned')} now={now} />
          </tr>
          {sorted(agents, sort, now).map((agent) => (
            <AgentRow key={agent.userId} agent={agent} now={now} />
          ))}
        </tbody>
      </table>
    </>
  );
}

function AgentRow({ agent, now }: { agent: AgentLoad; now: number }) {
  const { t } = useTranslation();
  return (
    <tr>
      <th scope="row">
        <span className={classes.agent}>
          <span className={classes.picture}>
            <PersonAvatar name={agent.name} size={28} />
          </span>
          <span className={classes.name}>{agent.name}</span>
        </span>
      </th>
      <td data-column="status">
        <span className={classes.status}>
          <PresenceDot presence={agent.status} />
          <span className={classes.heading}>{t(`presence.${agent.status}`)}</span>
        </span>
      </td>
      <Numbers load={agent} name={agent.name} now={now} />
    </tr>
  );
}

/** The numbers of a row, each a link to the conversations that it counts. */
function Numbers({ load, name, now }: { load: Workload; name: string; now: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { userId, open, unread, waitingSince } = load;
  const count = (value: number) => ({ count: value, formatted: formats.number(value), name });
  return (
    <>
      <td>
        <Link
          className={classes.number}
          to={listPath(userId)}
          aria-label={t('workload.openOf', count(open))}
          data-none={open === 0 || undefined}
        >
          {formats.number(open)}
        </Link>
      </td>
      <td>
        <Link
          className={classes.number}
          to={listPath(userId, { read: 'false' })}
          aria-label={t('workload.unreadOf', count(unread))}
          data-none={unread === 0 || undefined}
        >
          {formats.number(unread)}
        </Link>
      </td>
      <td>
        {waitingSince === null ? (
          <span className={classes.none}>
            <span aria-hidden>–</span>
            <VisuallyHidden>{t('workload.nobodyWaits')}</VisuallyHidden>
          </span>
        ) : (
          <Wait since={waitingSince} to={listPath(userId, { sortBy: 'longestWaiting' })} {...{ name, now }} />
        )}
      </td>
    </>
  );
}

function Wait({ since, to, name, now }: { since: string; to: string; name: string; now: number }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { unit, value } = ageOf(since, now);
  const age = unit === 'date' ? formats.shortDay(since) : t(`age.${unit}`, { value });
  return (
    <Link
      className={classes.number}
      to={to}
      title={formats.full(since)}
      aria-label={t('workload.waitOf', { age, name })}
    >
      <time dateTime={since}>{age}</time>
    </Link>
  );
}
