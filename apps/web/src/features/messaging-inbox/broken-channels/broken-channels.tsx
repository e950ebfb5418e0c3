import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { channelsQuery } from '../../../lib/directory';
import { dayKey, useFormats } from '../../../lib/format';
import { useTranslation } from '../../../lib/translation';
import classes from './broken-channels.module.css';

/** Polling interval in ms, since the server does not push the health of channels. */
const LOOK_EVERY_MS = 30_000;

interface Broken {
  id: string;
  name: string;
  since: string;
  what: 'cannotSend' | 'cannotReceive';
}

/** Warns users who can repair channels which channels cannot send or receive. */
export default function BrokenChannels() {
  const { data: broken = [] } = useQuery({
    ...channelsQuery,
    select: brokenOf,
    refetchInterval: LOOK_EVERY_MS,
  });
  return broken.map((channel) => <BrokenChannel key={channel.id} channel={channel} />);
}

function BrokenChannel({ channel: { id, name, since, what } }: { channel: Broken }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isToday = dayKey(since) === dayKey(new Date().toISOString());
  const time = isToday ? formats.time(since) : formats.full(since);
  return (
    <div className={classes.bar} role="status">
      <IconAlertTriangle size={16} className={classes.icon} aria-hidden />
      <span className={classes.text}>{t(`brokenChannels.${what}`, { name, time })}</span>
      <Link to={`/settings/channels/${id}?replace`} className={classes.action}>
        {t('brokenChannels.replace')}
      </Link>
    </div>
  );
}

/** Channels that cannot send or receive, oldest failure first. */
function brokenOf(channels: ChannelResponse[]): Broken[] {
  return channels
    .flatMap(({ id, name, isConnected, administration }): Broken[] => {
      const health = isConnected && administration?.health;
      if (!health) return [];
      if (health.brokenSince) return [{ id, name, since: health.brokenSince, what: 'cannotSend' }];
      return health.stopped ? [{ id, name, since: health.stopped.since, what: 'cannotReceive' }] : [];
    })
    .sort((one, other) => one.since.localeCompare(other.since));
}
