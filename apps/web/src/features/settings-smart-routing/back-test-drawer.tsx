import { useRef, useState, type KeyboardEvent } from 'react';
import { Button, Drawer, Loader, Progress, SegmentedControl, Select, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isActive } from '@parley/contracts/api/jobs';
import {
  backTestOutcomes,
  type BackTestOutcome,
  type BackTestResponse,
  type BackTestRow,
  type RouteWish,
} from '@parley/contracts/api/route-back-tests';
import type { SmartRouteContent } from '@parley/contracts/events/smart-route.events';
import { DateField } from '@parley/ui/date-field';
import { Loadable } from '@parley/ui/loadable';
import { MarkedText } from '@parley/ui/marked-text';
import { useFormats } from '../../lib/format';
import { errorText } from '../../lib/i18n';
import { useCancelJob } from '../../lib/jobs';
import { codeOf } from '../../lib/problem';
import { useTranslation } from '../../lib/translation';
import { backTestQuery, backTestRowsQuery, beginBackTest } from './routing-api';
import type { Names } from './use-names';
import classes from './back-test.module.css';

const DAY_MS = 24 * 60 * 60_000;
const periods = ['7', '28', '90', '365', 'other'] as const;
type Period = (typeof periods)[number];

/** The rules that a test applies: a changed rule of a form, or all saved rules. */
export interface Tested {
  /** Id of the rule that the form changes; missing for a new rule. */
  routeId?: string;
  draft?: SmartRouteContent;
}

interface DrawerProps extends Tested {
  names: Names;
  testId: string | null;
  onBegun: (testId: string) => void;
  onClose: () => void;
}

/**
 * Drawer that applies rules to past messages and shows the results beside the actual assignments. Changes nothing.
 */
export default function BackTestDrawer({ testId, onBegun, onClose, names, ...tested }: DrawerProps) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery('(max-width: 48em)');
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={isNarrow ? '100%' : 400}
      title={t('routing.test.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Text size="sm">{t('routing.test.intro')}</Text>
      <Asked {...tested} testId={testId} onBegun={onBegun} />
      {testId && <Test key={testId} id={testId} names={names} />}
    </Drawer>
  );
}

function Asked({ routeId, draft, testId, onBegun }: Omit<DrawerProps, 'names' | 'onClose'>) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [isAlone, setAlone] = useState(false);
  const [period, setPeriod] = useState<Period>('28');
  const [days, setDays] = useState({ from: '', to: '' });
  const running = useQuery({ ...backTestQuery(testId ?? ''), enabled: testId !== null }).data;
  const begin = useMutation({
    mutationFn: () =>
      beginBackTest({
        ...(draft && {
          ...(routeId !== undefined && { routeId }),
          ...{ draft: { ...draft, title: draft.title || t('routing.one') }, isAlone },
        }),
        ...momentsOf(period, days),
      }),
    onSuccess: (test) => {
      client.setQueryData(backTestQuery(test.id).queryKey, test);
      onBegun(test.id);
    },
  });
  const isChosen = period !== 'other' || (days.from !== '' && days.to !== '' && days.from <= days.to);
  return (
    <Stack gap={12} mt={16}>
      {draft && (
        <SegmentedControl
          aria-label={t('routing.test.rules')}
          data={[
            { value: 'whole', label: t('routing.test.whole') },
            { value: 'alone', label: t('routing.test.alone') },
          ]}
          value={isAlone ? 'alone' : 'whole'}
          onChange={(value) => setAlone(value === 'alone')}
        />
      )}
      <Select
        label={t('routing.test.period')}
        allowDeselect={false}
        data={periods.map((value) => ({
          value,
          label:
            value === 'other'
              ? t('routing.test.otherDays')
              : t('routing.test.days', { count: Number(value) }),
        }))}
        value={period}
        onChange={(value) => value && setPeriod(value)}
      />
      {period === 'other' && (
        <div className={classes.days}>
          <DateField
            label={t('routing.test.firstDay')}
            value={days.from}
            max={days.to || undefined}
            onChange={(from) => setDays({ ...days, from })}
          />
          <DateField
            label={t('routing.test.lastDay')}
            value={days.to}
            min={days.from || undefined}
            onChange={(to) => setDays({ ...days, to })}
          />
        </div>
      )}
      {begin.error && (
        <Text size="sm" c="var(--red)" role="alert">
          {errorText(codeOf(begin.error))}
        </Text>
      )}
      <div>
        <Button
          loading={begin.isPending}
          disabled={!isChosen || (running !== undefined && isActive(running.job))}
          onClick={() => begin.mutate()}
        >
          {t(testId ? 'routing.test.again' : 'routing.test.start')}
        </Button>
      </div>
    </Stack>
  );
}

