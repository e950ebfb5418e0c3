import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ChannelResponse } from '@parley/contracts/api/channels';
import { PlatformIcon } from '@parley/ui/platform-icon';
import { useTranslation } from '../lib/translation';
import classes from './channel-list.module.css';

/** List of channels that a user or team can see, each as a link to its settings. */
export function ChannelList({ label, channels }: { label: string; channels: ChannelResponse[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list} aria-label={label}>
      {channels.map(({ id, name, platform }) => (
        <li key={id} className={classes.channel}>
          <PlatformIcon platform={platform} size={16} />
          <Anchor component={Link} to={`/settings/channels/${id}`}>
            {name}
          </Anchor>
          <span className={classes.platform}>{t(`platform.${platform}`)}</span>
        </li>
      ))}
    </ul>
  );
}
