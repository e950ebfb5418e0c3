import { useEffect, useEffectEvent } from 'react';
import { Anchor, Button } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockExclamation,
  IconHelpCircle,
  IconPlugConnectedX,
  IconRefresh,
  type Icon,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { StatusResponse } from '@parley/contracts/api/status';
import { Loadable } from '@parley/ui/loadable';
import { SettingsPage } from '@parley/ui/settings-page';
import { useNow } from '../../lib/clock';
import { useFormats } from '../../lib/format';
import { useOutage } from '../../lib/live';
import { can, useMe } from '../../lib/me';
import { parkedQuery } from '../../lib/parked';
import { usePreference } from '../../lib/preferences';
import { kindsOf } from '../../lib/set-aside';
import { useTranslation } from '../../lib/translation';
import { durationOf, isKnown, shownLines, statusQuery, worstOf, type ShownLine } from './status';
import classes from './status.module.css';

/**
 * State of a row of the status page: that of a measured line, or `incomplete` for screens whose data may be out of
 * date.
 */
type RowState = ShownLine['state'] | 'incomplete';

const icons: Record<RowState, Icon> = {
  ok: IconCircleCheck,
  slow: IconClockExclamation,
  down: IconAlertTriangle,
  incomplete: IconAlertTriangle,
  unknown: IconHelpCircle,
  unconnected: IconPlugConnectedX,
};

/**
 * Page that shows whether the installation, a provider or the user's own network has a problem, and the consequences.
 */
export function Component() {
  const { t } = useTranslation();
  const status = useQuery(statusQuery);
  const check = () => void status.refetch();
  useCheckKey(check);
  return (
    <SettingsPage
      title={t('systemStatus.title')}
      actions={
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={status.isFetching && !status.isPending}
          onClick={check}
        >
          {t('systemStatus.check')}
        </Button>
      }
    >
      <Loadable query={status} failed={t('systemStatus.failed')} skeleton={{ rows: 4, height: 60 }}>
        {(data) => <Status status={data} isFailed={status.isError} />}
      </Loadable>
    </SettingsPage>
  );
}

function Status({ status, isFailed }: { status: StatusResponse; isFailed: boolean }) {
  const now = Math.max(useNow(), Date.parse(status.checkedAt));
  const isConnected = useOutage() === null;
  const lines = shownLines(status, { isFailed, isConnected, now });
  const known = isKnown(status, { isFailed, now });
  return (
    <>
      <Sentence status={status} known={known} isConnected={isConnected} />
      <ul className={classes.lines}>
        {lines.map((line) => (
          <Line key={line.name} line={line} />
        ))}
        {known &&
          status.brokenChannels.map((channel) => <BrokenChannel key={channel.id} channel={channel} />)}
        {known && <IncompleteViews views={status.incompleteViews} />}
      </ul>
      <Parked />
      <Notice />
    </>
  );
}

/** Describes the overall state in one sentence, which screen readers announce when it changes. */
function Sentence({
  status,
  known,
  isConnected,
}: {
  status: StatusResponse;
  known: boolean;
  isConnected: boolean;
}) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const consequence = useConsequence();
  const checked = time(status.checkedAt);
  const worst = worstOf(status.lines);
  const [broken] = status.brokenChannels;
  const say = (): [state: RowState, text: string] => {
    if (!known) return ['unknown', t('systemStatus.unknown', { time: checked })];
    if (worst?.state === 'unknown') {
      const line = t(`systemStatus.${worst.name}.name`);
      return ['unknown', `${line}: ${t('systemStatus.state.unknown')}.`];
    }
    if (worst) {
      const since = worst.since ? ` ${t('systemStatus.since', { time: time(worst.since) })}` : '';
      return [worst.state, `${consequence(worst)}${since}.`];
    }
    if (broken) return ['down', t('systemStatus.channelBroken', { name: broken.name })];
    if (status.incompleteViews.length > 0) return ['incomplete', t('systemStatus.incomplete.sentence')];
    if (!isConnected) return ['unconnected', `${t('systemStatus.live.unconnected')}.`];
    return ['ok', t('systemStatus.works', { time: checked })];
  };
  const [state, text] = say();
  const Mark = icons[state];
  return (
    <p className={classes.sentence} data-state={state} role="status">
      <Mark size={20} stroke={1.8} aria-hidden />
      {text}
    </p>
  );
}