/** Converts the chosen period to instants; days are in the browser's time zone. */
function momentsOf(period: Period, days: { from: string; to: string }): { from: string; to: string } {
  if (period !== 'other') {
    const now = Date.now();
    return {
      from: new Date(now - Number(period) * DAY_MS).toISOString(),
      to: new Date(now).toISOString(),
    };
  }
  const end = new Date(`${days.to}T00:00:00`);
  end.setDate(end.getDate() + 1);
  return { from: new Date(`${days.from}T00:00:00`).toISOString(), to: end.toISOString() };
}

function Test({ id, names }: { id: string; names: Names }) {
  const { t } = useTranslation();
  const query = useQuery(backTestQuery(id));
  return (
    <section className={classes.test} aria-label={t('routing.test.result')}>
      <Loadable query={query} failed={t('routing.test.failed')}>
        {(test) => (isActive(test.job) ? <Running test={test} /> : <Result test={test} names={names} />)}
      </Loadable>
    </section>
  );
}

function Running({ test: { id, total, tested, skipped } }: { test: BackTestResponse }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const client = useQueryClient();
  const cancel = useCancelJob();
  const done = tested + skipped;
  return (
    <Stack gap={8}>
      <Text size="sm" role="status">
        <Loader size={12} mr={8} aria-hidden />
        {t('routing.test.running', { tested: number(done), total: number(total) })}
      </Text>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={t('routing.test.progress')} />
      <div>
        <Button
          variant="default"
          size="compact-sm"
          loading={cancel.isPending}
          onClick={() =>
            cancel.mutate(id, {
              onSettled: () => void client.invalidateQueries({ queryKey: backTestQuery(id).queryKey }),
            })
          }
        >
          {t('routing.test.cancel')}
        </Button>
      </div>
    </Stack>
  );
}

function Result({ test, names }: { test: BackTestResponse; names: Names }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { id, job, total, tested, skipped, counts } = test;
  const [chosen, setChosen] = useState<BackTestOutcome | null>(null);
  const outcome = chosen ?? backTestOutcomes.find((one) => counts[one] > 0) ?? 'new';
  if (job.state === 'failed')
    return (
      <Text size="sm" c="var(--red)" role="alert">
        {t('routing.test.failed')}: {errorText(job.code ?? 'internal')}
      </Text>
    );
  if (total === 0) return <Text role="status">{t('routing.test.none')}</Text>;
  const matches = counts.same + counts.new + counts.elsewhere;
  return (
    <>
      <div role="status">
        <Text fw={600}>
          {t('routing.test.found', { count: matches, matches: number(matches), total: number(tested) })}
        </Text>
        {job.state === 'cancelled' && (
          <Text size="sm">
            {t('routing.test.cancelled', { tested: number(tested + skipped), total: number(total) })}
          </Text>
        )}
        {skipped > 0 && <Text size="sm">{t('routing.test.skipped', { count: skipped })}</Text>}
      </div>
      <Text size="sm" c="dimmed" mt={4}>
        {t('routing.test.note')}
      </Text>
      <SegmentedControl
        mt={12}
        fullWidth
        aria-label={t('routing.test.outcomes')}
        data={backTestOutcomes.map((value) => ({
          value,
          label: (
            <span className={classes.outcome}>
              <strong>{number(counts[value])}</strong> {t(`routing.test.${value}`)}
            </span>
          ),
        }))}
        value={outcome}
        onChange={(value) => setChosen(value)}
      />
      <Text size="xs" c="dimmed" mt={8}>
        {t(`routing.test.hint.${outcome}`)}
      </Text>
      <Rows key={outcome} id={id} outcome={outcome} names={names} />
    </>
  );
}

