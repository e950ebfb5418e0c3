import { useEffect, useState } from 'react';
import { Alert, Button, Group, Text, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import {
  ledgerFilters,
  START_UNDO_SECONDS,
  type BroadcastDetails,
  type LedgerFilter,
  type LedgerView,
} from '@parley/contracts/api/broadcasts';
import { ConfirmDialog } from '@parley/ui/dialog';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useNow } from '../../lib/clock';
import { useFormats } from '../../lib/format';
import { can, useMe } from '../../lib/me';
import { toastFailure } from '../../lib/toast';
import { useTranslation } from '../../lib/translation';
import { broadcastQuery, numberedQuery, useAction, useDuplicate, type BroadcastAction } from './engage-api';
import classes from './engage.module.css';
import { Ledger } from './ledger';
import { PhasePill } from './phase-pill';
import { Results } from './results';

const strip = ['skipped', 'planned', 'queued', 'sent', 'failed', 'unknown', 'cancelled'] as const;
const funnel = ['delivered', 'read', 'replied', 'clicked'] as const;

/** One broadcast: progress, results and recipients. */
export function Component() {
  const { t } = useTranslation();
  const { number = '' } = useParams();
  const found = useQuery(numberedQuery(number));
  return (
    <Loadable query={found} failed={t('engage.failed')}>
      {(id) => (id ? <Broadcast id={id} /> : <NotThere />)}
    </Loadable>
  );
}

function NotThere() {
  const { t } = useTranslation();
  return (
    <SettingsPage wide title={t('engage.gone')} back={{ to: '/engage/list', label: t('engage.title') }}>
      {null}
    </SettingsPage>
  );
}

function Broadcast({ id }: { id: string }) {
  const { t } = useTranslation();
  const query = useQuery(broadcastQuery(id));
  return (
    <SettingsPage
      wide
      title={query.data?.name || t('engage.unnamed')}
      intro={query.data?.content.description || undefined}
      back={{ to: '/engage/list', label: t('engage.title') }}
    >
      <Loadable query={query} failed={t('engage.failed')}>
        {(broadcast) => <Shown broadcast={broadcast} />}
      </Loadable>
    </SettingsPage>
  );
}