function Line({ line }: { line: ShownLine }) {
  const { t } = useTranslation();
  const { time } = useFormats();
  const consequence = useConsequence();
  return (
    <Row name={t(`systemStatus.${line.name}.name`)} state={line.state}>
      {line.state !== 'unknown' && <span>{consequence(line)}</span>}
      {line.since !== null && <span>{t('systemStatus.since', { time: time(line.since) })}</span>}
      {line.state === 'down' && <span>{t(`systemStatus.${line.name}.note`)}</span>}
    </Row>
  );
}

function BrokenChannel({ channel }: { channel: StatusResponse['brokenChannels'][number] }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  return (
    <Row name={`${channel.name} · ${t(`platform.${channel.platform}`)}`} state="down">
      <span>{t('systemStatus.channelCannotSend')}</span>
      <span>{t('systemStatus.sinceDate', { time: full(channel.since) })}</span>
      {channel.failuresLastHour === null ? (
        <span>{t('systemStatus.channelTold')}</span>
      ) : (
        <>
          <span>{t('systemStatus.channelFailures', { count: channel.failuresLastHour })}</span>
          <Anchor component={Link} to={`/settings/channels/${channel.id}`} size="sm">
            {t('systemStatus.openChannel')}
          </Anchor>
        </>
      )}
    </Row>
  );
}

function IncompleteViews({ views }: { views: StatusResponse['incompleteViews'] }) {
  const { t } = useTranslation();
  const { full } = useFormats();
  const [first] = views;
  if (!first) return null;
  const since = views.reduce(
    (earliest, view) => (view.since < earliest ? view.since : earliest),
    first.since,
  );
  return (
    <Row name={t('systemStatus.incomplete.name')} state="incomplete">
      {kindsOf(views).map((kind) => (
        <span key={kind}>{t(`systemStatus.incomplete.${kind}`)}</span>
      ))}
      <span>{t('systemStatus.sinceDate', { time: full(since) })}</span>
      <span>{t('systemStatus.incomplete.note')}</span>
    </Row>
  );
}

function Row({ name, state, children }: { name: string; state: RowState; children: React.ReactNode }) {
  const { t } = useTranslation();
  const Mark = icons[state];
  return (
    <li className={classes.line}>
      <span className={classes.name}>{name}</span>
      <span className={classes.state} data-state={state}>
        <Mark size={15} stroke={1.8} aria-hidden />
        {t(`systemStatus.state.${state}`)}
      </span>
      <span className={classes.detail}>{children}</span>
    </li>
  );
}

/** The organisation's notice; this page shows it even if the user has dismissed it on other pages. */
function Notice() {
  const { t } = useTranslation();
  const { notice } = useMe().customer;
  if (!notice) return null;
  return (
    <p className={classes.notice}>
      <strong>{t('nav.notice')}</strong> {notice}
    </p>
  );
}

/** Shows the number of dead letters to users who can retry them. */
function Parked() {
  const { t } = useTranslation();
  const mayRead = can(useMe().ability, 'read', 'developers');
  const count = useQuery({ ...parkedQuery, enabled: mayRead }).data?.length ?? 0;
  if (!mayRead || count === 0) return null;
  return (
    <p className={classes.parked}>
      <Anchor component={Link} to="/settings/developers/parked" size="sm">
        {t('nav.parkedCount', { count })}
      </Anchor>
    </p>
  );
}

/** @returns a function that describes the consequence of a line's state for users */
function useConsequence() {
  const { t } = useTranslation();
  return ({ name, state, lateSeconds }: ShownLine): string => {
    if (state === 'unknown') return '';
    if (state === 'unconnected') return t('systemStatus.live.unconnected');
    const { unit, value, minutes } = durationOf(lateSeconds);
    const late =
      minutes > 0
        ? `${t('age.h', { value })} ${t('age.m', { value: minutes })}`
        : t(`systemStatus.unit.${unit}`, { value });
    return t(`systemStatus.${name}.${state}`, { late });
  };
}

/** Binds the key R to checking again, unless shortcuts are off or the user is typing. */
function useCheckKey(check: () => void) {
  const [isOn] = usePreference('shortcuts');
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const typesIn =
      event.target instanceof HTMLElement &&
      event.target.closest('input, textarea, [contenteditable], [role="dialog"]');
    if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey || typesIn) return;
    event.preventDefault();
    check();
  });
  useEffect(() => {
    if (!isOn) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
}
