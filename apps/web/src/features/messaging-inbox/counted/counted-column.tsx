import { useRef } from 'react';
import { Button, CloseButton, EmptyState, Loader } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { metricOf } from '@parley/contracts/api/insight-metrics';
import type { CountedFact } from '@parley/contracts/api/insights';
import { useCommands } from '../../../conversation/keyboard/use-commands';
import { useContactNames } from '../../../lib/contact-names';
import { useChannelsById, useUsersById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { errorText } from '../../../lib/i18n';
import { codeOf } from '../../../lib/problem';
import { useTranslation } from '../../../lib/translation';
import { useAddress, useGo } from '../address';
import found from '../search/found-column.module.css';
import { useWhen } from '../search/use-when';
import { countedQuery, questionIn, type CountedQuestion } from './counted-api';
import classes from './counted.module.css';

/** The conversations behind a number of Insights, in place of the list. J and K walk through them, Escape brings the list back. */
export default function CountedColumn({ counted }: { counted: string }) {
  const { t } = useTranslation();
  const question = questionIn(counted);
  if (question) return <Counted question={question} />;
  return (
    <section className={found.column} aria-label={t('counted.title')}>
      <Head title={t('counted.title')} />
      <div className={found.state}>
        <EmptyState size="sm" title={t('counted.unknown')} />
      </div>
    </section>
  );
}

function Head({ title, children }: { title: string; children?: React.ReactNode }) {
  const { t } = useTranslation();
  const go = useGo();
  return (
    <header className={found.header}>
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        {children}
      </div>
      <CloseButton
        aria-label={t('counted.close')}
        title={`${t('counted.close')} · Esc`}
        onClick={() => go({ counted: undefined })}
      />
    </header>
  );
}

function Counted({ question }: { question: CountedQuestion }) {
  const { t, language } = useTranslation();
  const { number } = useFormats();
  const go = useGo();
  const { chatId } = useAddress();
  const list = useRef<HTMLDivElement>(null);
  const query = useInfiniteQuery(countedQuery(question));
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const total = query.data?.pages[0]?.total;
  const here = rows.findIndex(({ conversationId }) => conversationId === chatId);
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const more = () => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  };
  const step = (by: number) => {
    const next = rows[here < 0 ? 0 : here + by];
    if (here + by >= rows.length - 3) more();
    if (!next) return;
    go({ chatId: next.conversationId });
    list.current?.querySelector(`[data-chat="${next.conversationId}"]`)?.scrollIntoView({ block: 'nearest' });
  };
  const close = () => go({ counted: undefined });
  useCommands({ next: () => step(1), previous: () => step(-1), back: close }, { isFirst: true });
  const name = metricOf(question.metric).name[language];
  return (
    <section className={found.column} aria-label={name}>
      <Head title={name}>
        <span className={classes.range} role="status">
          {t('counted.range', { from: question.between, to: question.and })}
          {total !== undefined && ` · ${t('counted.total', { count: total, formatted: number(total) })}`}
        </span>
      </Head>
      {query.isError && (
        <div className={found.state} role="alert">
          <EmptyState size="sm" title={t('counted.failed')} description={errorText(codeOf(query.error))}>
            <EmptyState.Actions>
              <Button variant="default" size="compact-sm" onClick={() => void query.refetch()}>
                {t('common.retry')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </div>
      )}
      {query.isLoading && (
        <div className={found.state} role="status" aria-label={t('common.loading')}>
          <Loader size="sm" />
        </div>
      )}
      {query.isSuccess && rows.length === 0 && (
        <div className={found.state}>
          <EmptyState
            size="sm"
            icon={<IconChartBar stroke={1.4} />}
            title={t('counted.none')}
            description={t('counted.noneHint')}
          >
            <EmptyState.Actions>
              <Button component={Link} to="/insights" variant="default" size="compact-sm">
                {t('counted.toInsights')}
              </Button>
            </EmptyState.Actions>
          </EmptyState>
        </div>
      )}
      <div
        ref={list}
        className={found.hits}
        role="list"
        aria-label={name}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollHeight - scrollTop - clientHeight < 400) more();
        }}
      >
        {query.data?.pages.map(({ data }, page) => (
          <Rows key={page} rows={data} openId={chatId} onOpen={(id) => go({ chatId: id })} />
        ))}
        {isFetchingNextPage && <Loader size="xs" m="auto" my={8} />}
      </div>
    </section>
  );
}

interface RowsProps {
  rows: CountedFact[];
  openId: string | null;
  onOpen: (id: string) => void;
}

/** The rows of one page: their names come together. */
function Rows({ rows, openId, onOpen }: RowsProps) {
  const { t } = useTranslation();
  const when = useWhen();
  const users = useUsersById();
  const channels = useChannelsById();
  const nameOf = useContactNames(rows);
  return rows.map((row) => {
    const isOpen = row.conversationId === openId;
    const who = row.userId ? users.get(row.userId)?.displayName : undefined;
    return (
      <div key={row.key} role="listitem">
        <button
          type="button"
          className={found.hit}
          data-chat={row.conversationId}
          data-open={isOpen || undefined}
          aria-current={isOpen || undefined}
          onClick={() => onOpen(row.conversationId)}
        >
          <span className={found.line}>
            <strong>{nameOf(row)}</strong>
            <time dateTime={row.at}>{when(row.at)}</time>
          </span>
          <span className={found.line} data-dim>
            <span>
              {[channels.get(row.channelId)?.name ?? t('counted.gone'), who].filter(Boolean).join(' · ')}
            </span>
          </span>
        </button>
      </div>
    );
  });
}
