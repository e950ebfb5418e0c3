import type { ReactNode } from 'react';
import { Button, EmptyState } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { metricOf } from '@parley/contracts/api/insight-metrics';
import type { CountedFact } from '@parley/contracts/api/insights';
import { useContactNames } from '../../../lib/contact-names';
import { useChannelsById, useUsersById } from '../../../lib/directory';
import { useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import { useAddress, useGo } from '../address';
import { FoundColumn, FoundRows } from '../found/found-column';
import found from '../found/found.module.css';
import { useWhen } from '../search/use-when';
import { countedQuery, questionIn, type CountedQuestion } from './counted-api';
import classes from './counted.module.css';

/** Column with the conversations that a number of Insights counts, in place of the list. */
export default function CountedColumn({ counted }: { counted: string }) {
  const { t } = useTranslation();
  const go = useGo();
  const question = questionIn(counted);
  const close = () => go({ counted: undefined });
  if (question) return <Counted question={question} onClose={close} />;
  return (
    <FoundColumn
      label={t('counted.title')}
      header={<Head title={t('counted.title')} />}
      closeLabel={t('counted.close')}
      onClose={close}
    >
      <div className={found.state}>
        <EmptyState size="sm" title={t('counted.unknown')} />
      </div>
    </FoundColumn>
  );
}

function Head({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={classes.head}>
      <h2 className={classes.title}>{title}</h2>
      {children}
    </div>
  );
}

function Counted({ question, onClose }: { question: CountedQuestion; onClose: () => void }) {
  const { t, language } = useTranslation();
  const { number } = useFormats();
  const go = useGo();
  const { chatId } = useAddress();
  const query = useInfiniteQuery(countedQuery(question));
  const pages = query.data?.pages ?? [];
  const total = pages[0]?.total;
  const name = metricOf(question.metric).name[language];
  const open = (id: string) => go({ chatId: id });
  return (
    <FoundColumn
      label={name}
      closeLabel={t('counted.close')}
      onClose={onClose}
      header={
        <Head title={name}>
          <span className={classes.range} role="status">
            {t('counted.range', { from: question.between, to: question.and })}
            {total !== undefined && ` · ${t('counted.total', { count: total, formatted: number(total) })}`}
          </span>
        </Head>
      }
    >
      <FoundRows
        label={name}
        query={query}
        rows={pages.flatMap(({ data }) => data)}
        idOf={({ conversationId }) => conversationId}
        openId={chatId}
        onOpen={({ conversationId }) => open(conversationId)}
        onClose={onClose}
        failed={t('counted.failed')}
        nothing={
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
        }
      >
        {pages.map(({ data }, page) => (
          <Rows key={page} rows={data} openId={chatId} onOpen={open} />
        ))}
      </FoundRows>
    </FoundColumn>
  );
}

interface RowsProps {
  rows: CountedFact[];
  openId: string | null;
  onOpen: (id: string) => void;
}

/** The conversations of one page; one request fetches the names of all their contacts. */
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
          data-row={row.conversationId}
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