function Shown({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const { number, full } = useFormats();
  const now = useNow();
  const [params, setParams] = useSearchParams();
  const view = viewOf(params);
  const isNarrowed = Object.keys(view).length > 1;
  const { counts, phase, startsAt, waitsUntil } = broadcast;
  const show = ({ filter, ...narrowed }: LedgerView) => {
    const asked = Object.entries({ ...narrowed, ...(filter !== 'all' && { filter }) });
    setParams(asked.filter(([, value]) => value !== undefined));
  };
  const tile = (name: LedgerFilter & keyof typeof counts) => (
    <li key={name}>
      <UnstyledButton
        aria-pressed={view.filter === name && !isNarrowed}
        onClick={() => show({ filter: view.filter === name && !isNarrowed ? 'all' : name })}
      >
        <span className={classes.count}>{number(counts[name])}</span>
        <span className={classes.dimmed}>{t(`engage.status.${name}`)}</span>
      </UnstyledButton>
    </li>
  );
  return (
    <>
      <Group gap={12}>
        <PhasePill phase={phase} />
        {startsAt && (
          <Text size="sm">
            {t(Date.parse(startsAt) <= now ? 'engage.startedAt' : 'engage.starts', { time: full(startsAt) })}
          </Text>
        )}
        {waitsUntil && (
          <Text size="sm" role="status">
            {t('engage.metaWaits', { time: full(waitsUntil) })}
          </Text>
        )}
        {counts.waiting > 0 && (
          <Text size="sm" role="status">
            {t('engage.waitADay', { count: counts.waiting })}
          </Text>
        )}
      </Group>
      <Undo broadcast={broadcast} />
      <Actions broadcast={broadcast} />
      <ul className={classes.strip} aria-label={t('engage.numbers')}>
        <li>
          <UnstyledButton aria-pressed={view.filter === 'all'} onClick={() => show({ filter: 'all' })}>
            <span className={classes.count}>{number(counts.total)}</span>
            <span className={classes.dimmed}>{t('engage.status.all')}</span>
          </UnstyledButton>
        </li>
        {strip.filter((name) => name !== 'cancelled' || counts.cancelled > 0).map(tile)}
      </ul>
      <ul className={classes.strip} aria-label={t('engage.funnel')}>
        {funnel.map(tile)}
      </ul>
      <Results broadcast={broadcast} onShow={show} />
      <Ledger broadcast={broadcast} view={view} onShow={show} />
    </>
  );
}

/** The filters of the list of recipients, from the URL. */
function viewOf(params: URLSearchParams): LedgerView {
  const filter = ledgerFilters.find((known) => known === params.get('filter')) ?? 'all';
  const narrowed = (['reason', 'button', 'variant', 'hour'] as const).flatMap((name) => {
    const value = params.get(name);
    return value ? [[name, value]] : [];
  });
  return { filter, ...(Object.fromEntries(narrowed) as Omit<LedgerView, 'filter'>) };
}

/** Offers undo for `START_UNDO_SECONDS` after the start of a broadcast: cancels it and opens a copy as a draft. */
function Undo({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const [left, setLeft] = useState(START_UNDO_SECONDS);
  const act = useAction(broadcast.id);
  const duplicate = useDuplicate(broadcast.id);
  const isShown = params.get('started') === '1' && broadcast.counts.sent === 0 && left > 0;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [isShown, left]);
  if (!isShown) return null;
  const undo = async () => {
    try {
      await act.mutateAsync('cancel');
      const { id } = await duplicate.mutateAsync(undefined);
      setParams({});
      void navigate(`/engage/edit?id=${id}&step=overview`);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Alert mt="md" color="blue">
      <Group justify="space-between">
        {t('engage.started')}
        <Button size="compact-md" variant="default" loading={act.isPending} onClick={() => void undo()}>
          {t('engage.undo', { count: left })}
        </Button>
      </Group>
    </Alert>
  );
}

function Actions({ broadcast }: { broadcast: BroadcastDetails }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { ability } = useMe();
  const navigate = useNavigate();
  const { id, phase, counts, retryable, isRepeating } = broadcast;
  const act = useAction(id);
  const duplicate = useDuplicate(id);
  const [isAsked, setAsked] = useState(false);
  if (!can(ability, 'update', 'engage')) return null;
  const isOver = phase === 'cancelled' || phase === 'finished';
  const press = (action: BroadcastAction) => act.mutate(action, { onError: (error) => toastFailure(error) });
  const copy = () =>
    duplicate.mutate(undefined, {
      onSuccess: ({ id: copyId }) => void navigate(`/engage/edit?id=${copyId}`),
      onError: (error) => toastFailure(error),
    });
  return (
    <div className={classes.actions}>
      {!isOver && phase !== 'paused' && (
        <Button variant="default" loading={act.isPending} onClick={() => press('pause')}>
          {t('engage.pause')}
        </Button>
      )}
      {phase === 'paused' && (
        <Button loading={act.isPending} onClick={() => press('resume')}>
          {t('engage.resume')}
        </Button>
      )}
      {!isOver && (
        <Button variant="default" onClick={() => setAsked(true)}>
          {t('engage.cancel')}
        </Button>
      )}
      {retryable > 0 && phase !== 'cancelled' && (
        <Button variant="default" loading={act.isPending} onClick={() => press('retry')}>
          {t('engage.retry', { formatted: number(retryable) })}
        </Button>
      )}
      {isRepeating && (
        <Button variant="default" loading={act.isPending} onClick={() => press('end-repeat')}>
          {t('engage.endRepeat')}
        </Button>
      )}
      <Button variant="default" loading={duplicate.isPending} onClick={copy}>
        {t('engage.duplicate')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        title={t('engage.cancelTitle', { formatted: number(counts.planned) })}
        confirm={t('engage.cancel')}
        cancel={t('engage.keep')}
        action={() => act.mutateAsync('cancel')}
        onDone={() => setAsked(false)}
        onClose={() => setAsked(false)}
      >
        {t('engage.cancelText')}
      </ConfirmDialog>
    </div>
  );
}
