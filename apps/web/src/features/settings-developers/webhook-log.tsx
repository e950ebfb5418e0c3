import { useState } from 'react';
import { Button, Drawer, EmptyState, SegmentedControl, Text, Title, UnstyledButton } from '@mantine/core';
import { useHotkeys, useMediaQuery } from '@mantine/hooks';
import { IconListCheck } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { WebhookAttempt, WebhookDeliveryResponse } from '@parley/contracts/api/webhooks';
import { Loadable } from '@parley/ui/loadable';
import { RawText } from '@parley/ui/raw-text';
import { useFormats } from '../../lib/format';
import { toastFailure, toastMessage } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { StateBadge } from './state-badge';
import { deliveriesQuery, deliveryQuery, useDeliver, type LogFilter } from './webhooks-api';
import classes from './webhooks.module.css';

const filters = ['all', 'failed', 'waiting'] as const;

/** Table of a webhook's deliveries, newest first, with the details of a selected one. */
export function WebhookLog({ webhookId }: { webhookId: string }) {
  const { t } = useTranslation();
  const [filter, setFilter] = useState<LogFilter>('all');
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useInfiniteQuery(deliveriesQuery(webhookId, filter));
  const isWide = useMediaQuery('(min-width: 80em)', undefined, { getInitialValueInEffect: false });
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  return (
    <>
      <div className={classes.bar}>
        <Title order={2} size={14}>
          {t('webhooks.log')}
        </Title>
        <SegmentedControl
          size="xs"
          aria-label={t('webhooks.log')}
          value={filter}
          onChange={(value) => setFilter(value)}
          data={filters.map((value) => ({ value, label: t(`webhooks.filter.${value}`) }))}
        />
      </div>
      <Loadable query={query} failed={t('webhooks.logFailed')}>
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          if (rows.length === 0) {
            return (
              <EmptyState
                icon={<IconListCheck stroke={1.4} />}
                title={t('webhooks.logNone')}
                description={t('webhooks.logNoneText')}
              />
            );
          }
          return (
            <div className={classes.columns}>
              <div>
                <ul className={classes.log} aria-label={t('webhooks.log')}>
                  {rows.map((row) => (
                    <li key={row.id}>
                      <Row row={row} isChosen={row.id === chosen} onChoose={() => setChosen(row.id)} />
                    </li>
                  ))}
                </ul>
                {query.hasNextPage && (
                  <Button
                    mt={12}
                    variant="default"
                    loading={query.isFetchingNextPage}
                    onClick={() => void query.fetchNextPage()}
                  >
                    {t('webhooks.more')}
                  </Button>
                )}
              </div>
              {isWide && chosen === null && (
                <Text size="sm" c="dimmed">
                  {t('webhooks.choose')}
                </Text>
              )}
              {isWide && chosen !== null && <Detail key={chosen} webhookId={webhookId} eventId={chosen} />}
              {!isWide && (
                <Drawer
                  opened={chosen !== null}
                  onClose={() => setChosen(null)}
                  position="right"
                  size={isPhone ? '100%' : 560}
                  title={t('webhooks.delivery.one')}
                  closeButtonProps={{ 'aria-label': t('common.close') }}
                >
                  {chosen !== null && <Detail key={chosen} webhookId={webhookId} eventId={chosen} />}
                </Drawer>
              )}
            </div>
          );
        }}
      </Loadable>
    </>
  );
}

const badges = { waiting: 'waiting', delivered: 'worked', 'given-up': 'failed', skipped: 'skipped' } as const;

function Row({
  row,
  isChosen,
  onChoose,
}: {
  row: WebhookDeliveryResponse;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { event, occurredAt, state, status, durationMs, attempts, nextAt } = row;
  return (
    <UnstyledButton className={classes.delivery} aria-current={isChosen} onClick={onChoose}>
      <code className={classes.name}>{event}</code>
      <StateBadge state={badges[state]}>{status ?? t(`webhooks.delivery.${state}`)}</StateBadge>
      <span className={classes.dim}>{formats.full(occurredAt)}</span>
      <span className={classes.dim}>
        {[
          ...(durationMs === null ? [] : [t('webhooks.milliseconds', { count: durationMs })]),
          ...(attempts > 0 ? [t('webhooks.attempts', { count: attempts })] : []),
          ...(nextAt && attempts > 0 ? [t('webhooks.nextAt', { time: formats.time(nextAt) })] : []),
        ].join(' · ')}
      </span>
    </UnstyledButton>
  );
}

function Detail({ webhookId, eventId }: { webhookId: string; eventId: string }) {
  const { t } = useTranslation();
  const deliver = useDeliver(webhookId);
  const query = useQuery(deliveryQuery(webhookId, eventId));
  const resend = () =>
    deliver.mutate(
      { eventId },
      {
        onSuccess: () => void toastMessage(t('webhooks.resent')),
        onError: (error) => void toastFailure(error),
      },
    );
  useHotkeys([['r', resend]]);
  return (
    <section className={classes.detail} aria-label={t('webhooks.request')}>
      <Loadable query={query} failed={t('webhooks.logFailed')}>
        {({ event, state, request, history }) => {
          const last = history.at(-1);
          return (
            <>
              <div className={classes.event}>
                <div>
                  <code>{event}</code>{' '}
                  <StateBadge state={badges[state]}>{t(`webhooks.delivery.${state}`)}</StateBadge>
                </div>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={deliver.isPending}
                  aria-keyshortcuts="R"
                  onClick={resend}
                >
                  {t('webhooks.resend')}
                </Button>
              </div>
              <h3>{t('webhooks.request')}</h3>
              <pre className={classes.headers}>
                {[
                  `POST ${request.url}`,
                  ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
                ].join('\n')}
              </pre>
              <RawText label={t('webhooks.request')}>
                {request.body === null
                  ? t('webhooks.noBody')
                  : JSON.stringify(JSON.parse(request.body), null, 2)}
              </RawText>
              <h3>{t('webhooks.response')}</h3>
              {last ? <Answer attempt={last} /> : <p className={classes.dim}>{t('webhooks.noAnswer')}</p>}
              {history.length > 1 && <History history={history} />}
            </>
          );
        }}
      </Loadable>
    </section>
  );
}

function useOutcome() {
  const { t } = useTranslation();
  return ({ status, error }: WebhookAttempt) =>
    status === null
      ? t(`webhooks.error.${error as 'timeout'}`, { defaultValue: error ?? '' })
      : String(status);
}

function Answer({ attempt }: { attempt: WebhookAttempt }) {
  const { t } = useTranslation();
  const outcome = useOutcome();
  return (
    <>
      <p className={classes.headers}>
        {outcome(attempt)} · {t('webhooks.milliseconds', { count: attempt.durationMs })}
      </p>
      {attempt.status !== null && (
        <RawText label={t('webhooks.response')}>
          {attempt.answer === null ? t('webhooks.erased') : attempt.answer || t('webhooks.emptyAnswer')}
        </RawText>
      )}
    </>
  );
}

function History({ history }: { history: WebhookAttempt[] }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const outcome = useOutcome();
  return (
    <>
      <h3>{t('webhooks.history')}</h3>
      <ol className={classes.headers}>
        {history.map((attempt) => (
          <li key={attempt.number} value={attempt.number}>
            {formats.full(attempt.at)} · {outcome(attempt)} ·{' '}
            {t('webhooks.milliseconds', { count: attempt.durationMs })}
          </li>
        ))}
      </ol>
    </>
  );
}