function Rows({ id, outcome, names }: { id: string; outcome: BackTestOutcome; names: Names }) {
  const { t } = useTranslation();
  const list = useRef<HTMLOListElement>(null);
  const query = useInfiniteQuery(backTestRowsQuery(id, outcome));
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { j: 1, k: -1 }[event.key];
    if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(list.current?.querySelectorAll('a') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    event.preventDefault();
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  return (
    <>
      <ol ref={list} className={classes.rows} onKeyDown={onKeyDown} aria-label={t(`routing.test.${outcome}`)}>
        {rows.map((row) => (
          <Row key={row.place} row={row} names={names} />
        ))}
      </ol>
      {query.isSuccess && rows.length === 0 && <Text size="sm">{t('routing.test.noRows')}</Text>}
      {query.error && (
        <Text size="sm" c="var(--red)" role="alert">
          {errorText(codeOf(query.error))}
        </Text>
      )}
      {query.hasNextPage && (
        <Button
          variant="default"
          fullWidth
          mt={8}
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          {t('routing.test.more')}
        </Button>
      )}
    </>
  );
}

/** A message with the result of the rules. Its link opens a new tab, so that the unsaved rule stays. */
function Row({ row, names }: { row: BackTestRow; names: Names }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const wishes = useWishes(names);
  const { conversationId, messageId, contactName, receivedAt, text, hits, wasByHand } = row;
  return (
    <li className={classes.row}>
      <a
        href={`/messaging-inbox/${conversationId}?${new URLSearchParams({ entry: messageId })}`}
        target="_blank"
        rel="noopener"
      >
        {contactName ?? t('routing.test.nobody')}
      </a>
      <time dateTime={receivedAt}>{formats.full(receivedAt)}</time>
      <div className={classes.text}>
        {text === null ? (
          <Text size="sm" c="dimmed">
            {t('routing.test.gone')}
          </Text>
        ) : (
          <MarkedText text={text} hits={hits} />
        )}
      </div>
      <Text size="sm">
        {row.then && row.now && outcomeIsSame(row) ? (
          wishes(row.now)
        ) : (
          <>
            {wishes(row.then)} <span aria-hidden>→</span>
            <span className={classes.unseen}>{t('routing.test.now')}</span> {wishes(row.now)}
          </>
        )}
      </Text>
      {wasByHand && (
        <Text size="xs" c="dimmed">
          {t('routing.test.byHand')}
        </Text>
      )}
    </li>
  );
}

function outcomeIsSame({ then, now }: BackTestRow): boolean {
  return JSON.stringify(then) === JSON.stringify(now);
}

/** @returns a function that describes the actions of rules */
function useWishes(names: Names): (wishes: RouteWish[] | null) => string {
  const { t, language } = useTranslation();
  const said = ({ what, id }: RouteWish) => {
    switch (what) {
      case 'user':
      case 'team':
        return t('routing.says.assign', { name: names.of(what, id!) });
      case 'agent':
        return t('routing.says.assign', { name: names.of('user', id!) });
      case 'tag':
      case 'untag':
        return t(`routing.says.${what}`, { names: names.of('tag', id!) });
      case 'label':
      case 'unlabel':
        return t(`routing.says.${what}`, { names: names.of('label', id!) });
      case 'list':
      case 'unlist':
        return t(`routing.says.${what}`, { names: names.of('list', id!) });
      case 'prioritise':
      case 'unprioritise':
        return t(`routing.says.${what}`);
    }
  };
  return (wishes) => {
    if (wishes === null) return t('routing.test.noRule');
    if (wishes.length === 0) return t('routing.says.nothing');
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(wishes.map(said));
  };
}
